"""All scripts of a page in one file: on a slow network, each further file costs a round trip.

The scripts are ordinary modules, which browsers can also load one by one. In the bundle each of them is a block, after those
that it imports, and passes on what it exports in an object.
"""

from __future__ import annotations

import re
from pathlib import Path

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?function (\w+)|class (\w+)|const (?:(\w+)|\{([^}]*)\}) =)", re.MULTILINE)
NOTHING = re.compile(r"^export \{\};$", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)
COMMENT = re.compile(r"^ *//[^\n]*\n|/\*\*.*?\*/ ?", re.MULTILINE | re.DOTALL)


def modules(folder: Path, script: str) -> list[str]:
    """Return a script and all that it imports, each after those that it imports itself."""
    found: dict[str, bool] = {}  # whether everything that it imports comes before it

    def visit(name: str) -> None:
        if name in found:
            if not found[name]:
                raise ValueError(f"{name} imports itself, by way of others")
            return
        found[name] = False
        for _names, other in IMPORT.findall((folder / name).read_text("utf-8")):
            visit(other)
        del found[name]
        found[name] = True

    visit(script)
    return list(found)


def bundle(folder: Path, script: str) -> str:
    """Return a script with everything that it imports."""
    return "const $ = {};\n" + "".join(_block(folder, name) for name in modules(folder, script))


def _block(folder: Path, name: str) -> str:
    """Return a module as a block."""
    text = COMMENT.sub("", (folder / name).read_text("utf-8"))
    exported = [one for found in EXPORT.findall(text) for one in _names(found)]
    text = IMPORT.sub(lambda found: f'const {{{found[1].replace(" as ", ": ")}}} = $["{found[2]}"];', text)
    text = EXPORT.sub("", NOTHING.sub("", text))
    if left := LEFT.search(text):
        raise ValueError(f"{name}: a bundle can't have {left[0]!r}")
    return f'{{\n{text}$["{name}"] = {{ {", ".join(exported)} }};\n}}\n'


def _names(found: tuple[str, ...]) -> list[str]:
    """Return the names that a declaration makes: those after the colons in a pattern."""
    *single, several = found
    return [one.split(":")[-1].strip() for one in [*single, *several.split(",")] if one.strip()]
