"""The account classes, with accounts that stay beside the submission."""

import operator
import re
from datetime import date
from typing import Any

RATES = {"vat": 20, "bonus": 1}
PROFILE = {"display_name", "bio", "birthday", "newsletter", "links", "address"}
PROFILE |= {"preferences", "labels", "search_key"}
OWN_LABEL = re.compile("[a-z0-9-]{1,20}")


class Address:
    """Where a member lives."""

    signed = False

    def __init__(self, fields: dict[str, Any]) -> None:
        """Start as the warehouse does."""
        self.street = fields["street"]
        self.city = fields["city"]
        self.postcode = fields["postcode"]
        self.country = fields["country"]
        self.verified = False
        self.zone = 3
        self.warehouse: dict[str, Any] = {"city": "Linz", "open": True}
        self._position = [48.2, 16.3]

    @property
    def city(self) -> str:
        """The city as it is written on parcels."""
        return self._city

    @city.setter
    def city(self, name: str) -> None:
        self._city = name
        self.sorting = name[:3].upper()

    @property
    def note(self) -> str:
        """What the courier was told."""
        return self._note

    @note.setter
    def note(self, text: str) -> None:
        self._note = text


class Account:
    """A member."""

    can_order = True
    is_tester = False

    def __init__(self, number: int, profile: dict[str, Any]) -> None:
        """Start with this profile."""
        self.id = number
        self.display_name = profile["display_name"]
        self.bio = profile["bio"]
        self.birthday: date | None = profile["birthday"]
        self.newsletter = profile["newsletter"]
        self.links = list(profile["links"])
        self.address = Address(profile["address"])
        preferences = profile["preferences"]
        self.preferences = preferences | {"notifications": dict(preferences["notifications"])}
        self.labels = dict(profile["labels"])
        self.preferences["upload_limit"] = 5
        self.preferences["theme"] = {"name": "plain"}
        self.preferences["notifications"]["audit"] = True
        self.email = f"member{number}@example.com"
        self.is_admin = False
        self.balance = 100
        self.discount = 0.5
        self.roles = ["member"]
        self.billing = {"plan": "free", "page_size": 7, "address": {"city": "Wels"}}
        self.referrer: Account | None = None
        self._password_hash = "scrypt:0123"
        self.__token = "initial"

    @property
    def display_name(self) -> str:
        """The name that others see."""
        return self._display_name

    @display_name.setter
    def display_name(self, name: str) -> None:
        self._display_name = name
        self.search_key = name.casefold()

    @property
    def password(self) -> str:
        """Nobody can read it."""
        return ""

    @password.setter
    def password(self, text: str) -> None:
        self._password_hash = f"scrypt:{text}"

    @property
    def credit(self) -> int:
        """The balance in cents."""
        return self.balance * 100

    @credit.setter
    def credit(self, cents: int) -> None:
        self.balance = cents // 100

    @property
    def token(self) -> str:
        """The key for our interface."""
        return self.__token

    @token.setter
    def token(self, text: str) -> None:
        self.__token = text

    def is_locked(self) -> bool:
        """Whether the login is closed."""
        return not self.can_order


class BusinessAccount(Account):
    """A member that buys for others."""

    net_prices = False

    def __init__(self, number: int, profile: dict[str, Any]) -> None:
        """Start without a credit line."""
        super().__init__(number, profile)
        self.credit_line = 0
        self.vat_id = "ATU0000"
        self.buyers = ["first"]
        self.address.dock = 4  # type: ignore[attr-defined]


class StaffAccount(Account):
    """One of us."""

    may_refund = False

    def __init__(self, number: int, profile: dict[str, Any]) -> None:
        """Start with few rights."""
        super().__init__(number, profile)
        self.desk = {"level": 1, "email": False}
        self.grants = ["read"]

    @property
    def level(self) -> int:
        """How much is allowed."""
        return self.desk["level"]

    @level.setter
    def level(self, number: int) -> None:
        self.desk["level"] = number


def new_account(kind: str, number: int, profile: dict[str, Any]) -> Account:
    """Make an account of this class."""
    return {"business": BusinessAccount, "staff": StaffAccount}.get(kind, Account)(number, profile)


def connect(account: Account, other: Account) -> None:
    """Note by whom a member came to us."""
    account.referrer = other


def profile_of(account: Account) -> dict[str, Any]:
    """What a member can edit."""
    address, preferences = account.address, account.preferences
    return {
        "display_name": account.display_name,
        "bio": account.bio,
        "birthday": account.birthday,
        "newsletter": account.newsletter,
        "links": list(account.links),
        "address": {
            key: getattr(address, key) for key in ("street", "city", "postcode", "country")
        },
        "preferences": {
            "language": preferences["language"],
            "page_size": preferences["page_size"],
            "notifications": {key: preferences["notifications"][key] for key in ("email", "sms")},
        },
        "labels": {key: text for key, text in account.labels.items() if OWN_LABEL.fullmatch(key)},
    }


def index_of(account: Account) -> list[str]:
    """What the properties of the profile keep up to date."""
    return [account.search_key, account.address.sorting]


def rest_of(account: Account) -> dict[str, Any]:
    """Everything else in an account, its classes and this module, as plain data."""
    address = {"street", "_city", "sorting", "postcode", "country"}
    preferences, notifications = account.preferences, account.preferences["notifications"]
    kinds = [*type(account).__mro__[:-1], Address]
    return {
        "account": _plain(_without(vars(account), PROFILE | {"_display_name"})),
        "address": _plain(_without(vars(account.address), address)),
        "preferences": _without(preferences, {"language", "page_size", "notifications"}),
        "notifications": _without(notifications, {"email", "sms"}),
        "labels": {k: text for k, text in account.labels.items() if not OWN_LABEL.fullmatch(k)},
        "kind": type(account).__name__,
        "kinds": [_plain(vars(kind)) for kind in kinds],
        "module": _plain({key: globals()[key] for key in sorted(globals()) if key[0] != "_"}),
    }


def _without(fields: dict[str, Any], names: set[str]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key not in names}


def _plain(fields: Any) -> dict[str, str]:
    return {key: repr(value) for key, value in sorted(fields.items())}


class Held:
    """References that other parts of the server have."""

    def __init__(self, account: Account) -> None:
        """Take them from an account."""
        preferences = account.preferences
        notifications = preferences["notifications"]
        self.parts = [account.address, preferences, notifications, account.labels]

    def hold(self, account: Account) -> bool:
        """Whether they still are the account's own."""
        return all(map(operator.is_, self.parts, Held(account).parts))


def patch_all(accounts: list[Account], changes: dict[str, Any]) -> dict[str, Any]:
    """Apply the same object of changes to several accounts, and give it as it is then."""
    from patching import apply_patch

    for account in accounts:
        apply_patch(account, changes)
    return changes


def patch_and_edit(account: Account, changes: dict[str, Any], link: str) -> None:
    """Apply changes, and use the same object for something else afterwards."""
    from patching import apply_patch

    apply_patch(account, changes)
    changes["links"].append(link)
    changes["links"][0] = link
    for key in ("address", "labels", "preferences"):
        changes.get(key, {}).update(city=link, street=link, country=link, language=link)


def add_link(account: Account, link: str) -> None:
    """Edit the links of one account, as our staff tools do."""
    account.links.append(link)
    account.links[0] = link
