"""Errors of the operating system in the language of the terminal; Python and click quote them in English."""

from __future__ import annotations

from azulejos.cli.i18n import tr


def system_error(message: str) -> str:
    """Translate the end of a message, if it is a common error of the system."""
    common = {
        "No such file or directory": tr("No such file or directory"),
        "Is a directory": tr("Is a directory"),
        "Not a directory": tr("Not a directory"),
        "Permission denied": tr("Permission denied"),
        "No space left on device": tr("No space left on device"),
    }
    found = next((text for text in common if message.endswith(text)), None)
    return message if found is None else message.removesuffix(found) + common[found]
