"""Takes requests out of a buffer by walking over it line by line."""

from string import ascii_letters, digits, hexdigits

TOKEN = frozenset((ascii_letters + digits + "!#$%&'*+-.^_`|~").encode())
VISIBLE = frozenset(range(0x21, 0x7F))
TEXT = VISIBLE | frozenset(b"\t ") | frozenset(range(0x80, 0x100))
DIGITS = frozenset(digits)
HEX_DIGITS = frozenset(hexdigits.encode())
LONGEST_BODY = 100_000


class BadRequest(Exception):
    """This cannot be passed on."""


class NotYet(Exception):
    """The buffer ends too early."""


def check(condition: bool) -> None:
    """Refuse the request unless a condition holds."""
    if not condition:
        raise BadRequest


class Cursor:
    """A place in a buffer."""

    def __init__(self, buffer: bytes) -> None:
        self.buffer = buffer
        self.place = 0

    def line(self, limit: int) -> bytes:
        """Go over the next line, which must end in CR LF before a place."""
        end = self.buffer.find(b"\r\n", self.place, limit)
        if end < 0:
            check(len(self.buffer) <= limit)
            raise NotYet
        line = self.buffer[self.place : end]
        self.place = end + 2
        return line

    def take(self, count: int) -> bytes:
        """Go over some bytes."""
        start, self.place = self.place, self.place + count
        if len(self.buffer) < self.place:
            raise NotYet
        return self.buffer[start : self.place]


def parse_request(buf: bytes) -> tuple[dict, int] | None:
    """The first request of the buffer and its length, or None if it is not all there."""
    cursor = Cursor(buf)
    try:
        request = read_head(cursor)
        headers = request["headers"]
        framing = [field for field in headers if field[0] in FRAMING]
        check(len(framing) <= 1)
        for name, value in framing:
            FRAMING[name](cursor, request, value)
    except NotYet:
        return None
    return request, cursor.place


def read_head(cursor: Cursor) -> dict:
    """The request line and the headers."""
    parts = cursor.line(8192).split(b" ")
    check(len(parts) == 3)
    method, target, version = parts
    check(consists_of(method, TOKEN) and consists_of(target, VISIBLE))
    check(version in (b"HTTP/1.0", b"HTTP/1.1"))
    return {
        "method": method.decode(),
        "target": target.decode(),
        "version": version.decode()[-3:],
        "headers": read_fields(cursor, 8192),
        "body": b"",
        "trailers": [],
    }


def consists_of(text: bytes, allowed: frozenset[int]) -> bool:
    """Whether there are characters, and only allowed ones."""
    return text != b"" and allowed.issuperset(text)


def read_fields(cursor: Cursor, limit: int) -> list[tuple[str, str]]:
    """The field lines and the empty line behind them."""
    fields = []
    while line := cursor.line(limit):
        check(len(fields) < 64)
        name, colon, value = line.partition(b":")
        check(colon == b":" and consists_of(name, TOKEN) and TEXT.issuperset(value))
        fields.append((name.decode().lower(), value.strip(b" \t").decode("latin-1")))
    return fields


def read_counted(cursor: Cursor, request: dict, value: str) -> None:
    """A body whose length is known."""
    check(1 <= len(value) <= 9 and DIGITS.issuperset(value))
    check(int(value) <= LONGEST_BODY)
    request["body"] = cursor.take(int(value))


def read_chunked(cursor: Cursor, request: dict, value: str) -> None:
    """A body in chunks, and the trailers."""
    check(value.lower() == "chunked" and request["version"] == "1.1")
    body = b""
    while size := read_size(cursor):
        check(len(body) + size <= LONGEST_BODY)
        body += cursor.take(size)
        check(cursor.take(2) == b"\r\n")
    request["body"] = body
    check(cursor.take(2) == b"\r\n")


def read_size(cursor: Cursor) -> int:
    """The size in the line of a chunk."""
    size, _, extension = cursor.line(cursor.place + 130).partition(b";")
    check(len(size) <= 8 and consists_of(size, HEX_DIGITS) and TEXT.issuperset(extension))
    return int(size, 16)


FRAMING = {"content-length": read_counted, "transfer-encoding": read_chunked}
