"""The table in the browser: a server for people and programs, see `docs/web.md`.

What happens at a table is a log of entries: `entries` spells them, `store` keeps them, `table` folds them and decides what may
come next, without any input, output or clock. A `room` is a live table with those who look at it; `hub` finds the rooms, `bots`
think in processes of their own. `app` puts `api`, `socket` and `pages` together behind `limits`. The page itself is in `page/`.
"""
