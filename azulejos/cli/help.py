"""What the help of every command ends with: examples."""

from __future__ import annotations


def examples(*calls: str) -> str:
    """The last part of a command's help: calls that one could make, each on a line."""
    lines = "\n".join(f"  {call}" for call in calls)
    return f"\b\n{'Example' if len(calls) == 1 else 'Examples'}:\n{lines}"
