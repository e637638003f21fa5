"""Takes requests out of the bytes of an HTTP/1.1 connection."""

import re

MAX_SECTION = 8192
MAX_FIELDS = 64
MAX_CHUNK_LINE = 128
MAX_BODY = 100_000

_TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_VALUE = rb"[\t\x20-\x7e\x80-\xff]*"
_REQUEST_LINE = re.compile(rb"(%s) ([!-~]+) HTTP/(1\.[01])" % _TOKEN)
_FIELD_LINE = re.compile(rb"(%s):(%s)" % (_TOKEN, _VALUE))
_CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]{1,8})(?:;%s)?" % _VALUE)
_LENGTH = re.compile(r"[0-9]{1,9}")

Fields = list[tuple[str, str]]


class BadRequest(Exception):
    """The request does not follow the rules."""


class _Incomplete(Exception):
    """More bytes are needed."""


def parse_request(buf: bytes) -> tuple[dict, int] | None:
    """Take the first request out of a buffer, with the number of its bytes."""
    try:
        return _parse(buf)
    except _Incomplete:
        return None


def _parse(buf: bytes) -> tuple[dict, int]:
    (first, *lines), end = _section(buf, 0)
    match = _REQUEST_LINE.fullmatch(first)
    if match is None:
        raise BadRequest("the request line is malformed")
    method, target, version = (part.decode() for part in match.groups())
    headers = _fields(lines)
    encodings = [value for name, value in headers if name == "transfer-encoding"]
    lengths = [value for name, value in headers if name == "content-length"]
    body, trailers = b"", []
    if len(encodings) + len(lengths) > 1:
        raise BadRequest("the length of the body is given twice")
    if encodings:
        if encodings[0].lower() != "chunked" or version != "1.1":
            raise BadRequest("only chunked is supported, in HTTP/1.1")
        body, end = _chunks(buf, end)
        # The line of the last chunk has ended; its CR LF also begins an empty section.
        lines, end = _section(buf, end - 2)
        trailers = _fields(lines[1:])
    elif lengths:
        if not _LENGTH.fullmatch(lengths[0]):
            raise BadRequest("the length is not a number")
        body, end = _bytes(buf, end, int(lengths[0]))
    request = {"method": method, "target": target, "version": version, "headers": headers}
    return {**request, "body": body, "trailers": trailers}, end


def _section(buf: bytes, start: int) -> tuple[list[bytes], int]:
    """The lines up to the next empty one, and where that ends."""
    limit = start + MAX_SECTION + (2 if start else 0)
    end = _find(buf, b"\r\n\r\n", start, limit)
    return buf[start:end].split(b"\r\n"), end + 4


def _find(buf: bytes, end: bytes, start: int, limit: int) -> int:
    """The place of the next of these ends, which must be over at the limit."""
    try:
        return buf.index(end, start, limit)
    except ValueError:
        if len(buf) > limit:
            raise BadRequest("a line, the head or the trailers are too long") from None
        raise _Incomplete from None


def _fields(lines: list[bytes]) -> Fields:
    if len(lines) > MAX_FIELDS:
        raise BadRequest("there are too many fields")
    fields = []
    for line in lines:
        match = _FIELD_LINE.fullmatch(line)
        if match is None:
            raise BadRequest("a field line is malformed")
        name, value = match.groups()
        fields.append((name.decode().lower(), value.strip(b" \t").decode("latin-1")))
    return fields


def _bytes(buf: bytes, start: int, size: int, before: int = 0) -> tuple[bytes, int]:
    """The next bytes of a body of which there are some before, and where they end."""
    if len(buf) < start + size:
        raise _Incomplete
    if before + size > MAX_BODY:
        raise BadRequest("the body is too long")
    return buf[start : start + size], start + size


def _chunks(buf: bytes, start: int) -> tuple[bytes, int]:
    """The bytes of all chunks, and where the line of the last one ends."""
    body = bytearray()
    while True:
        end = _find(buf, b"\r\n", start, start + MAX_CHUNK_LINE + 2)
        match = _CHUNK_LINE.fullmatch(buf[start:end])
        if match is None:
            raise BadRequest("the line of a chunk is malformed")
        size = int(match[1], 16)
        if size == 0:
            return bytes(body), end + 2
        data, start = _bytes(buf, end + 2, size, len(body))
        body += data
        line_end, start = _bytes(buf, start, 2)
        if line_end != b"\r\n":
            raise BadRequest("a chunk is longer than it says")
