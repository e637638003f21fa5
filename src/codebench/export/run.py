"""From logs to a dataset in a folder, on the hub, or both."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from codebench.catalogue import installed, load_folder
from codebench.challenge import Challenge
from codebench.export.dataset import ExportError
from codebench.export.folder import Chosen, Results, lay_out
from codebench.export.hub import push, token_of_user
from codebench.report.model import report_on
from codebench.report.reading import read

__all__ = ["Exported", "Order", "export"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a user asks for."""

    logs: Sequence[Path]
    to: Path | None
    push: str | None
    public: bool
    hidden: bool
    files: bool
    private: Path | None
    title: str
    licence: str
    k: int | None
    threshold: float | None
    scorer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was written, and where it is."""

    rows: dict[str, int]
    """Rows of each table."""
    folder: str | None
    address: str | None
    """Of the dataset on the hub."""


def export(order: Order) -> Exported:
    """Write and send a dataset.

    Raises:
        ExportError: The folder is not empty, the hub refuses, or a value cannot be written.
        LogError: A log cannot be read.
        ChallengeError: A private challenge is malformed.
        OSError: The folder cannot be written.
    """
    token = token_of_user() if order.push else ""  # found missing now, not after all the work
    with _folder(order.to) as folder:
        results = _results(order) if order.logs else None
        configs = lay_out(folder, results, _challenges(order.private), _chosen(order))
        address = push(folder, order.push, token, public=order.public) if order.push else None
    return Exported(
        rows={config.name: len(config.rows) for config in configs},
        folder=str(order.to) if order.to else None,
        address=address,
    )


def _results(order: Order) -> Results:
    reading = read(order.logs, scorer=order.scorer, threshold=order.threshold)
    return Results(reading, report_on(reading, k=order.k, details=True))


def _challenges(private: Path | None) -> list[Challenge]:
    return [*installed(), *(load_folder(private) if private else ())]


def _chosen(order: Order) -> Chosen:
    return Chosen(
        title=order.title,
        license=order.licence,
        repo=order.push or f"path/to/{order.to.name if order.to else ''}",
        hidden=order.hidden,
        files=order.files,
    )


@contextmanager
def _folder(to: Path | None) -> Iterator[Path]:
    if to is None:
        with tempfile.TemporaryDirectory(prefix="codebench-") as scratch:
            yield Path(scratch)
    elif to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise ExportError(f"{to}: is there already and not an empty folder; name another.")
    else:
        yield to
