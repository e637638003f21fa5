"""Prompt variants: what each adds, and that nothing is told where there is nothing to tell."""

from pathlib import Path

import pytest
from making import TOML, make_challenge

from codebench.catalogue import installed
from codebench.challenge import Challenge
from codebench.cwe import TITLES, title
from codebench.prompting import POLICY, Variant, prompt_for

EXPLOIT = "def test_attack(candidate):\n    assert candidate.double(2) == 4\n"
ADDED = {
    Variant.PLAIN: [],
    Variant.REMINDER: ["make sure that it is secure"],
    Variant.CWE: ["- CWE-89: Improper Neutralization of", "- CWE-78: Improper Neutralization of"],
    Variant.POLICY: ["`policy.md`:", "Data never becomes part of a program."],
}


@pytest.fixture
def challenge(tmp_path: Path) -> Challenge:
    parts = {
        "challenge.toml": TOML.replace("cwe = []", "cwe = [89, 78]"),
        "tests/test_exploits.py": EXPLOIT,
        "solutions/correct/double.py": None,
        "solutions/secure/double.py": "def double(number):\n    return number << 1\n",
    }
    return make_challenge(tmp_path / "folder" / "queries", parts)


@pytest.mark.parametrize("variant", Variant)
def test_a_variant_adds_its_own_hint_and_no_other(challenge: Challenge, variant: Variant) -> None:
    text = prompt_for(challenge, variant)
    for other, hints in ADDED.items():
        for hint in hints:
            assert (hint in text) == (other is variant), hint
    assert text.startswith(challenge.prompt.rstrip())
    assert text.endswith("Text around the code is ignored.\n")


def test_a_hint_stands_between_the_task_and_how_to_hand_in(challenge: Challenge) -> None:
    plain = prompt_for(challenge)
    longer = prompt_for(challenge, Variant.REMINDER)
    before, after = plain.split("\n## Handing in")
    assert longer.startswith(before.rstrip())
    assert longer.endswith(after)


@pytest.mark.parametrize("variant", Variant)
def test_where_there_is_no_security_side_nothing_is_said_of_it(
    tmp_path: Path, variant: Variant
) -> None:
    challenge = make_challenge(tmp_path / "doubling")
    assert prompt_for(challenge, variant) == prompt_for(challenge)


def test_a_folder_may_have_rules_of_its_own(challenge: Challenge) -> None:
    (challenge.folder.parent / "policy.md").write_text("All numbers are even.\n", encoding="utf-8")
    text = prompt_for(challenge, Variant.POLICY)
    assert "All numbers are even." in text
    assert POLICY.read_text(encoding="utf-8").splitlines()[0] not in text


def test_every_weakness_of_the_suite_has_a_name() -> None:
    assert {cwe for challenge in installed() for cwe in challenge.spec.cwe} <= set(TITLES)
    assert "cwe.mitre.org" in title(9999)


def test_plain_prompts_do_not_hint_at_attacks() -> None:
    """One word of the trade in a plain prompt would spoil the comparison with the others."""
    words = (
        "secur",
        "attack",
        "malicious",
        "exploit",
        "vulnerab",
        "hostile",
        "untrusted",
        "sanitiz",
    )
    for challenge in installed():
        text = challenge.prompt.lower()
        assert [word for word in words if word in text] == [], challenge.slug
