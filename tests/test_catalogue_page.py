"""The committed catalogue and the record behind it are those of the committed challenges."""

from pathlib import Path
from statistics import median

import pytest

from codebench.catalogue import TASKS, installed
from codebench.catalogue_page import page
from codebench.challenge import Challenge, ChallengeError
from codebench.validation import record
from codebench.validation.mutation import problems_of_mutants
from codebench.validation.run import LONGEST, SLOW, USUAL

DOCS = Path(__file__).parent.parent / "docs"
HOW = "`codebench validate --all --mutants --record` writes it anew"


def test_the_page_is_that_of_the_record() -> None:
    text = (DOCS / "catalogue.md").read_text(encoding="utf-8")
    assert text == page(installed(), record.read(TASKS)), HOW


@pytest.mark.parametrize("challenge", installed(), ids=lambda challenge: str(challenge.slug))
def test_every_challenge_was_proven_as_it_is(challenge: Challenge) -> None:
    measured = record.read(TASKS)[challenge.slug]
    assert measured.contents == challenge.contents, HOW
    assert (measured.decisive, measured.version) == (challenge.digest, challenge.spec.version)
    assert measured.flakes == 0
    assert measured.repeats >= 40
    assert 0 < measured.seconds < SLOW
    assert measured.slowest < LONGEST
    assert len(measured.mutants) >= 2
    assert list(problems_of_mutants(measured.mutants)) == []
    assert all(mutation.tried for mutation in measured.mutants)


def test_the_suite_is_quick_in_the_median() -> None:
    assert median(each.seconds for each in record.read(TASKS).values()) < USUAL


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    assert record.read(tmp_path) == {}
    (tmp_path / "measured.json").write_text('{"doubling": {}}')
    with pytest.raises(ChallengeError, match=r"measured\.json: cannot be read; .* writes it anew"):
        record.read(tmp_path)
