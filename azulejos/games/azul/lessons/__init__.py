"""The lessons of Azul, the main one first."""

from __future__ import annotations

from collections.abc import Mapping

from azulejos.games.azul.lessons import first, grey, jokers
from azulejos.lesson import LessonPart

LESSONS: Mapping[str, LessonPart] = {"first": first, "grey": grey, "jokers": jokers}
