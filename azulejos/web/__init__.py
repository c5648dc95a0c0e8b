"""A game table in the browser: a server for people and programs. See `docs/web.md` and `docs/protocol.md`.

A table is a log of entries: `entries` encodes them, `store` stores them, and `table` folds them and decides what may come
next, without I/O or a clock. A `room` is a live table with its subscribers, `hub` finds the rooms, and `bots` think in
separate processes. `app` puts `api`, `socket` and `pages` together behind `limits`. The page itself is in `page/`.
"""
