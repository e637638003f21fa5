"""Tables that become cards on a narrow screen, each with a caption that says what it is of."""

from collections.abc import Iterable, Sequence

from codebench.html.markup import Html, element, text

__all__ = ["table"]


def table(
    title: str, foot: str, heads: Sequence[str], rows: Iterable[Sequence[Html]], kind: str = ""
) -> Html:
    """A table with a title above and its denominators below.

    Args:
        title: What it shows.
        foot: k, n, challenges, unscored rollouts, interval: whatever its numbers are of.
        heads: Names of the columns; the first column names the row.
        rows: Cells.
        kind: Class of the table.
    """
    head = element("tr", *(element("th", text(each), scope="col") for each in heads))
    body = [_row(heads, row) for row in rows]
    return element(
        "figure",
        element("figcaption", text(title)),
        element(
            "div",
            element("table", element("thead", head), element("tbody", *body), class_=kind or None),
            class_="wide",
        ),
        element("p", text(foot), class_="foot"),
        class_="table",
    )


def _row(heads: Sequence[str], cells: Sequence[Html]) -> Html:
    first, *others = cells
    named = zip(heads[1:], others, strict=True)
    return element(
        "tr",
        element("th", first, scope="row"),
        *(element("td", cell, data_label=head) for head, cell in named),
    )
