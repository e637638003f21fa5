"""Challenges are found by folder, by name and by weakness; a name means one challenge only."""

from pathlib import Path

import pytest
from making import TOML, make_challenge

from codebench import catalogue
from codebench.catalogue import (
    FAMILIES,
    committed,
    family,
    installed,
    load_folder,
    lookup,
    register,
    select,
)
from codebench.challenge import Challenge, ChallengeError
from codebench.digest import digest_of


@pytest.fixture(autouse=True)
def _no_private_challenges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_private", {})


def about(folder: Path, *cwe: int) -> Challenge:
    """A challenge about these weaknesses."""
    return make_challenge(
        folder,
        {
            "challenge.toml": TOML.replace("cwe = []", f"cwe = {list(cwe)}"),
            "tests/test_exploits.py": "def test_calm(candidate):\n    candidate.double(1)\n",
            "solutions/correct/double.py": None,
        },
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    about(tmp_path / "queries", 89)
    about(tmp_path / "commands", 78, 88)
    make_challenge(tmp_path / "arithmetic")
    return tmp_path


def slugs(challenges: tuple[Challenge, ...]) -> list[str]:
    return [challenge.slug for challenge in challenges]


def test_a_folder_is_read_in_the_order_of_the_names(folder: Path) -> None:
    (folder / "README.md").write_text("not a challenge")
    for name in ("_drafts", ".git"):
        (folder / name).mkdir()
    assert slugs(load_folder(folder)) == ["arithmetic", "commands", "queries"]


def test_a_folder_that_is_not_there_or_empty_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ChallengeError, match="nowhere: there is no such folder"):
        load_folder(tmp_path / "nowhere")
    with pytest.raises(ChallengeError, match="no challenges in it"):
        load_folder(tmp_path)


def test_one_malformed_challenge_spoils_the_folder(folder: Path) -> None:
    (folder / "queries" / "prompt.md").unlink()
    with pytest.raises(ChallengeError, match=r"queries/prompt\.md"):
        load_folder(folder)


@pytest.mark.parametrize(
    ("only", "cwe", "chosen"),
    [
        ([], [], ["arithmetic", "commands", "queries"]),
        (["queries", "arithmetic"], [], ["arithmetic", "queries"]),
        ([], [88], ["commands"]),
        ([], [89, 78], ["commands", "queries"]),
        (["queries"], [89, 78], ["queries"]),
    ],
)
def test_selects_by_name_and_by_weakness(
    folder: Path, only: list[str], cwe: list[int], chosen: list[str]
) -> None:
    assert slugs(select(load_folder(folder), only, cwe)) == chosen


def test_an_unknown_name_is_answered_with_those_there_are(folder: Path) -> None:
    with pytest.raises(ChallengeError) as refused:
        select(load_folder(folder), ["queries", "querys"])
    assert str(refused.value) == (
        "only=querys: no such challenge; there are arithmetic, commands, queries."
    )


@pytest.mark.parametrize("only", [[], ["queries"]])
def test_a_weakness_that_no_challenge_is_about_is_refused(folder: Path, only: list[str]) -> None:
    with pytest.raises(ChallengeError, match="cwe=78,22: no challenge is about this"):
        select(select(load_folder(folder), ["queries"]), only, [78, 22])


def test_two_challenges_of_one_name_are_refused(tmp_path: Path) -> None:
    two = [make_challenge(tmp_path / place / "doubling") for place in ("here", "there")]
    with pytest.raises(ChallengeError, match="doubling: two challenges have this name"):
        select(two)


def test_a_registered_challenge_is_found_by_its_name(folder: Path) -> None:
    challenges = load_folder(folder)
    with pytest.raises(ChallengeError, match=r"queries: no challenge of this name.*challenges="):
        lookup("queries")
    register(challenges)
    register(challenges)  # a second task on the same folder
    assert lookup("queries") == challenges[2]


def test_a_registered_name_is_not_given_to_another_folder(tmp_path: Path) -> None:
    mine, other = (make_challenge(tmp_path / name / "doubling") for name in ("mine", "other"))
    register([mine])
    with pytest.raises(ChallengeError) as refused:
        register([other])
    assert str(mine.folder) in str(refused.value)
    assert str(other.folder) in str(refused.value)
    assert lookup("doubling") == mine


def test_a_private_challenge_cannot_take_the_name_of_an_installed_one(tmp_path: Path) -> None:
    taken = installed()[0]
    with pytest.raises(ChallengeError, match="already"):
        register([make_challenge(tmp_path / taken.slug)])
    assert lookup(taken.slug) == taken


def test_every_family_is_installed_under_distinct_names() -> None:
    names = slugs(installed())
    assert sorted(names) == sorted(set(names))
    assert names == [name for each in FAMILIES for name in slugs(family(each))]
    assert all(challenge.has_security_side for challenge in family("security"))
    assert not any(challenge.has_security_side for challenge in family("algorithmic"))


def test_only_references_of_the_installed_suite_are_committed(tmp_path: Path) -> None:
    assert all(digest_of(s.files) in committed() for c in installed() for s in c.solutions)
    private = make_challenge(tmp_path / "private")
    register([private])
    assert not any(digest_of(solution.files) in committed() for solution in private.solutions)
