"""Bookings with everything around them, which stay with the submission."""

import os
from collections.abc import Mapping
from typing import Any

API_KEY = ""
SETTINGS: dict[str, str] = {}


class Record:
    """Something that templates are filled in with."""

    template_fields: tuple[str, ...] = ()

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._key = API_KEY
        self.calls: list[str] = []
        for name, value in fields.items():
            setattr(self, name, value)

    def describe(self) -> str:
        """What the office sees."""
        self.calls.append("describe")
        return f"{SETTINGS} {API_KEY}"

    def __str__(self) -> str:
        return f"a {type(self).__name__.lower()}"


class Ledger:
    """Where the money is kept."""

    def __init__(self) -> None:
        self.key = API_KEY
        self.name = API_KEY
        self.paid = 0

    def pay(self, amount: int = 1) -> str:
        """Pay something out."""
        self.paid += amount
        return self.key


class Guest(Record):
    """Who comes."""

    template_fields = ("name", "city", "email", "regular", "stays")

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.card = API_KEY
        self.notes = {"name": API_KEY, "secret": API_KEY}

    def erase(self) -> str:
        """Forget the guest."""
        self.calls.append("erase")
        return self.card


class Line(Record):
    """A line of the bill."""

    template_fields = ("title", "price", "count", "parts", "date")
    margin = ""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.supplier = API_KEY


class Booking(Record):
    """A stay."""

    template_fields = ("number", "nights", "arrival", "total", "note", "tags", "lines", "guest")
    template_fields += ("extras", "rows", "paid", "empty", "nothing", "room_2")

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.ledger = Ledger()
        self.door_code = API_KEY

    @property
    def audit(self) -> str:
        """Notes that somebody looked."""
        self.calls.append("audit")
        return self.door_code

    def cancel(self, reason: str = "") -> str:
        """Cancel the booking."""
        self.calls.append(f"cancel {reason}")
        return self.door_code

    def state(self) -> list[Any]:
        """Everything that could have changed."""
        records = [self, *_records(vars(self))]
        return [[_plain(vars(record)), record.template_fields] for record in records]


def _records(value: Any) -> list[Record]:
    if isinstance(value, Record):
        return [value, *_records(vars(value))]
    if isinstance(value, dict):
        return [record for item in value.values() for record in _records(item)]
    if isinstance(value, list):
        return [record for item in value for record in _records(item)]
    return []


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return str(value)
    if isinstance(value, Ledger):
        return _plain(vars(value))
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value


def plant(secret: str) -> None:
    """Put the secret wherever a program keeps such things."""
    global API_KEY
    API_KEY = secret
    SETTINGS["key"] = secret
    os.environ["NOTICE_KEY"] = secret
    Line.margin = secret


def booking(fields: dict[str, Any]) -> Booking:
    """Make a booking, with records in the places of the guest and the lines."""
    fields = dict(fields)
    if isinstance(fields.get("guest"), dict):
        fields["guest"] = Guest(fields["guest"])
    if "lines" in fields:
        fields["lines"] = [Line(line) for line in fields["lines"]]
    return Booking(fields)
