"""Names and other short texts from people: one line, nothing invisible, not too long."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

from azulejos.core.contract import Problem

LONGEST_NAME = 30
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that look like nothing
LOOK_ALIKES = {
    "a": "аɑαᴀ",
    "b": "вʙƅьβᏼ",
    "c": "сϲᴄ",
    "d": "ԁᴅꓒ",
    "e": "еєҽᴇε",
    "f": "ƒꜰ",
    "g": "ɡɢց",
    "h": "һʜнհ",
    "j": "јʝϳᴊ",
    "k": "кκᴋ",
    "l": "i1|ⅼӏιıɩɪіǀⵏלﺍ",
    "m": "мᴍꮇ",
    "n": "ոпռɴ",
    "o": "0оοσօᴏסه",
    "p": "рρᴘ",
    "q": "ԛգ",
    "r": "гᴦʀ",
    "s": "ѕꜱ",
    "t": "тτᴛ",
    "u": "υսʋᴜ",
    "v": "ѵνᴠט",
    "w": "ԝѡшᴡա",
    "x": "хχ",
    "y": "уγүʏ",
    "z": "ᴢ",
}
"""Letters that look like a Latin one, in lower case: those that people use to impersonate others."""
LOOK_ALIKE_CAPITALS = {
    "a": "Ꭺꓮ",
    "b": "Ᏼꓐ",
    "c": "Ꮯꓚ",
    "d": "Ꭰꓓ",
    "e": "Ꭼꓰ",
    "f": "ꓝ",
    "g": "Ꮐꓖ",
    "h": "ΗᎻꓧ",
    "j": "Ꭻꓙ",
    "k": "Ꮶꓗ",
    "l": "Ꮮꓡꓲ",
    "m": "ΜᎷꓟ",
    "n": "Νꓠ",
    "o": "ꓳ",
    "p": "Ꮲꓑ",
    "r": "Ꭱꓣ",
    "s": "Ꮪꓢ",
    "t": "Ꭲꓔ",
    "u": "ꓴ",
    "v": "Ꮩꓦ",
    "w": "Ꮃꓪ",
    "x": "ꓫ",
    "y": "ΥᎩꓬ",
    "z": "ΖᏃꓜ",
}
"""Capitals whose lower-case letters look different (Ν and ν), or that have none."""
_CAPITALS = str.maketrans({other: letter for letter, others in LOOK_ALIKE_CAPITALS.items() for other in others})
_LATIN = str.maketrans({other: letter for letter, others in LOOK_ALIKES.items() for other in others})


def clean(text: str) -> str:
    """Return the text in one line, without invisible characters; joined emoji stay joined."""
    joiner = "\u200d"
    shown = "".join(
        c if c.isprintable() or c == joiner else " " if c.isspace() else "" for c in unicodedata.normalize("NFC", text)
    )
    return " ".join(shown.split())


def clean_name(text: str) -> str:
    """Return the text as a name; raises a `Problem` if it is not valid."""
    name = clean(text)
    if not name.strip(f"\u200d{BLANKS} "):
        raise Problem("a name must have at least one visible character", "bad_name")
    if len(name) > LONGEST_NAME:
        raise Problem(f"a name may have at most {LONGEST_NAME} characters, not {len(name)}", "bad_name")
    return name


def are_alike(one: str, other: str) -> bool:
    """Return whether people can take one name for the other."""
    return skeleton(one) == skeleton(other)


@lru_cache(1024)
def skeleton(name: str) -> str:
    """Return what is left of a name without case, accents, spaces, punctuation and look-alike letters."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).translate(_CAPITALS).casefold())
    found = "".join(c for c in plain if (kind := unicodedata.category(c))[0] not in "CMPZ" and kind != "Lm" and c not in BLANKS)
    return found.translate(_LATIN).replace("rn", "m").replace("vv", "w") or name.casefold()


def free_name(name: str, others: Iterable[str], form: Callable[[str], str] = skeleton) -> str:
    """Return the name, with a number if one like it (of the same form) is already taken."""
    taken = {form(other) for other in others}
    return next(one for one in (name, *(f"{name} {n}" for n in range(2, 9))) if form(one) not in taken)
