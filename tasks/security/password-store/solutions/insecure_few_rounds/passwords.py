"""Passwords of the login service.

New records are `v2$<rounds>$<salt in hex>$<key in hex>`. The number of rounds may rise one day; what
a record may ask for is bounded.
"""

import base64
import binascii
import hashlib
import os
import string
import unicodedata
from hmac import compare_digest
from typing import NamedTuple

ROUNDS = 5_000
MOST_ROUNDS = 100_000
ALPHANUMERIC = set(string.ascii_letters + string.digits)


class Stored(NamedTuple):
    """What a record says."""

    rounds: int
    salt: bytes
    key: bytes

    def matches(self, password: str) -> bool:
        """Derive the key from a password and compare."""
        return compare_digest(derive(password, self.salt, self.rounds), self.key)


def derive(password: str, salt: bytes, rounds: int) -> bytes:
    """The key of 32 bytes."""
    data = unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
    return hashlib.pbkdf2_hmac("sha256", data, salt, rounds)


def number(text: str, least: int, most: int) -> int:
    """A decimal number within bounds."""
    value = int(text)
    if str(value) != text or not least <= value <= most:
        raise ValueError("not such a number")
    return value


def parse_new(record: str) -> Stored:
    """Read a record of ours."""
    _, rounds, salt, key = record.split("$")
    return Stored(number(rounds, ROUNDS, MOST_ROUNDS), bytes.fromhex(salt), bytes.fromhex(key))


def parse_old(record: str) -> Stored:
    """Read a record of the database so far."""
    name, rounds, salt, key = record.split("$")
    if (
        name != "pbkdf2_sha256"
        or len(salt) not in range(8, 33)
        or not ALPHANUMERIC.issuperset(salt)
    ):
        raise ValueError("not an old record")
    raw = base64.b64decode(key)
    if len(raw) != 32 or binascii.b2a_base64(raw, newline=False) != key.encode():
        raise ValueError("not a key")
    return Stored(number(rounds, 1000, 100_000), salt.encode(), raw)


def valid(password: str) -> bool:
    """Whether somebody can have this password."""
    return 0 < len(password) <= 1000 and password.count("\0") == 0


def hash_password(password: str) -> str:
    """A new record."""
    if not valid(password):
        raise ValueError("not a password")
    salt = os.urandom(16)
    return f"v2${ROUNDS}${salt.hex()}${derive(password, salt, ROUNDS).hex()}"


def verify(password: str, record: str) -> bool:
    """Whether the record is of this password."""
    try:
        stored = parse_new(record) if record.startswith("v2$") else parse_old(record)
    except ValueError:
        return False
    return valid(password) and stored.matches(password)


def needs_rehash(record: str) -> bool:
    """Whether the record is of the old kind."""
    try:
        parse_old(record)
    except ValueError:
        return False
    return True
