"""The lessons of Summer Pavilion, the main one first."""

from __future__ import annotations

from collections.abc import Mapping

from azulejos.games.pavilion.lessons import first, grey
from azulejos.lesson import LessonPart

LESSONS: Mapping[str, LessonPart] = {"first": first, "grey": grey}
