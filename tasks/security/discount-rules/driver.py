"""An order that stays with the submission, so that a test can look at it after a call."""

from typing import Any


class LiveOrder(dict[str, Any]):
    """An order like any other, which can be asked for its fields."""

    def fields(self) -> dict[str, Any]:
        """The fields as they are now."""
        return dict(self)


def live_order(fields: dict[str, Any]) -> LiveOrder:
    """Make an order of these fields."""
    return LiveOrder(fields)
