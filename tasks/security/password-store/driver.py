"""Looks at records and at how they are checked from beside the submission."""

import base64
import binascii
import hashlib
import importlib.util
import random
import resource
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

_seen: list[bool] = []


class SpyText(str):
    """A text that notes what it is compared with."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return _note(self, other, str.__eq__(self, other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def encode(self, *args: Any, **kwargs: Any) -> "SpyBytes":  # type: ignore[override]
        """The bytes note it too."""
        return SpyBytes(str.encode(self, *args, **kwargs))


class SpyBytes(bytes):
    """Bytes that note what they are compared with."""

    __hash__ = bytes.__hash__

    def __eq__(self, other: object) -> bool:
        return _note(self, other, bytes.__eq__(self, other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def hex(self, *args: Any) -> SpyText:
        """The text notes it too."""
        return SpyText(bytes.hex(self, *args))

    def decode(self, *args: Any, **kwargs: Any) -> SpyText:
        """The text notes it too."""
        return SpyText(bytes.decode(self, *args, **kwargs))


def _note(own: Any, other: Any, result: Any) -> bool:
    if isinstance(other, bytes | str) and len(other) == len(own) >= 16:
        _seen.append(True)
    return result is True


def watch() -> None:
    """Have derived keys note how they are compared. To be called before anything else."""
    for module, name in (
        (hashlib, "pbkdf2_hmac"),
        (hashlib, "scrypt"),
        (base64, "b64encode"),
        (base64, "urlsafe_b64encode"),
        (base64, "b16encode"),
        (binascii, "hexlify"),
        (binascii, "b2a_base64"),
        (binascii, "b2a_hex"),
    ):
        setattr(module, name, _spying(getattr(module, name), always=module is hashlib))


def _spying(function: Callable[..., bytes], *, always: bool) -> Callable[..., bytes]:
    def call(*args: Any, **kwargs: Any) -> bytes:
        result = function(*args, **kwargs)
        return SpyBytes(result) if always or isinstance(args[0], SpyBytes) else result

    return call


def comparisons() -> int:
    """How many there were that stop at the first difference."""
    return len(_seen)


def _passwords() -> ModuleType:
    import passwords

    return passwords


def verify_elsewhere(password: str, record: str) -> bool:
    """Check a record on another server."""
    here = _passwords()
    spec = importlib.util.spec_from_file_location("passwords", here.__file__)  # type: ignore[arg-type]
    there = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    sys.modules["passwords"] = there
    spec.loader.exec_module(there)  # type: ignore[union-attr]
    sys.modules["passwords"] = here
    return there.verify(password, record)  # type: ignore[no-any-return]


def hash_in_state(password: str, state: int) -> str:
    """Make a record while the general random numbers are at this place."""
    random.seed(state)
    return _passwords().hash_password(password)  # type: ignore[no-any-return]


def _seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def _least(function: Callable[[], object]) -> float:
    seconds = []
    for _ in range(3):
        started = _seconds()
        function()
        seconds.append(_seconds() - started)
    return min(seconds)


def yardstick() -> float:
    """Processor time of a fifth of the rounds asked for, or half of the memory."""
    salt = b"some salt"
    rounds = _least(lambda: hashlib.pbkdf2_hmac("sha256", salt, salt, 20_000))
    blocks = _least(lambda: hashlib.scrypt(salt, salt=salt, n=2**11, r=8, p=1))
    return min(2 * rounds, 4 * blocks)


def timed_verify(password: str, record: str) -> tuple[float, bool]:
    """Processor time of a check, and what it said."""
    started = _seconds()
    result = _passwords().verify(password, record)
    return _seconds() - started, result
