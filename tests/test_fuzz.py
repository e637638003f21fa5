"""Noise at every door: answers, files of a submission, frames of a worker, files of a challenge."""

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from making import TEST, TOML, make_challenge
from sandbox_helpers import Bench

from codebench.answer import read_files
from codebench.challenge import ChallengeError, load_challenge
from codebench.sandbox.judge.candidate import Caller, CandidateError, Handle
from codebench.sandbox.judge.clock import budget_clock
from codebench.sandbox.judge.workshop import Worker, WorkerFault
from codebench.sandbox.runner import Runner
from codebench.submission import Submission, flaw
from codebench.verdict import Blame

# Answers and submissions

PIECES = [
    "```",
    "```python",
    "``` a.py\n",
    "~~~",
    "\n",
    "def f():\n",
    "    return '```'\n",
    "a.py",
    " ",
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=20)), max_size=30))
def test_an_answer_gives_only_files_that_were_asked_for(pieces: list[str]) -> None:
    files = read_files("".join(pieces), ("a.py", "b.py"))
    assert set(files) <= {"a.py", "b.py"}
    submission = Submission.of(
        {name: text.encode("utf-8", "surrogatepass") for name, text in files.items()}
    )
    assert Submission.model_validate_json(submission.model_dump_json()) == submission


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.dictionaries(st.text(max_size=8), st.binary(max_size=40), max_size=4))
def test_a_submission_is_stored_byte_for_byte(tmp_path: Path, files: dict[str, bytes]) -> None:
    submission = Submission.of(files)
    assert submission.files == files
    folder = tmp_path / "doubling"
    challenge = load_challenge(folder) if folder.exists() else make_challenge(folder)
    assert bool(flaw(submission, challenge)) == (set(files) != {"double.py"})


@pytest.mark.docker
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(source=st.one_of(st.binary(max_size=60), st.text(max_size=60).map(lambda s: s.encode())))
@example(source=b"tried = 1\n\0")
@example(source="\ufeffdef x(): pass".encode("utf-16"))
def test_any_file_is_graded_and_fails(
    docker_runner: Runner, tmp_path_factory: pytest.TempPathFactory, source: bytes
) -> None:
    bench = Bench(tmp_path_factory.mktemp("noise"), docker_runner, TEST)
    verdict = bench.grade(source)
    assert verdict.blame is Blame.GRADED, verdict.detail
    assert not verdict.success


# Frames of a worker

PLAIN = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**70), 2**70),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from(["int", "list", "dict", "set", "Decimal", "handle", "date", "bytes"]),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)
ANSWERS = st.one_of(
    PLAIN,
    st.fixed_dictionaries({"id": st.just(1), "value": PLAIN}),
    st.fixed_dictionaries({"id": st.just(1), "raised": PLAIN}),
    st.fixed_dictionaries({"id": st.just(1), "fault": PLAIN}),
)


@contextmanager
def calling() -> Iterator[tuple[Caller, Worker, socket.socket]]:
    """A caller whose worker is whoever writes to the other end."""
    ours, theirs = socket.socketpair()
    worker = Worker(ours, 1)
    try:
        yield Caller(worker, lambda: 1.0, budget_clock(5.0, locked=False)), worker, theirs
    finally:
        ours.close()
        theirs.close()


def ended(caller: Caller, worker: Worker) -> object:
    """What a test gets of a call: a value, an exception, or a fault that stays."""
    try:
        return caller.call(None, "f", (), {})
    except CandidateError as error:
        return error
    except WorkerFault as fault:
        outcome = fault
    assert worker.fault is outcome.reason
    with pytest.raises(WorkerFault):
        caller.call(None, "f", (), {})
    return outcome


@settings(max_examples=400, deadline=None)
@given(ANSWERS)
@example({"id": 1, "fault": "budget"})
@example({"id": 1, "raised": ["x" * 10**5]})
@example({"id": 1, "value": ["Decimal", "1E999999999"]})
@example({"id": 1, "value": ["dict", [[["list"], 1]]]})
def test_any_answer_is_a_value_an_exception_or_a_fault(answer: object) -> None:
    body = json.dumps(answer).encode()
    with calling() as (caller, worker, theirs):
        theirs.sendall(struct.pack("!I", len(body)) + body)
        theirs.shutdown(socket.SHUT_WR)
        outcome = ended(caller, worker)
    if isinstance(outcome, CandidateError | Handle):
        assert isinstance(answer, dict)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=40))
@example(struct.pack("!I", 2**32 - 1))
@example(struct.pack("!I", 4) + b"nul")
def test_any_bytes_are_a_fault(data: bytes) -> None:
    with calling() as (caller, worker, theirs):
        with suppress(OSError):
            theirs.sendall(data)
            theirs.shutdown(socket.SHUT_WR)
        assert isinstance(ended(caller, worker), WorkerFault)


# Files of a challenge

FILES = ["challenge.toml", "prompt.md", "tests/test_functional.py", "driver.py"]
LINES = st.sampled_from([*TOML.splitlines(), "[limits]", "[service]", "x = 1", "entry = []", "]"])


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    name=st.sampled_from(FILES),
    content=st.one_of(
        st.binary(max_size=60),
        st.text(max_size=60).map(lambda text: text.encode()),
        st.lists(LINES, max_size=9).map(lambda lines: "\n".join(lines).encode()),
    ),
)
@example(name="challenge.toml", content=TOML.encode() + b"[limits]\ncall_seconds = nan\n")
@example(name="challenge.toml", content=TOML.encode() + b"[limits]\nmemory_mb = 1e400\n")
@example(name="challenge.toml", content=TOML.encode() + b'title = "twice"\n')
@example(name="tests/test_functional.py", content=b"(" * 20_000)
def test_a_challenge_loads_or_its_file_is_named(tmp_path: Path, name: str, content: bytes) -> None:
    folder = tmp_path / "doubling"
    if not folder.exists():
        make_challenge(folder)
    whole = (folder / name).read_bytes() if (folder / name).exists() else None
    (folder / name).write_bytes(content)
    complaint = None
    try:
        load_challenge(folder)
    except ChallengeError as error:
        complaint = str(error)
    finally:
        (folder / name).unlink() if whole is None else (folder / name).write_bytes(whole)
    if complaint is not None:
        assert str(folder / name) in complaint
        assert "\n" not in complaint
