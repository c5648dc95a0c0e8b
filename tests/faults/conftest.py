from __future__ import annotations

from tests.web.conftest import db, file, postgres

__all__ = ["db", "file", "postgres"]
