"""JSON documents of any size, read value by value: no more of one is held than a single value.

The standard library parses the values, so a document means what it means to Python: NaN and
Infinity are numbers here, as the programs in Python that write results take them for. A parser of
strict JSON such as ijson refuses them, and Inspect's own logs with them.
"""

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO

__all__ = ["MAX_VALUE", "Document", "JsonError", "TooLong", "parse"]

MAX_VALUE = 32 * 2**20
"""Characters of a value that is held as a whole; a list or an object may be longer."""

_CHUNK, _MOST = 2**20, 2**22
"""Characters that are read at once: at least, and at most."""

_AHEAD = 4
"""Characters behind a value without which it may go on: `1` of `1e+5`."""

_COMPARED = 10**6
"""Keys of an object of any size that are compared with the later ones."""

_SPACE = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r'(?:[^"\\]+|\\.)*', re.DOTALL)
"""What a text holds: anything but its end, and whole escapes."""


class JsonError(ValueError):
    """A document cannot be read. The message says why, and does not name the file."""


class TooLong(JsonError):
    """A value has more characters than may be held."""


def parse(text: str) -> Any:
    """The value that a text holds.

    Raises:
        JsonError: It is not JSON, is nested too deep, or has a key twice in one object.
    """
    try:
        found, end = _scan(text, _end(_SPACE, text, 0))
    except json.JSONDecodeError as error:
        raise JsonError(_told(error, 0)) from None
    end = _end(_SPACE, text, end)
    if end < len(text):
        raise JsonError(f"more follows after its end at character {end + 1}")
    return found


class Document:
    """A cursor in a document. What it stands before is read with one of the methods, in turn."""

    def __init__(self, file: BinaryIO, limit: int | None = None) -> None:
        """Begin at the start of a file.

        Args:
            file: Open, with a method `peek`; UTF-8, -16 or -32.
            limit: Characters of a value that is held as a whole; None for `MAX_VALUE`.
        """
        encoding = json.detect_encoding(file.peek(4)[:4])  # type: ignore[attr-defined]
        self._file = io.TextIOWrapper(file, encoding, "surrogatepass", newline="")
        self._limit = MAX_VALUE if limit is None else limit
        self._text, self._at, self._passed, self._ended = "", 0, 0, False

    @property
    def opening(self) -> str:
        """The character that the next value begins with; empty at the end of the file."""
        while True:
            self._at = _end(_SPACE, self._text, self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if self._ended:
                return ""
            self._more()

    def value(self, limit: int | None = None) -> Any:
        """Read the next value as a whole.

        Args:
            limit: Characters that it may have; None for the document's limit.

        Raises:
            JsonError: As `parse` does; `TooLong` leaves the cursor where it was.
        """
        _ = self.opening
        while True:
            problem: json.JSONDecodeError | None = None
            end = 0
            try:
                found, end = _scan(self._text, self._at)
            except json.JSONDecodeError as error:
                problem = error
            if self._ended or (problem is None and end + _AHEAD <= len(self._text)):
                break
            if len(self._text) - self._at > (self._limit if limit is None else limit):
                raise TooLong(f"the value at character {self._place} is too long")
            self._more()
        if problem is not None:
            raise JsonError(_told(problem, self._passed)) from None
        self._at = end
        return found

    def members(self) -> Iterator[str]:
        """The keys of the object that comes next. Read each one's value before the next key.

        Raises:
            JsonError: No object comes next, it is cut short, or it has a key twice.
        """
        seen: set[int] = set()
        for _ in self._parts("{", "}"):
            key = self.value()
            if not isinstance(key, str):
                raise JsonError(f"a key is no text before character {self._place}")
            if hash(key) in seen:
                raise JsonError(_twice(key))
            if len(seen) < _COMPARED:
                seen.add(hash(key))
            self._expect(":")
            yield key

    def elements(self) -> Iterator[None]:
        """Stop before each element of the list that comes next, which is to be read then.

        Raises:
            JsonError: No list comes next, or it is cut short.
        """
        yield from self._parts("[", "]")

    def skip(self) -> None:
        """Pass over the next value, which may have any size."""
        try:
            self.value(limit=_CHUNK)
        except TooLong:
            if self.opening == "{":
                for _ in self.members():
                    self.skip()
            elif self.opening == "[":
                for _ in self.elements():
                    self.skip()
            elif self.opening == '"':
                self._skip_text()
            else:
                self.value()

    def end(self) -> None:
        """Make sure that nothing follows.

        Raises:
            JsonError: Something does.
        """
        if self.opening:
            raise JsonError(
                f"more follows after its end at character {self._place}: a file of JSON Lines has "
                "a name that ends in .jsonl"
            )

    @property
    def _place(self) -> int:
        return self._passed + self._at + 1

    def _parts(self, opening: str, closing: str) -> Iterator[None]:
        self._expect(opening)
        if self.opening != closing:
            yield
            while self.opening == ",":
                self._at += 1
                yield
        self._expect(closing)

    def _expect(self, wanted: str) -> None:
        if self.opening != wanted:
            raise JsonError(f"no {wanted} at character {self._place}")
        self._at += 1

    def _skip_text(self) -> None:
        self._expect('"')
        while True:
            self._at = _end(_PLAIN, self._text, self._at)
            if self._text[self._at : self._at + 1] == '"':
                self._at += 1
                return
            if self._ended:
                raise JsonError(f"a text is cut short at character {self._place}")
            self._more()

    def _more(self) -> None:
        """Drop what was read and take in a piece, the larger the longer the value already is."""
        rest = self._text[self._at :]
        try:
            piece = self._file.read(min(max(_CHUNK, len(rest)), _MOST))
        except UnicodeDecodeError as error:
            raise JsonError(f"not text in UTF-8 ({error.reason})") from None
        self._passed += self._at
        self._text, self._at, self._ended = rest + piece, 0, not piece


def _scan(text: str, at: int) -> tuple[Any, int]:
    """A value and where it ends.

    Raises:
        JSONDecodeError: There is none, or it is cut short.
        JsonError: What comes cannot make it better.
    """
    try:
        return _DECODER.raw_decode(text, at)
    except (json.JSONDecodeError, JsonError):
        raise
    except RecursionError:
        raise JsonError("nested too deep") from None
    except ValueError:
        raise JsonError("a number in it has thousands of digits") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (key, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise JsonError(_twice(key))
    return found


def _twice(key: str) -> str:
    return f"an object in it has the key {key[:60]!a} twice"


_DECODER = json.JSONDecoder(object_pairs_hook=_object)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a pattern ends that matches from here on."""
    found = pattern.match(text, at)
    return found.end() if found else at


def _told(error: json.JSONDecodeError, passed: int) -> str:
    return f"{error.msg[:1].lower()}{error.msg[1:]} at character {passed + error.pos + 1}"
