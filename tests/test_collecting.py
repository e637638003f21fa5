"""Submissions out of folders and archives that somebody hostile has filled."""

import io
import os
import tarfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from making import make_challenge

from codebench import collecting
from codebench.collecting import from_folder, from_tar
from codebench.strange_files import strange_trials
from codebench.submission import MAX_BYTES, Submission, flaw

NAMES = ("a.py", "inner/b.py")


def test_takes_what_is_asked_for_and_leaves_the_rest(tmp_path: Path) -> None:
    for name in ("a.py", "inner/b.py", "conftest.py", "inner/deep/a.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    expected = Submission.of({"a.py": b"a.py", "inner/b.py": b"inner/b.py"})
    assert from_folder(tmp_path, NAMES) == expected
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as members:
        members.add(tmp_path, arcname=".")
    archive.seek(0)
    assert from_tar(archive, NAMES) == expected


def test_a_missing_file_is_left_to_the_grader(tmp_path: Path) -> None:
    assert from_folder(tmp_path, NAMES) == Submission()
    assert from_tar(io.BytesIO(bytes(10240)), NAMES) == Submission()


def test_bytes_are_kept_whatever_they_are(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(bytes(range(256)))
    assert from_folder(tmp_path, NAMES).files == {"a.py": bytes(range(256))}


def test_a_hard_link_is_a_file_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"x = 1")
    os.link(tmp_path / "other", tmp_path / "a.py")
    assert from_folder(tmp_path, NAMES).files == {"a.py": b"x = 1"}


def test_a_file_without_rights_is_a_flaw_or_read_by_root(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"x = 1")
    (tmp_path / "a.py").chmod(0)
    submission = from_folder(tmp_path, NAMES)
    if os.geteuid() == 0:
        assert submission.files == {"a.py": b"x = 1"}
    else:
        assert submission.problem == "a.py cannot be read"


@pytest.mark.parametrize("kind", ["link", "file"])
def test_a_folder_above_a_file_must_be_one(tmp_path: Path, kind: str) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "b.py").write_bytes(b"secret")
    (tmp_path / "work").mkdir()
    if kind == "link":
        (tmp_path / "work" / "inner").symlink_to(tmp_path / "outside")
    else:
        (tmp_path / "work" / "inner").write_bytes(b"")
    submission = from_folder(tmp_path / "work", NAMES)
    assert submission.files == {}
    assert submission.problem is not None
    assert submission.problem.startswith("inner/b.py is not a regular file in plain folders")


def test_sizes_are_bounded_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.py").write_bytes(bytes(MAX_BYTES))
    assert from_folder(tmp_path, NAMES).problem is None
    (tmp_path / "inner" / "b.py").write_bytes(b"x")  # both together are one byte too many
    assert from_folder(tmp_path, NAMES).problem == f"larger than {MAX_BYTES} bytes"
    with (tmp_path / "a.py").open("r+b") as file:
        file.truncate(2**40)
    assert from_folder(tmp_path, NAMES).problem == f"larger than {MAX_BYTES} bytes"


def test_an_archive_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "MAX_ARCHIVE", 100_000)
    member = tarfile.TarInfo("other")
    member.size = 10**12

    class Endless(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            head = super().read(size)
            return head or bytes(size or 0)

    submission = from_tar(Endless(member.tobuf()), NAMES)
    assert submission.problem == "an archive of more than 100000 bytes"


def test_every_strange_file_is_a_flaw(tmp_path: Path) -> None:
    challenge = make_challenge(tmp_path / "doubling")
    (tmp_path / "strange").mkdir()
    trials = list(strange_trials(challenge, tmp_path / "strange"))
    assert len(trials) == len({trial.name for trial in trials}) > 20
    for trial in trials:
        assert trial.submission.files == {}, trial.name
        assert flaw(trial.submission, challenge), trial.name


def test_what_is_wrong_makes_a_submission_another_one() -> None:
    digests = {Submission(problem=problem).digest for problem in (None, "one", "two")}
    assert len(digests) == 3


GOOD = io.BytesIO()
with tarfile.open(fileobj=GOOD, mode="w", format=tarfile.PAX_FORMAT) as written:
    for _name in NAMES:
        _member = tarfile.TarInfo(_name)
        _member.size, _member.pax_headers = 3, {"comment": "é"}
        written.addfile(_member, io.BytesIO(b"x=1"))


@settings(max_examples=300, deadline=None)
@given(
    cuts=st.lists(
        st.tuples(st.integers(0, len(GOOD.getvalue()) - 1), st.binary(max_size=8)), max_size=6
    ),
    length=st.integers(0, len(GOOD.getvalue())),
)
@example(cuts=[], length=0)
@example(cuts=[(124, b"\x80\xff\xff\xff\xff\xff\xff\xff")], length=10240)
def test_a_damaged_archive_never_disturbs(cuts: list[tuple[int, bytes]], length: int) -> None:
    data = bytearray(GOOD.getvalue())
    for place, junk in cuts:
        data[place : place + len(junk)] = junk
    submission = from_tar(io.BytesIO(bytes(data[:length])), NAMES)
    assert set(submission.files) <= set(NAMES)
    assert submission.problem is None or submission.files == {}


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=2000))
def test_noise_never_disturbs(data: bytes) -> None:
    assert from_tar(io.BytesIO(data), NAMES).files == {}
