"""Input is parsed in turns, and charged to the address that sends it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

from azulejos.web.budgets import Asker, Budgets
from azulejos.web.intake import Intake
from azulejos.web.limits import UNLIMITED, Rate
from azulejos.web.links import PIECE, Link, Links

EVE, ANA = "192.0.2.66", "192.0.2.1"
SLOW = 0.002  # processor seconds to parse a piece
PLENTY = Rate(1000, 1000)


class Wire(asyncio.Transport):
    """A connection of an address; notes whether it is read."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.read = True
        self.closed = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self.address, 1) if name == "peername" else default

    def pause_reading(self) -> None:
        self.read = False

    def resume_reading(self) -> None:
        self.read = True

    def is_closing(self) -> bool:
        return self.closed

    def abort(self) -> None:
        self.closed = True


class Server:
    """Links over such connections, and what they have parsed in order."""

    def __init__(self, service: Rate = PLENTY, most: int = 1_000_000, proxies: str = "") -> None:
        self.budgets = Budgets(replace(UNLIMITED, service=service))
        self.links = Links(UNLIMITED, 20, proxies, 1000, Intake(self.budgets, most))
        self.parsed: list[tuple[str, int]] = []

    def link(self, address: str) -> tuple[Link, Wire]:
        wire = Wire(address)

        def parse(data: bytes) -> None:
            end = time.thread_time() + SLOW
            while time.thread_time() < end:
                pass
            self.parsed.append((address, len(data)))

        return self.links.open(wire, parse, lambda: None), wire

    def receive(self, link: Link, size: int) -> None:
        self.links.intake.receive(link, bytes(size))


def test_an_address_has_one_turn_in_a_round() -> None:
    async def work() -> None:
        server = Server()
        eves = [server.link(EVE)[0] for _ in range(20)]
        ana, _ = server.link(ANA)
        for link in eves:
            server.receive(link, 10)
        server.receive(ana, 10)
        assert server.parsed == [(EVE, 10), (ANA, 10)], "the others wait"
        for _ in range(25):
            await asyncio.sleep(0)
        assert server.parsed.count((EVE, 10)) == 20

    asyncio.run(work())


def test_long_input_is_parsed_in_pieces_and_in_order() -> None:
    async def work() -> None:
        server = Server()
        link, wire = server.link(EVE)
        server.receive(link, 2 * PIECE + 1)
        assert (server.parsed, wire.read) == ([(EVE, PIECE)], False)
        server.receive(link, 1)
        for _ in range(5):
            await asyncio.sleep(0)
        assert (server.parsed, wire.read) == ([(EVE, PIECE), (EVE, PIECE), (EVE, 2)], True)

    asyncio.run(work())


def test_an_address_without_budget_is_not_read() -> None:
    async def work() -> None:
        server = Server(Rate(SLOW, 0.000001))
        (first, _), (second, wire) = server.link(EVE), server.link(EVE)
        server.receive(first, 10)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert server.budgets.over("service", Asker(EVE, None)), "parsing is charged"
        server.receive(second, 10)
        for _ in range(5):
            await asyncio.sleep(0)
        assert (server.parsed, wire.read) == ([(EVE, 10)], False)
        ana, _ = server.link(ANA)
        server.receive(ana, 10)
        assert server.parsed == [(EVE, 10), (ANA, 10)]

    asyncio.run(work())


def test_connections_that_send_nothing_are_charged() -> None:
    async def work() -> None:
        server = Server(Rate(0.01, 0.000001))
        for _ in range(100):
            server.links.lost(server.link(EVE)[0])
        assert server.budgets.over("service", Asker(EVE, None))

    asyncio.run(work())


def test_input_that_waits_has_a_limit_and_ends_with_its_link() -> None:
    async def work() -> None:
        server = Server(Rate(SLOW, 0.000001), most=1000)
        (first, _), (second, wire) = server.link(EVE), server.link(EVE)
        server.receive(first, 10)
        server.receive(first, 900)
        server.receive(second, 90)
        assert not wire.closed
        server.links.lost(first)
        server.receive(second, 800)
        assert not wire.closed, "what the first has sent no longer counts"
        server.receive(second, 200)
        assert wire.closed

    asyncio.run(work())


def test_a_proxy_does_not_wait() -> None:
    async def work() -> None:
        server = Server(Rate(SLOW, 0.000001), proxies=EVE)
        for _ in range(3):
            server.receive(server.link(EVE)[0], 10)
        assert server.parsed == [(EVE, 10)] * 3

    asyncio.run(work())


def test_the_protocol_and_the_intake_pause_separately() -> None:
    async def work() -> None:
        server = Server()
        link, wire = server.link(EVE)
        link.pause_reading()
        link.hold_back(True)
        link.hold_back(False)
        assert not wire.read
        link.resume_reading()
        assert wire.read

    asyncio.run(work())
