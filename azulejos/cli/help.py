"""Examples at the end of a command's help."""

from __future__ import annotations


def examples(*calls: str) -> str:
    """Return the last part of a command's help: example calls, one per line."""
    lines = "\n".join(f"  {call}" for call in calls)
    return f"\b\n{'Example' if len(calls) == 1 else 'Examples'}:\n{lines}"
