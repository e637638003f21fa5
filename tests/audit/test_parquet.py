"""Parquet: only what is needed of it, and what cannot be read."""

import sys
from pathlib import Path

import pyarrow as pa
import pytest
from audit.helpers import audit, refusal, remarks, rows, table_parquet
from pyarrow.parquet import write_table

from codebench.audit.formats import parquet


def test_without_pyarrow_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = table_parquet(tmp_path / "t.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "parquet needs pyarrow: install `codebench[data]`" in refusal(path)


def test_columns_of_the_same_name(tmp_path: Path) -> None:
    columns = [pa.array([True]), pa.array([False])]
    write_table(pa.Table.from_arrays(columns, ["success", "success"]), tmp_path / "t.parquet")
    assert "several columns have the name success" in refusal(tmp_path / "t.parquet")


def test_nested_columns_are_left_alone(tmp_path: Path) -> None:
    records = [{"success": True, "steps": {"deep": [{"er": n}]}} for n in range(3)]
    assert len(rows(table_parquet(tmp_path / "t.parquet", records))) == 3
    only = [{"steps": {"success": True}}]
    assert "no column says yes or no" in refusal(table_parquet(tmp_path / "t.parquet", only))


def test_an_empty_table(tmp_path: Path) -> None:
    write_table(pa.table({"success": pa.array([], pa.bool_())}), tmp_path / "t.parquet")
    assert "the table is empty" in refusal(tmp_path / "t.parquet")


def test_rows_of_several_groups_are_counted_on(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    values = [n % 3 == 0 for n in range(2500)]
    write_table(pa.table({"success": values}), path, row_group_size=700)
    found = rows(path)
    assert [row.success for row in found] == values
    assert [row.task for row in found] == [str(n + 1) for n in range(2500)]


@pytest.mark.parametrize("size", [50, 5000])
def test_answers_are_compared_where_they_are_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(parquet, "_LARGE", 2**13)
    records = [{"task": "x", "success": True, "patch": "p" * size + str(n % 2)} for n in range(4)]
    path = table_parquet(tmp_path / "t.parquet", records)
    (answers, *_) = [len({row.answer for row in rows(path)} - {None})]
    assert answers == (2 if size == 50 else 0)
    assert ("patch is too large to look for answers" in "".join(remarks(path))) == (size == 5000)
    assert len(audit(path)["warnings"]) == (1 if size == 50 else 0)
    if size == 5000:
        told = refusal(path, "--answer", "patch")
        assert "the column patch is too large to be read: write smaller groups of rows" in told


def test_a_single_value_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "MAX_LINE", 100)
    path = table_parquet(tmp_path / "t.parquet", [{"success": True, "patch": "p" * 101}])
    assert "a value in it is longer than" in refusal(path)


def test_text_that_is_none(tmp_path: Path) -> None:
    bad = pa.StringArray.from_buffers(1, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff"))
    write_table(pa.table({"success": [True], "task": bad}), tmp_path / "t.parquet")
    assert "not a sound parquet file: 'utf-8' codec can't decode" in refusal(tmp_path / "t.parquet")
