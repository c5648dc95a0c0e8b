"""A connection to a room: a short queue of frames, written as fast as the client reads.

If the queue is full, it is dropped and replaced by one full message, so a slow reader costs little and does not block others.
`Links` disconnects clients that have read nothing for a long time. A frame may be queued in several pieces.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from azulejos.web.budgets import Asker

MOST_QUEUED = 64
WORTH_SHARING = 64 * 1024  # bytes


class Line(Protocol):
    """The network connection of a subscriber."""

    resumed: Callable[[], None]
    """Called when the line is no longer paused."""

    @property
    def paused(self) -> bool:
        """Whether the client has not yet read what was written."""
        ...

    def write(self, frames: bytes) -> None:
        """Send frames; a line that is closed ignores them."""
        ...

    def abort(self) -> None:
        """Cut the connection."""
        ...


def text_frame(text: bytes) -> bytes:
    """Return a WebSocket frame with this text. Server frames are not masked, so one frame serves all clients."""
    return _frame_start(len(text)) + text


def text_frame_in_pieces(start: bytes, rest: bytes) -> list[bytes]:
    """Return a frame with these two texts in pieces; many clients can share the second one, so that it is in memory once."""
    return [_frame_start(len(start) + len(rest)) + start, rest]


def _frame_start(size: int) -> bytes:
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big")
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


class Subscriber:
    """A client that receives a room's messages."""

    def __init__(
        self,
        owner: str | None,
        view: str,
        language: str,
        line: Line,
        full: Callable[[Subscriber], list[bytes]],
        address: str = "",
    ) -> None:
        """`full` returns the frames that replace everything that was dropped."""
        self.owner = owner
        self.asker = Asker(address, owner)
        self.view = view
        self.language = language
        self.line = line
        self._full = full
        self._behind = False
        self._queue: deque[bytes] = deque()
        self._answers: deque[bytes] = deque()
        self._scheduled = False
        self._loop = asyncio.get_running_loop()
        self.joined = self._loop.time()
        line.resumed = self._flush

    def push(self, frame: bytes) -> None:
        """Queue a frame, or note that a full message is needed. Frames pushed one after the other are sent together."""
        if self._behind:
            return
        if len(self._queue) >= MOST_QUEUED:
            self._queue.clear()
            self._behind = True
        else:
            self._queue.append(frame)
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._flush)

    def answer(self, frame: bytes) -> None:
        """Queue an answer, which is never dropped; a client that does not read its answers is disconnected."""
        if self._behind or self._answers:
            self._answers.append(frame)
            if len(self._answers) >= MOST_QUEUED:
                self.line.abort()
        else:
            self.push(frame)
            if self._behind:
                self._answers.append(frame)

    def _flush(self) -> None:
        self._scheduled = False
        if not self._queue and not self._behind:
            return
        if self.line.paused:
            return
        if self._behind:
            self._behind = False
            self._queue.extend(self._full(self))
            self._queue.extend(self._answers)
            self._answers.clear()
        if len(self._queue) == 1:
            self.line.write(self._queue[0])
        elif sum(map(len, self._queue)) < WORTH_SHARING:
            self.line.write(b"".join(self._queue))
        else:  # other lines may have the same bytes in their buffers
            for piece in self._queue:
                self.line.write(piece)
        self._queue.clear()
