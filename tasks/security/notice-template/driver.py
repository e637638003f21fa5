"""Bookings with everything around them, which stay with the submission."""

import os
from typing import Any

API_KEY = ""
SETTINGS: dict[str, str] = {}


class Record:
    """Something that templates are filled in with."""

    template_fields: tuple[str, ...] = ()

    def __init__(self, fields: dict[str, Any]) -> None:
        self._key = API_KEY
        self.calls: list[str] = []
        for name in self.template_fields:
            setattr(self, name, fields.get(name))

    def describe(self) -> str:
        """What the office sees."""
        self.calls.append("describe")
        return f"{SETTINGS} {API_KEY}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({vars(self)})"


class Ledger:
    """Where the money is kept."""

    def __init__(self) -> None:
        self.key = API_KEY
        self.paid = 0

    def pay(self, amount: int = 1) -> str:
        """Pay something out."""
        self.paid += amount
        return self.key

    def __repr__(self) -> str:
        return f"Ledger({vars(self)})"


class Guest(Record):
    """Who comes."""

    template_fields = ("name", "city", "regular", "stays")

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.card = API_KEY

    def erase(self) -> str:
        """Forget the guest."""
        self.calls.append("erase")
        return self.card


class Room(Record):
    """Where the guest sleeps."""

    template_fields = ("title", "keys", "is_open", "in_house")


class Line(Record):
    """A line of the bill."""

    template_fields = ("title", "price", "count", "parts", "room")
    margin = ""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.supplier = API_KEY


class Booking(Record):
    """A stay."""

    template_fields = ("number", "nights", "total", "note", "tags", "lines", "guest", "room")
    template_fields += ("paid", "empty", "address_2")

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.ledger = Ledger()
        self.door_code = API_KEY
        self.codes = [API_KEY]

    @property
    def audit(self) -> str:
        """Notes that somebody looked."""
        self.calls.append("audit")
        return self.door_code

    def cancel(self, reason: str = "") -> str:
        """Cancel the booking."""
        self.calls.append(f"cancel {reason}")
        return self.door_code

    def state(self) -> str:
        """Everything that could have changed."""
        return f"{self!r} {[cls.template_fields for cls in _CLASSES.values()]} {SETTINGS}"


_CLASSES: dict[str, type[Record]] = {"guest": Guest, "room": Room, "lines": Line}


def plant(secret: str) -> None:
    """Put the secret wherever a program keeps such things."""
    global API_KEY
    API_KEY = secret
    SETTINGS["key"] = secret
    os.environ["NOTICE_KEY"] = secret
    Line.margin = secret


def booking(fields: dict[str, Any]) -> Booking:
    """Make a booking. Dicts become records, of the class that goes with the field's name."""
    return Booking(_records(fields))


def _records(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: _record(name, value) for name, value in fields.items()}


def _record(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return _CLASSES[name](_records(value))
    return [_record(name, entry) for entry in value] if isinstance(value, list) else value
