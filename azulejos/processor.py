"""Choose the compiled modules that suit the processor.

A wheel for x86-64 has two sets of them: one for any processor, beside the `.py` files, and one for processors of the level
x86-64-v3 (those with AVX2, since about 2013), in `x86_64_v3` under the same names. Importing this module, before any compiled
one, makes Python look there first if the processor has that level. `AZULEJOS_BASELINE=1` keeps the set for any processor.

Other builds have one set of compiled modules or none, so there is nothing to choose.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType

FOLDER = os.path.join(os.path.dirname(__file__), "x86_64_v3")


class Finder:
    """Finds the modules of the set in `FOLDER`; Python finds all others."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the location of a module, or None if the set does not have it."""
        package, *inner = name.split(".")
        if package != "azulejos" or not inner:
            return None
        file = os.path.join(FOLDER, *inner) + EXTENSION_SUFFIXES[0]
        return spec_from_file_location(name, file) if os.path.exists(file) else None


def _choose() -> str | None:
    try:
        from azulejos._cpuid import v3
    except ImportError:
        return None
    if os.environ.get("AZULEJOS_BASELINE", "0") not in ("", "0") or not v3():
        return "x86-64"
    if Finder not in sys.meta_path:
        sys.meta_path.insert(0, Finder)
    return "x86-64-v3"


LEVEL = _choose()
"""The level of the chosen set, `x86-64` or `x86-64-v3`; None if there is nothing to choose."""
