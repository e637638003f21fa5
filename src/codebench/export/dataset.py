"""Writes tables as parquet, with the types that their columns declare."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
from datasets import Dataset, Features, List, Value
from datasets.utils.logging import disable_progress_bar

from codebench.export.columns import Column, Config, Kind

__all__ = ["ExportError", "features", "write"]


class ExportError(Exception):
    """A dataset cannot be written or sent. The message is one sentence that says why."""


def features(columns: Iterable[Column[Any]]) -> Features:
    """Types of the columns, as the library knows them."""
    return Features({column.name: _TYPES[column.kind] for column in columns})


def write(config: Config, folder: Path) -> None:
    """Write one table into a dataset's folder.

    Raises:
        ExportError: A value does not fit its column, or the file cannot be written.
    """
    path = folder / config.path
    values = {column.name: [row[column.name] for row in config.rows] for column in config.columns}
    disable_progress_bar()
    try:
        path.parent.mkdir(parents=True)
        Dataset.from_dict(values, features=features(config.columns)).to_parquet(path)
    except (pa.ArrowException, OverflowError, TypeError, ValueError) as error:
        told = str(error).splitlines()[0][:200]
        raise ExportError(f"{config.name}: a value does not fit its column: {told}.") from error


_TYPES = {
    Kind.TEXT: Value("string"),
    Kind.WHOLE: Value("int64"),
    Kind.NUMBER: Value("float64"),
    Kind.FLAG: Value("bool"),
    Kind.TEXTS: List(Value("string")),
    Kind.WHOLES: List(Value("int64")),
    Kind.FILES: List({"name": Value("string"), "text": Value("string")}),
}
