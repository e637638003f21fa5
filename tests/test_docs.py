"""The documents: links lead somewhere, and examples print what they say."""

import doctest
import re
from pathlib import Path

import pytest
from documented import PAGES, ROOT

LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, heading = link.partition("#")
        target = (page.parent / name) if name else page
        assert target.exists(), link
        if heading:
            assert heading in _headings(target.read_text(encoding="utf-8")), link


def _headings(text: str) -> set[str]:
    """As code hosts name them."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_print_what_they_say(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_there_are_examples() -> None:
    tried = doctest.testfile(str(ROOT / "docs" / "metrics.md"), module_relative=False).attempted
    assert tried > 10
