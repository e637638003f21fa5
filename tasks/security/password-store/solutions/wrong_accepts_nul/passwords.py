"""Records for users' passwords: scrypt for new ones, PBKDF2 as found in the old database.

A new record is `v2$<salt>$<key>` with both parts in URL-safe Base64. The costs are those of this
version and not in the record; another choice would get another prefix.
"""

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata

MAX_LENGTH = 1000
SALT_BYTES = 16
KEY_BYTES = 32

_NEW = re.compile(r"v2\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})")
_OLD = re.compile(r"pbkdf2_sha256\$([1-9][0-9]{0,5})\$([A-Za-z0-9]{8,32})\$([A-Za-z0-9+/]{43}=)")


def hash_password(password: str) -> str:
    """Make a record for a password.

    Raises:
        ValueError: It cannot be one.
    """
    if not _possible(password):
        raise ValueError("a password has 1 to 1000 characters, and none is U+0000")
    return _new_record(password, secrets.token_bytes(SALT_BYTES))


def verify(password: str, record: str) -> bool:
    """Tell whether this is the password of the record. What is no record has none."""
    if not _possible(password):
        return False
    if new := _NEW.fullmatch(record):
        expected = _new_record(password, base64.urlsafe_b64decode(new[1] + "=="))
    elif old := _old_parts(record):
        rounds, salt = old
        key = hashlib.pbkdf2_hmac("sha256", _encode(password), salt, rounds)
        expected = f"{record.rpartition('$')[0]}${base64.b64encode(key).decode()}"
    else:
        return False
    return hmac.compare_digest(expected, record)


def needs_rehash(record: str) -> bool:
    """Tell whether a record is an old one."""
    return _old_parts(record) is not None


def _possible(password: str) -> bool:
    return 1 <= len(password) <= MAX_LENGTH


def _old_parts(record: str) -> tuple[int, bytes] | None:
    match = _OLD.fullmatch(record)
    if not match or not 1000 <= int(match[1]) <= 100_000:
        return None
    return int(match[1]), match[2].encode()


def _encode(password: str) -> bytes:
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")


def _new_record(password: str, salt: bytes) -> str:
    key = hashlib.scrypt(_encode(password), salt=salt, n=2**14, r=8, p=1, dklen=KEY_BYTES)
    return "$".join(["v2", _text(salt), _text(key)])


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
