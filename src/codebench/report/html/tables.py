"""Tables that become cards on a narrow screen, each with a caption that says what it is of."""

from collections.abc import Collection, Iterable, Sequence

from codebench.report.html.markup import Html, element, text

__all__ = ["table"]


def table(  # noqa: PLR0913 -- the parts of a table
    title: str,
    foot: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Html]],
    *,
    words: Collection[str] = (),
    kind: str | None = None,
) -> Html:
    """A table with a title above and its denominators below.

    Args:
        title: What it shows.
        foot: k, n, challenges, unscored rollouts, interval: whatever its numbers are of.
        heads: Names of the columns; the first column names the row.
        rows: Cells.
        words: Columns that hold words, not numbers.
        kind: Class of the table.
    """
    head = element("tr", *(_cell("th", text(each), each in words, scope="col") for each in heads))
    body = [_row(heads, row, words) for row in rows]
    return element(
        "figure",
        element("figcaption", text(title)),
        element(
            "div",
            element("table", element("thead", head), element("tbody", *body), class_=kind),
            class_="wide",
        ),
        element("p", text(foot), class_="foot"),
        class_="table",
    )


def _row(heads: Sequence[str], cells: Sequence[Html], words: Collection[str]) -> Html:
    first, *others = cells
    named = zip(heads[1:], others, strict=True)
    return element(
        "tr",
        element("th", first, scope="row"),
        *(_cell("td", cell, head in words, data_label=head) for head, cell in named),
    )


def _cell(tag: str, content: Html, words: bool, **attributes: object) -> Html:  # noqa: FBT001
    return element(tag, content, class_="words" if words else None, **attributes)
