"""Somebody who looks at a table: a short queue of messages, sent as quickly as they are read.

A full queue is dropped, and one full message put in its place, so a slow reader costs little and holds up nobody. Whoever
has read nothing for long is disconnected by the hub.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST_QUEUED = 64


class Subscriber:
    """A connection to a room, as the room sees it."""

    def __init__(self, owner: str | None, view: str, language: str, disconnect: Callable[[], None]) -> None:
        self.owner = owner
        self.view = view
        self.language = language
        self.disconnect = disconnect
        self.sending_since: float | None = None
        self._behind = False
        self._queue: deque[str] = deque()
        self._answers: deque[str] = deque()
        self._wake = asyncio.Event()

    def push(self, message: str) -> None:
        """Queues a message, or notes that a full one is needed."""
        if self._behind:
            return
        if len(self._queue) >= MOST_QUEUED:
            self._queue.clear()
            self._behind = True
        else:
            self._queue.append(message)
        self._wake.set()

    def answer(self, message: str) -> None:
        """Queues an answer, which is not dropped; whoever asks so much without reading the answers is disconnected."""
        if self._behind or self._answers:
            self._answers.append(message)
            if len(self._answers) >= MOST_QUEUED:
                self.disconnect()
        else:
            self.push(message)
            if self._behind:
                self._answers.append(message)

    async def pump(self, send: Callable[[str], Awaitable[None]], full: Callable[[Subscriber], list[str]]) -> None:
        """Sends what is queued, until it is cancelled; `full` gives what makes up for all that was dropped."""
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue or self._behind:
                if self._behind:
                    self._behind = False
                    self._queue.extend(full(self))
                    self._queue.extend(self._answers)
                    self._answers.clear()
                message = self._queue.popleft()
                self.sending_since = loop.time()
                await send(message)
                self.sending_since = None
