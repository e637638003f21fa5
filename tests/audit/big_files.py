"""Makes files that are larger than the memory an audit of them may use."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
from audit.helpers import EXAMPLE, lm_record, log_in_json, tb_trial
from pyarrow.parquet import ParquetWriter, write_table

SIZE = 16 * 2**20
"""Bytes of a file."""

TEXT = "def solve():\n    return 'a\u00e9'\n" * 600
"""An answer of some 20 kB."""


def filled(path: Path, start: str, piece: Callable[[int], str], end: str) -> Path:
    """A file with as many pieces as it takes."""
    with path.open("w", encoding="utf-8") as file:
        file.write(start)
        number = 0
        while file.tell() < SIZE:
            file.write((", " if number and end else "") + piece(number))
            number += 1
        file.write(end)
    return path


def samples(number: int, **more: Any) -> str:
    graded = [{"solution": f"{TEXT}{number} {n}", **more} for n in range(5)]
    return f'"T/{number}": {json.dumps(graded)}'


def trial(number: int, **more: Any) -> str:
    tests = {"a": "passed", "b": "failed"}
    told = tb_trial(f"t{number % 9}.{number}", resolved=False, tests=tests)
    told |= {"task_name": f"t{number % 9}", "verifier_result": {"rewards": {"reward": 0}}}
    return json.dumps(told | {"instruction": TEXT} | more)


def record(number: int) -> str:
    told = {"task": number % 99, "success": number % 2 == 0, "completion": f"{TEXT}{number}"}
    return json.dumps(told)


def human(number: int) -> str:
    told = {"task_id": number % 99, "passed": True, "completion": f"{TEXT}{number}"}
    return json.dumps(told) + "\n"


def likelihood(number: int) -> str:
    return json.dumps(lm_record(number, 1.0) | {"doc": TEXT}) + "\n"


def row(number: int) -> str:
    return f'{number % 99},{number % 2},"{TEXT}{number}"\n'


def log(path: Path) -> Path:
    whole = json.loads(log_in_json(path, samples=1).read_text())
    (sample,) = whole.pop("samples")
    sample["messages"] = [{"role": "user", "content": TEXT}] * 20

    def piece(number: int) -> str:
        return json.dumps(sample | {"epoch": number + 1, "uuid": str(number)})

    start = json.dumps(whole)[:-1] + ', "samples": ['
    return filled(path, start, piece, "]}")


def packed_log(path: Path) -> Path:
    """A log whose summaries have this size."""
    with zipfile.ZipFile(EXAMPLE) as old, zipfile.ZipFile(path, "w") as new:
        new.writestr("header.json", old.read("header.json"))
        rows = json.loads(old.read("summaries.json"))
        with new.open("summaries.json", "w") as file:
            for number in range(SIZE // len(TEXT) // 4):
                row = rows[number % len(rows)] | {"epoch": number, "uuid": str(number)}
                row |= {"input": f"{TEXT * 4}{number}"}
                file.write((b", " if number else b"[") + json.dumps(row).encode())
            file.write(b"]")
    return path


def parquet(path: Path) -> Path:
    """A file that has this size when it is unpacked."""
    size = 50
    with ParquetWriter(path, pa.schema({"success": pa.bool_(), "patch": pa.string()})) as writer:
        for group in range(SIZE // (size * len(TEXT))):
            texts = [f"{TEXT}{group} {n}" for n in range(size)]
            table = pa.table({"success": [True] * size, "patch": texts}, schema=writer.schema)
            writer.write_table(table, row_group_size=size)
    return path


def shared_text(path: Path) -> Path:
    """A small file that would be 80 GB, were its rows to be held each with its own text."""
    text = pa.DictionaryArray.from_arrays(pa.array([0] * 10_000, pa.int32()), ["p" * 2**23])
    write_table(pa.table({"success": [True] * 10_000, "patch": text}), path, compression="zstd")
    return path


def many_columns(path: Path) -> Path:
    names = ",".join(f"c{n}" for n in range(100_000))
    path.write_text(f"{names}\n" + ("1," * 99_999 + "1\n") * 3)
    return path


BIG: dict[str, Callable[[Path], Path]] = {
    "m_eval_results.json": lambda p: filled(
        p, '{"eval": {', lambda n: samples(n, base_status="pass", plus_status="fail"), "}}"
    ),
    "b_eval_results.json": lambda p: filled(
        p, '{"eval": {', lambda n: samples(n, status="pass", details={}), "}}"
    ),
    "m_results.jsonl": lambda p: filled(p, "", human, ""),
    "samples_x.jsonl": lambda p: filled(p, "", likelihood, ""),
    "results.json": lambda p: filled(p, '{"n_resolved": 0, "results": [', trial, "]}"),
    "result.json": lambda p: filled(p, '{"stats": {"evals": {}}, "trial_results": [', trial, "]}"),
    "reports.json": lambda p: filled(
        p, "{", lambda n: f'"i-{n}": {{"resolved": true, "patch": {json.dumps(TEXT)}}}', "}"
    ),
    "t.parquet": parquet,
    "t.csv": lambda p: filled(p, "task,success,completion\n", row, ""),
    "t.jsonl": lambda p: filled(p, "", lambda n: record(n) + "\n", ""),
    "t.json": lambda p: filled(p, "[", record, "]"),
    "log.json": log,
    "log.eval": packed_log,
}
"""Name to what makes a sound file. All answers of a file differ."""

HOSTILE: dict[str, tuple[Callable[[Path], Path], str]] = {
    "gap.json": (lambda p: filled(p, "[", lambda _: " " * 20_000, ""), "expecting value"),
    "shared.parquet": (shared_text, "its rows take too much memory"),
    "columns.csv": (many_columns, "More than 1,000 agents, such as c1000"),
}
