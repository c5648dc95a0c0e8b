"""Training examples from records: for each move what its player saw, what was legal, what was chosen, how it ended.

    python -m azulejos.env.dataset games/*.txt --out games.npz        (or games.parquet)

All records of a data set are of one game, options included. Its columns:

| column | of each example |
| --- | --- |
| `observation` | what the player to move saw: see `docs/environments.md` |
| `mask` | 1 for every legal move |
| `action` | the id of the move that was made |
| `result` | of that player, at the end: 1 for winning alone, with two players -1 for losing |
| `margin` | points by which that player led the best opponent at the end |
| `seat`, `record`, `number` | the player, the record, and the number of the event in it, from 1 |

`game` (JSON) and `version` (of the observations) apply to all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import numpy.typing as npt

from azulejos.core.contract import Move, Problem
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.env.observation import VERSION, Encoder, Floats, Mask
from azulejos.env.rewards import margins, results
from azulejos.record import Record

Ints = npt.NDArray[np.int32]

FORMATS = (".npz", ".parquet")


class Dataset(NamedTuple):
    """Examples, one per row."""

    game: Game
    observation: Floats
    mask: Mask
    action: Ints
    result: Floats
    margin: Floats
    seat: Ints
    record: Ints
    number: Ints

    def save(self, path: Path) -> None:
        """Write a file; its name determines the format."""
        if path.suffix == ".npz":
            columns = {name: getattr(self, name) for name in COLUMNS}
            np.savez_compressed(path, game=np.array(json.dumps(self.game.json)), version=np.array(VERSION), **columns)
        elif path.suffix == ".parquet":
            _save_parquet(self, path)
        else:
            raise _unknown(path)

    @classmethod
    def load(cls, path: Path) -> Dataset:
        """Read such a file."""
        if path.suffix == ".npz":
            with np.load(path) as file:
                columns = {name: file[name] for name in COLUMNS}
                game, version = str(file["game"]), int(file["version"])
        elif path.suffix == ".parquet":
            game, version, columns = _load_parquet(path)
        else:
            raise _unknown(path)
        if version != VERSION:
            raise Problem(f"{path}: observations of version {version}, but version {VERSION} is needed", "bad_dataset")
        return cls(game_from_json(json.loads(game)), **columns)


COLUMNS = Dataset._fields[1:]


def dataset(records: Iterable[Record]) -> Dataset:
    """Return the examples of some finished records of one game."""
    rows: list[tuple[Any, ...]] = []
    encoder: Encoder | None = None
    for which, record in enumerate(records):
        if encoder is None:
            encoder = Encoder(record.game)
        elif record.game != encoder.game:
            raise Problem(
                f"record {which} is a game of {record.game!r}, but the first one is of {encoder.game!r}", "bad_dataset"
            )
        if record.result is None:
            raise Problem(f"record {which} is an unfinished game, without a result", "bad_dataset")
        ends = list(zip(results(record.result), margins(record.result.scores), strict=True))
        for number, (event, state) in enumerate(zip(record.events, record.states(), strict=False), 1):
            if isinstance(event, Move) and isinstance(state.actor, int):
                seat = state.actor
                rows.append((*encoder.encode(state, seat), event.id, *ends[seat], seat, which, number))
    if encoder is None:
        raise Problem("there are no records", "bad_dataset")
    types = (np.float32, np.int8, np.int32, np.float32, np.float32, np.int32, np.int32, np.int32)
    columns = zip(*rows, strict=True)
    return Dataset(encoder.game, *(np.array(column, kind) for column, kind in zip(columns, types, strict=True)))


def _save_parquet(data: Dataset, path: Path) -> None:
    arrow, parquet = _arrow()
    columns: dict[str, Any] = {}
    for name in COLUMNS:
        column = getattr(data, name)
        flat = arrow.array(column.reshape(-1))
        columns[name] = flat if column.ndim == 1 else arrow.FixedSizeListArray.from_arrays(flat, column.shape[1])
    about = {"game": json.dumps(data.game.json), "version": str(VERSION)}
    parquet.write_table(arrow.table(columns).replace_schema_metadata(about), path)


def _load_parquet(path: Path) -> tuple[str, int, dict[str, Any]]:
    _, parquet = _arrow()
    table = parquet.read_table(path)
    columns = {}
    for name in COLUMNS:
        column = table[name].combine_chunks()
        many = hasattr(column.type, "list_size")
        columns[name] = column.flatten().to_numpy().reshape(len(column), -1) if many else column.to_numpy()
    about = table.schema.metadata
    return about[b"game"].decode(), int(about[b"version"]), columns


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise Problem("Parquet needs the extra `parquet`: pip install 'azulejos[parquet]'", "missing_extra") from None
    return pyarrow, parquet


def _unknown(path: Path) -> Problem:
    return Problem(f"a data set must be a {' or '.join(FORMATS)} file, not {path.name}", "bad_dataset")


@click.command(help=__doc__)
@click.argument("records", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def main(records: tuple[Path, ...], out: Path) -> None:
    try:
        data = dataset(Record.load(path.read_bytes()) for path in records)
        data.save(out)
    except Problem as problem:
        raise click.ClickException(str(problem)) from None
    click.echo(f"{len(data.action)} examples from {len(records)} records of {data.game!r}")


if __name__ == "__main__":
    main()
