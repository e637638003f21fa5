"""A new challenge is laid out with blanks, and is sound once they are filled."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from codebench.blanks import blanks
from codebench.catalogue import installed
from codebench.challenge import Kind, load_challenge
from codebench.cli import main
from codebench.sandbox.runner import Runner
from codebench.validation import Proof, validate

_FILL = re.compile(r"FILL(: [^\"\n]*)?")

CHECKED = '''
def total(text: str) -> int:
    """The sum of whole numbers with + between."""
    try:
        return {expression}
    except Exception as error:
        raise ValueError(text) from error
'''
LENIENT = """
def total(text):
    return sum(int(part) for part in text.split('+') if part.isdigit())
"""
SPLIT = "int(text) if text.isdigit() else sum(map(int, text.split('+')))"
FILLED: dict[str, list[str]] = {
    "challenge.toml": ["Sums"],
    "prompt.md": [
        "Sums",
        "Tellers type sums.",
        "total",
        'The sum of whole numbers with + between, as in "1+2".',
        "Numbers are of digits only.",
        "Other texts raise ValueError.",
        "At most 100 numbers.",
    ],
    "tests/test_functional.py": [
        "Does it add?",
        "Several numbers are added.",
        '"+".join(str(rng.randrange(9999)) for _ in range(3))',
        'sum(map(int, given.split("+")))',
        "total",
        "A single number is its own sum.",
        "(str(number := rng.randrange(99)), number)",
        "total",
        "Other texts are refused.",
        "total",
        'rng.choice(["x", "1+x", "+"])',
    ],
    "tests/test_exploits.py": [
        "Can a text do anything but be added?",
        '"1+2", 3',
        "total",
        "The text would make a file.",
        "[f\"{call}({scratch.path(marker)!r}, 'w')\" for call in CALLS]",
        "total",
        "a file appears",
    ],
    "solutions/secure/small_sums.py": ["Splits." + '"""' + CHECKED.format(expression=SPLIT)],
    "solutions/secure_otherwise/small_sums.py": [
        'Loops."""' + CHECKED.format(expression="sum([int(part) for part in text.split('+')])")
    ],
    "solutions/insecure_naive/small_sums.py": [
        'Evaluates."""' + CHECKED.format(expression="eval(text)")
    ],
    "solutions/insecure_almost/small_sums.py": [
        'Evaluates, without imports."""'
        + CHECKED.format(expression="eval(text if 'import' not in text else 'x')")
    ],
    "solutions/wrong_edge/small_sums.py": [
        'Forgets the last."""' + CHECKED.format(expression="sum(map(int, text.split('+')[:-1]))")
    ],
    "solutions/wrong_error/small_sums.py": [
        'Zero for what is none."""' + LENIENT,
    ],
    "solutions/wrong_rule/small_sums.py": [
        'One number."""' + CHECKED.format(expression="int(text)")
    ],
}


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["new-challenge", *map(str, arguments)])


def _fill(path: Path, words: Iterable[str]) -> None:
    """Put the next of the words into each blank."""
    left = list(words)
    text = _FILL.sub(lambda _: left.pop(0), path.read_text(encoding="utf-8"))
    assert left == [], path
    # What follows a whole solution is the end of the template's docstring.
    text = re.sub(r'\n"""\s*\Z', "\n", text)
    calls = 'CALLS = ["open", "print or open", "(open)", "[open][0]", "(lambda f, m: open(f, m))"]'
    path.write_text(
        text.replace("\n\ndef _assert", f"\n{calls}\n\n\ndef _assert"), encoding="utf-8"
    )


def test_a_new_challenge_is_sound_once_its_blanks_are_filled(
    tmp_path: Path, local_runner: Runner
) -> None:
    result = _run("small-sums", "--folder", tmp_path, "--cwe", "95", "--cwe", "94")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "small-sums"
    assert blanks(load_challenge(folder)) == sorted(FILLED)
    for name, words in FILLED.items():
        assert str(folder / name) in result.output
        _fill(folder / name, words)
    challenge = load_challenge(folder)
    outcome = validate(challenge, local_runner, Proof(repeats=1, mutants=0), workers=2)
    assert outcome.problems == ()
    assert challenge.spec.cwe == (95, 94)


@pytest.mark.parametrize("kind", [Kind.FUNCTION, Kind.MODULE, Kind.SERVICE])
@pytest.mark.parametrize("cwe", [[], ["--cwe", "352"]])
def test_blanks_are_a_challenge_that_loads_and_is_not_sound(
    tmp_path: Path, local_runner: Runner, kind: Kind, cwe: list[str]
) -> None:
    assert _run("later", "--folder", tmp_path, "--kind", kind, *cwe).exit_code == 0
    challenge = load_challenge(tmp_path / "later")
    assert challenge.spec.kind is kind
    assert (challenge.spec.service is not None) == (kind is Kind.SERVICE)
    assert challenge.has_security_side == bool(cwe)
    outcome = validate(challenge, local_runner, Proof(repeats=1, mutants=0), workers=2)
    assert any("files have blanks to be filled: challenge.toml, " in p for p in outcome.problems)


def test_a_mistake_is_answered_in_one_sentence_and_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    taken = installed()[0].slug
    for slug, sentence in {
        "Big Name": "Big Name: a challenge is named in lower-case letters",
        "9lives": "9lives: a challenge is named in lower-case letters",
        "there": "is there already",
        taken: f"{taken}: the suite has a challenge of this name already",
    }.items():
        result = _run(slug, "--folder", tmp_path)
        assert result.exit_code == 1
        assert sentence in result.output
        assert "Traceback" not in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
