"""Sound files of every format, damaged at random: a sentence, or figures that can be."""

import json
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from audit.helpers import EXAMPLE, SOUND, log_in_json, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

TOKENS = [b"[", b"]", b"{", b"}", b'"', b",", b":", b"\\", b"-", b"\n", b"\r", b"\x00", b"\xff"]
TOKENS += [b"NaN", b"Infinity", b"null", b"true", b"1e999", b"0.5", b"2", b"9" * 5000, b"\\ud800"]
TOKENS += [b"\xef\xbb\xbf", b"\x1b[31m", b"[/]", b'"a": 1,', b"[" * 2000, b"PAR1", b"PK\x01\x02"]

PLACE = st.floats(0, 1)
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), PLACE, st.sampled_from(TOKENS) | st.binary(max_size=4)),
        st.tuples(st.just("replace"), PLACE, st.sampled_from(TOKENS) | st.binary(max_size=4)),
        st.tuples(st.just("delete"), PLACE, st.integers(1, 40)),
        st.tuples(st.just("repeat"), PLACE, st.integers(1, 200)),
        st.tuples(st.just("cut"), PLACE, st.just(0)),
    ),
    min_size=1,
    max_size=4,
)
Change = tuple[str, float, bytes | int]


def changed(data: bytes, changes: list[Change]) -> bytes:
    for what, share, value in changes:
        place = int(share * len(data))
        head, tail = data[:place], data[place:]
        if isinstance(value, bytes):
            kept = tail if what == "insert" else tail[len(value) :]
            data = head + value + kept
        elif what == "delete":
            data = head + tail[value:]
        elif what == "repeat":
            data = head + tail[:value] + tail
        else:
            data = head
    return data


def small_log(path: Path) -> Path:
    """A log that is quick to read; two of its rollouts are whole."""
    with zipfile.ZipFile(EXAMPLE) as old, zipfile.ZipFile(path, "w") as new:
        rows = json.loads(old.read("summaries.json"))[:4]
        rows[0]["scores"]["success"]["explanation"] = ""
        new.writestr("summaries.json", json.dumps(rows))
        for name in old.namelist():
            if name == "header.json" or any(
                name == f"samples/{row['id']}_epoch_{row['epoch']}.json" for row in rows[:2]
            ):
                new.writestr(name, old.read(name))
    return path


MAKERS: dict[str, tuple[str, Callable[[Path], Path]]] = dict(SOUND)
MAKERS |= {
    "log": ("log.eval", small_log),
    "log in JSON": ("log.json", lambda path: log_in_json(path, samples=2)),
}


@cache
def sound_files(kind: str) -> tuple[tuple[str, bytes], ...]:
    """Names below a folder, and contents."""
    name, make = MAKERS[kind]
    with tempfile.TemporaryDirectory() as folder:
        made = make(Path(folder) / name)
        files = sorted(each for each in Path(folder).rglob("*") if each.is_file())
        assert made.exists()
        return tuple((str(each.relative_to(folder)), each.read_bytes()) for each in files)


@pytest.mark.parametrize("kind", MAKERS)
def test_a_damaged_file_gives_a_sentence_or_figures_that_can_be(kind: str) -> None:
    examples = 8 if kind == "parquet" else 40  # each one starts a process

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck), database=None)
    @given(CHANGES)
    def damage(changes: list[Change]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for number, (name, data) in enumerate(sound_files(kind)):
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data if number else changed(data, changes))
            check(Path(folder))

    damage()


def check(folder: Path) -> None:
    result = run(folder, "--json", "-k", "2")
    if result.exit_code:
        assert result.exit_code == 1
        assert result.stderr.startswith("Error: ")
        assert result.stderr.count("\n") == 1
        assert result.stderr.strip().isprintable()
        return
    for agent in json.loads(result.stdout, parse_constant=pytest.fail)["agents"]:
        for name in ("success", "reliability_at_k", "reliability_all_k", "test_fraction"):
            figure = agent[name]
            assert (
                figure is None or 0 <= figure["lower"] <= figure["estimate"] <= figure["upper"] <= 1
            )
