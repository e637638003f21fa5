"""A submission keeps its files byte for byte, whatever they hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai.model import ModelName, ModelOutput
from inspect_ai.solver import TaskState
from making import TOML, make_challenge, submit

from codebench.challenge import Challenge
from codebench.rollout import collect
from codebench.submission import MAX_BYTES, Submission, flaw


@pytest.fixture(scope="module")
def challenge(tmp_path_factory: pytest.TempPathFactory) -> Challenge:
    toml = TOML.replace('["double.py"]', '["double.py", "help.py"]\noptional = ["data.json"]')
    solutions = {f"solutions/{n}/help.py": "" for n in ("correct", "wrong_same", "wrong_square")}
    folder = tmp_path_factory.mktemp("challenges") / "doubling"
    return make_challenge(folder, {"challenge.toml": toml, **solutions})


def answered(text: str) -> TaskState:
    """The state of a rollout whose model said this."""
    return TaskState(
        model=ModelName("some/model"),
        sample_id="doubling",
        epoch=1,
        input="Please.",
        messages=[],
        output=ModelOutput.from_content("some/model", text),
    )


@given(st.dictionaries(st.sampled_from(["a.py", "b/c.py", "d.bin"]), st.binary()))
def test_any_bytes_come_back_from_the_log(files: dict[str, bytes]) -> None:
    submission = Submission.of(files)
    assert submission.files == files
    again = Submission.model_validate_json(submission.model_dump_json())
    assert again.files == files
    assert again.digest == submission.digest


def test_text_stays_readable_in_the_log() -> None:
    submission = Submission.of({"a.py": "größe = '€'\r\n".encode(), "b.bin": b"\xff\0"})
    assert submission.text == {"a.py": "größe = '€'\r\n"}
    assert submission.binary == {"b.bin": "/wA="}


def test_the_digest_is_of_names_and_contents() -> None:
    one = Submission.of({"a.py": b"x", "b.py": b"y"})
    assert one.digest == Submission.of({"b.py": b"y", "a.py": b"x"}).digest
    others = [{"a.py": b"y", "b.py": b"x"}, {"a.py": b"x"}, {"a.py": b"xb.py", "": b"y"}]
    digests = {one.digest, *(Submission.of(files).digest for files in others)}
    assert len(digests) == 1 + len(others)


def test_the_files_are_read_from_the_last_answer(challenge: Challenge) -> None:
    state = answered("Here:\n```python double.py\nA = 1\n```\n```python help.py\nB = 2\n```\n")
    assert collect(state, challenge).files == {"double.py": b"A = 1\n", "help.py": b"B = 2\n"}


def test_an_answer_without_code_is_an_empty_submission(challenge: Challenge) -> None:
    for text in ("", "I cannot help with that."):
        assert collect(answered(text), challenge).files == {}


def test_a_lone_surrogate_in_an_answer_is_kept_as_bytes(challenge: Challenge) -> None:
    submission = collect(answered("```python double.py\nA = '\ud800'\n```\n"), challenge)
    assert submission.text == {}
    assert submission.files == {"double.py": b"A = '\xed\xa0\x80'\n"}
    assert Submission.model_validate_json(submission.model_dump_json()) == submission


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({"double.py": b"", "help.py": b""}, None),
        ({"double.py": b"\xff", "help.py": b"", "data.json": b"{}"}, None),
        ({"double.py": b"x" * MAX_BYTES, "help.py": b""}, None),
        ({}, "double.py, help.py missing"),
        ({"double.py": b""}, "help.py missing"),
        ({"double.py": b"", "help.py": b"", "conftest.py": b""}, "conftest.py not asked for"),
        ({"double.py": b"x" * MAX_BYTES, "help.py": b"y"}, f"larger than {MAX_BYTES} bytes"),
    ],
)
def test_what_cannot_be_graded_is_named(
    challenge: Challenge, files: dict[str, bytes], complaint: str | None
) -> None:
    assert flaw(Submission.of(files), challenge) == complaint


def test_many_files_too_many_are_named_in_few_words(challenge: Challenge) -> None:
    files = {"double.py": b"", "help.py": b"", **{f"{n:050}.py": b"" for n in range(100)}}
    assert len(flaw(Submission.of(files), challenge) or "") < 250


def test_a_submission_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        submit("x = 1").text = {}  # type: ignore[misc]
