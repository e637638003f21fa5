"""Logs of Inspect that were damaged, or made to do harm."""

import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audit.helpers import EXAMPLE, audit, log_in_json, refusal, run, write

MEMBERS = ("header.json", "summaries.json")
ZSTD = 93
"""How Inspect packs its logs."""


def rewritten(target: Path, change: Callable[[str, bytes], bytes], packing: int = ZSTD) -> Path:
    """A copy of the example, each member of which went through a function."""
    with zipfile.ZipFile(EXAMPLE) as old, zipfile.ZipFile(target, "w", packing) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return target


def with_member(target: Path, name: str, data: bytes, packing: int = ZSTD) -> Path:
    return rewritten(target, lambda each, old: data if each == name else old, packing)


@pytest.mark.parametrize("packing", [ZSTD, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_that_unpacks_to_very_much(tmp_path: Path, name: str, packing: int) -> None:
    path = with_member(tmp_path / "log.eval", name, b" " * (80 * 2**20), packing)
    assert path.stat().st_size < 2**20
    assert f"cannot be read as an Inspect log: {name} would unpack to 80 MB" in refusal(path)


def test_a_rollout_that_unpacks_to_very_much(tmp_path: Path) -> None:
    """Whole rollouts are read only where summaries do not tell what is needed."""

    def change(name: str, data: bytes) -> bytes:
        if name == "summaries.json":
            return data.replace(b"functional tests passed", b"tests")
        return b"[" + b" " * (80 * 2**20) if name.startswith("samples/sheet-cell") else data

    path = rewritten(tmp_path / "log.eval", change)
    assert "a rollout in it cannot be read: samples/sheet-cell" in refusal(path)


@pytest.mark.parametrize("name", MEMBERS)
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[",
        b"17",
        b"null",
        b"[[]]",
        b"{}",
        b"[{}]",
        b'[{"id": "a", "epoch": 1}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"\xff\xff",
        b'{"eval": {"task": "a"}, "eval": {"task": "b"}}',
        b'{"eval": 3}',
        b'[{"id": [], "epoch": 1}]',
        b'[{"id": "a", "epoch": 1, "scores": {"success": 3}}]',
    ],
    ids=lambda data: repr(data[:24]),
)
def test_a_member_that_is_something_else(tmp_path: Path, name: str, data: bytes) -> None:
    path = with_member(tmp_path / "log.eval", name, data)
    assert str(path) in refusal(path)


HEADER: dict[str, Any] = {
    "task": [],
    "task_version": [],
    "task_id": 1,
    "eval_id": [],
    "created": 1.5,
    "model": {},
    "dataset": 3,
    "config": {"epochs": "many"},
    "scorers": [{}],
    "metadata": [],
    "solver": 1,
    "solver_args": [],
    "model_args": "x",
    "model_generate_config": 1,
    "task_args_passed": [1],
}


@pytest.mark.parametrize("field", HEADER)
def test_a_field_of_the_header_of_the_wrong_kind(tmp_path: Path, field: str) -> None:
    with zipfile.ZipFile(EXAMPLE) as log:
        header = json.loads(log.read("header.json"))
    header["eval"][field] = HEADER[field]
    path = with_member(tmp_path / "log.eval", "header.json", json.dumps(header).encode())
    assert f"has not the shape that Inspect gives it (eval.{field}" in refusal(path)


ROLLOUT: dict[str, Any] = {
    "id": None,
    "epoch": "first",
    "uuid": 3,
    "working_time": "long",
    "scores": [],
    "metadata": 3,
    "model_usage": {"m": {"total_tokens": "many"}},
}


@pytest.mark.parametrize("field", ROLLOUT)
def test_a_field_of_a_rollout_of_the_wrong_kind(tmp_path: Path, field: str) -> None:
    with zipfile.ZipFile(EXAMPLE) as log:
        rows = json.loads(log.read("summaries.json"))
    rows[-1][field] = ROLLOUT[field]
    path = with_member(tmp_path / "log.eval", "summaries.json", json.dumps(rows).encode())
    assert f"has not the shape that Inspect gives it ({field}" in refusal(path)
    whole = json.loads(log_in_json(tmp_path / "log.json").read_text())
    whole["samples"][-1][field] = ROLLOUT[field]
    assert f"has not the shape that Inspect gives it ({field}" in (
        refusal(write(tmp_path / "log.json", whole))
    )


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (10**400, "the score inf of success is neither success nor failure"),
        ("great", "the score 'great' of success is no number"),
        ([1], "the score '[1]' of success is no number"),
        ({"a": 1}, "has several scorers; choose one with --scorer"),
        (0.5, "the score 0.5 of success is neither"),
        (float("nan"), None),
        (None, None),
        (True, None),
    ],
)
def test_scores_of_any_kind(tmp_path: Path, value: Any, sentence: str | None) -> None:
    with zipfile.ZipFile(EXAMPLE) as log:
        rows = json.loads(log.read("summaries.json"))
    for row in rows:
        row["scores"]["success"]["value"] = value
        row["scores"]["diagnostics"]["value"] = {"tool_calls": float("inf"), "pass_rate": value}
    path = with_member(tmp_path / "log.eval", "summaries.json", json.dumps(rows).encode())
    if sentence:
        assert sentence in refusal(path)
    else:
        (agent,) = audit(path)["agents"]
        assert (agent["unscored"] == 40) == (value is not True)


# The zip file itself


def central(data: bytes, name: bytes) -> int:
    """Where the directory of a zip file has the entry of a member."""
    place = data.rindex(b"PK\x01\x02", 0, data.rindex(name))
    assert data[place + 46 : place + 46 + len(name)] == name
    return place


@pytest.mark.parametrize(
    ("offset", "form", "value"),
    [
        (8, "<H", 1),  # encrypted
        (10, "<H", 12),  # packed with bzip2, which it is not
        (10, "<H", 99),  # packed with something unknown
        (12, "<H", 0xFFFF),  # no time of day
        (14, "<H", 0),  # no day
        (16, "<I", 1),  # another checksum
        (20, "<I", 5),  # shorter when packed
        (20, "<I", 0x7FFFFFFF),  # longer than the file
        (24, "<I", 5),  # shorter when unpacked
        (42, "<I", 7),  # elsewhere
        (42, "<I", 0x7FFFFFFF),  # beyond the end
    ],
)
def test_a_zip_file_that_lies(tmp_path: Path, offset: int, form: str, value: int) -> None:
    data = bytearray(EXAMPLE.read_bytes())
    for name in MEMBERS:
        struct.pack_into(form, data, central(bytes(data), name.encode()) + offset, value)
    result = run(write(tmp_path / "log.eval", bytes(data)))
    assert result.exit_code in {0, 1}
    assert (result.exit_code == 0) == (offset in {12, 14}) or "cannot be read" in result.stderr


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_log_that_was_not_written_to_its_end(tmp_path: Path, share: float) -> None:
    data = EXAMPLE.read_bytes()
    path = write(tmp_path / "log.eval", data[: int(len(data) * share)])
    assert "it is cut short; `inspect log recover` may save what is in it" in refusal(path)


def test_a_zip_file_that_is_no_log(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.eval", "w") as archive:
        archive.writestr("readme.txt", "hello")
    assert "There is no item named '_journal/start.json'" in refusal(tmp_path / "a.eval")


def test_a_log_in_json_says_the_same(tmp_path: Path) -> None:
    def change(name: str, data: bytes) -> bytes:
        if name != "summaries.json":
            return data
        kept = {(row["id"], row["epoch"]) for row in rows}
        return json.dumps([r for r in json.loads(data) if (r["id"], r["epoch"]) in kept]).encode()

    path = log_in_json(tmp_path / "log.json", samples=10)
    rows = json.loads(path.read_text())["samples"]
    expected = audit(rewritten(tmp_path / "log.eval", change))["agents"]
    assert audit(path)["agents"] == expected
    assert expected[0]["rollouts"] == 10


def test_a_log_in_json_of_hidden_counts(tmp_path: Path) -> None:
    path = log_in_json(tmp_path / "log.json", samples=10)
    expected = audit(path)["agents"]
    data = json.loads(path.read_text())
    for sample in data["samples"]:
        sample["scores"]["success"]["explanation"] = "It works."
    assert audit(write(path, data))["agents"] == expected
    data["samples"] = None
    assert "holds no rollouts" in refusal(write(path, data))
