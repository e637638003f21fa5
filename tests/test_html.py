"""The page of a report: well-formed, on its own, safe from what logs say, and true to the data."""

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, strategies
from inspect_ai.log import read_eval_log, write_eval_log
from run_logs import Values, foreign_log, suite_log

from codebench.report.html.axes import Frame
from codebench.report.html.markup import element, text
from codebench.report.html.page import page
from codebench.report.model import Report, report_on
from codebench.report.reading import read

EXAMPLE = Path(__file__).parents[1] / "logs" / "example.eval"
VALUES: Values = {"a": ["SW", "W", "S", "-"], "b": ["SW", "SW", "?", "W"], "c": ["SW"] * 4}
VOID = {"meta", "circle", "line", "path", "polyline", "rect"}


class Page(HTMLParser):
    """Tags must close in the order in which they opened."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(markup)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def all(self, tag: str, **attributes: str) -> list[dict[str, str | None]]:
        named = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
        return [
            found for name, found in self.tags if name == tag and named.items() <= found.items()
        ]


def report_of(folder: Path) -> Report:
    return report_on(read([folder]), details=True)


@pytest.fixture(scope="module")
def example() -> str:
    return page(report_of(EXAMPLE))


def test_the_page_is_well_formed_and_says_what_it_is(example: str) -> None:
    parsed = Page(example)
    assert example.startswith("<!doctype html>\n<html lang=")
    assert "CodeBench report: security" in parsed.text
    assert parsed.all("meta", name="viewport")
    assert len(parsed.all("h1")) == 1


def test_the_page_needs_nothing_but_itself(example: str) -> None:
    parsed = Page(example)
    assert {tag for tag, _ in parsed.tags}.isdisjoint({"script", "link", "img", "iframe", "base"})
    names = {name for _, attributes in parsed.tags for name in attributes}
    assert names.isdisjoint({"src", "href", "srcset", "style", "background", "data"})
    assert not any(name.startswith("on") for name in names)
    for reference in ("http:", "https:", "//", "url(", "@import", "file:"):
        assert reference not in example


def test_the_page_is_for_light_and_dark_for_phones_and_paper(example: str) -> None:
    for media in ("prefers-color-scheme: dark", "max-width: 640px", "@media print"):
        assert media in example


def test_every_cell_of_a_card_has_a_label(example: str) -> None:
    parsed = Page(example)
    cells = parsed.all("td")
    assert [cell for cell in cells if "data-label" in cell]
    labels = {cell["data-label"] for cell in cells if "data-label" in cell}
    assert {"rank", "secure reliability@5", "secure reliability^5", "n", "unscored"} <= labels


def test_every_table_says_what_its_numbers_are_of(tmp_path: Path) -> None:
    suite_log(tmp_path, VALUES, model="mockllm/one", cwe={"a": [89]})
    suite_log(tmp_path, VALUES, model="mockllm/two")
    parsed = Page(page(report_of(tmp_path)))
    tables = len(parsed.all("figure", class_="table"))
    feet = len(parsed.all("p", class_="foot"))
    assert tables == 5  # leaderboard, comparisons of two readings, weaknesses, what it took
    assert feet == tables + 3  # curves, scatter, strips
    assert "24 rollouts, 2 of them unscored." in parsed.text
    assert "k=2, n=3 to 4 scored rollouts of a challenge, 3 challenges." in parsed.text
    assert "95%, method envelope, estimand population (challenges like these)" in parsed.text


def test_every_axis_is_labelled_with_k_and_n(tmp_path: Path) -> None:
    suite_log(tmp_path, VALUES)
    words = Page(page(report_of(tmp_path))).text
    assert "k of n=3 to 4, 3 challenges" in words
    assert "reliability, 95% envelope" in words
    assert "works (k=1, n=3 to 4, 95% envelope)" in words
    assert "secure (k=1, n=3 to 4, 95% envelope)" in words


def test_no_exploit_that_succeeded_is_said_in_words(tmp_path: Path) -> None:
    log = read_eval_log(str(EXAMPLE))
    for sample in log.samples or []:
        for test in sample.store["Rollout:verdict"]["tests"]:
            test["passed"] = True
    write_eval_log(log, str(tmp_path / "safe.json"))
    words = Page(page(report_of(tmp_path))).text
    assert re.search(r"None of the \d+ exploits that were tried succeeded", words)


def test_each_rollout_is_a_square(example: str) -> None:
    parsed = Page(example)
    strips = [each for each in parsed.all("svg", class_="strip") if "aria-label" in each]
    assert len(strips) == 5
    assert all("replay/mixed at " in str(strip["aria-label"]) for strip in strips)
    assert len(re.findall(r"<title>rollout \d: ", example)) == 40
    task = report_of(EXAMPLE).tasks[0]
    for outcome, count in task.outcomes.items():
        assert len(re.findall(rf"<title>rollout \d: {outcome}</title>", example)) == count


def test_many_rollouts_take_several_lines(tmp_path: Path) -> None:
    foreign_log(tmp_path, {"a": [1, 0] * 20})
    (strip,) = [
        each
        for each in Page(page(report_of(tmp_path))).all("svg", class_="strip")
        if "aria-label" in each
    ]
    assert strip["viewbox"] == "0 0 288 54"
    assert strip["aria-label"] == "mockllm/agent at a: 20 working, 20 failed"


def test_curves_are_drawn_where_the_numbers_are(tmp_path: Path) -> None:
    suite_log(tmp_path, VALUES)
    report = report_of(tmp_path)
    markup = page(report)
    for curve in report.tasks[0].curves:
        frame = Frame(330, 250, 1, len(curve.points))
        for reading, shares in (
            ("any", [point.any_of_k for point in curve.points]),
            ("all", [point.all_of_k for point in curve.points]),
        ):
            places = " ".join(f"{frame.x(k)},{frame.y(s)}" for k, s in enumerate(shares, 1))
            assert f'points="{places}" class="{curve.measure} {reading}"' in markup


def test_a_frame_puts_shares_between_its_edges() -> None:
    frame = Frame(330, 250, 1, 8)
    assert frame.x(1) < frame.x(4) < frame.x(8) < 330
    assert 0 < frame.y(1) < frame.y(0.5) < frame.y(0) < 250
    assert (frame.y(1) + frame.y(0)) / 2 == frame.y(0.5)


def test_agents_at_the_same_place_share_a_mark(tmp_path: Path) -> None:
    for model in ("mockllm/one", "mockllm/two"):
        suite_log(tmp_path, VALUES, model=model)
    assert '<text x="' in (markup := page(report_of(tmp_path)))
    assert re.search(r'class="mark-name">1, 2</text>', markup)


def test_weaknesses_are_coloured_by_their_share(tmp_path: Path) -> None:
    suite_log(tmp_path, VALUES, cwe={"a": [89], "c": [22], "b": [79]})
    parsed = Page(page(report_of(tmp_path)))
    fields = [each["fill"] for each in parsed.all("rect", class_="heat")]
    assert fields[0] == "rgb(0,90,150)"  # CWE-22, where every rollout works and is secure
    assert len(set(fields)) == 3
    assert "4 of 4" in parsed.text


def test_a_weakness_without_a_verdict_has_no_share(tmp_path: Path) -> None:
    suite_log(tmp_path, {"a": ["?", "?"], "b": ["SW", "W"]}, cwe={"a": [89]})
    assert "no scored rollout" in Page(page(report_of(tmp_path))).text


HOSTILE = "<script>alert(1)</script>\"'><svg onload=x>&amp;\u202e\x00"


def test_what_logs_say_stays_text(tmp_path: Path) -> None:
    log = read_eval_log(str(EXAMPLE))
    log.eval.model, log.eval.task = f"m/{HOSTILE}", f"task {HOSTILE}"
    log.eval.task_version = f"1-{HOSTILE}"
    for sample in log.samples or []:
        sample.id = f"{sample.id} {HOSTILE}"
        verdict = sample.store["Rollout:verdict"]
        verdict["challenge"] = sample.id
        for test in verdict["tests"]:
            test["label"], test["id"] = HOSTILE, f"{test['id']} {HOSTILE}"
    log.eval.dataset.sample_ids = []
    write_eval_log(log, str(tmp_path / "hostile.json"))
    markup = page(report_of(tmp_path), bundle=f"https://example.org/{HOSTILE}")
    parsed = Page(markup)
    assert {tag for tag, _ in parsed.tags}.isdisjoint({"script"})
    assert not any(name.startswith("on") for _, found in parsed.tags for name in found)
    assert "\u202e" not in markup
    assert "\x00" not in markup
    assert "<script>alert(1)</script>" in parsed.text


def test_rollouts_link_into_a_bundle(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a log.eval").write_bytes(EXAMPLE.read_bytes())
    parsed = Page(page(report_of(tmp_path), bundle="https://example.org/logs/"))
    links = [found["href"] for found in parsed.all("a")]
    assert len(links) == 40
    assert links[0] == (
        "https://example.org/logs/index.html"
        "#/logs/sub/a%20log.eval/samples/sample/discount-rules/1/"
    )


def test_notes_are_shown(tmp_path: Path) -> None:
    for name in ("one.eval", "two.eval"):
        (tmp_path / name).write_bytes(EXAMPLE.read_bytes())
    assert "is left out: it is an older copy" in Page(page(report_of(tmp_path))).text


@given(strategies.text())
def test_text_comes_out_as_it_went_in_but_for_what_cannot_be_seen(words: str) -> None:
    markup = text(words)
    assert not set(markup) & set("<>\"'")
    seen = "".join(each for each in words if each.isprintable() or each in "\n\t")
    assert unescape(markup) == seen


def test_markup_escapes_all_but_markup() -> None:
    assert element("p", text("<&>\"'"), title='"', hidden=True, class_=None) == (
        '<p title="&quot;" hidden>&lt;&amp;&gt;&quot;&#x27;</p>'
    )
    assert element("rect", fill_opacity=1) == '<rect fill-opacity="1"/>'
