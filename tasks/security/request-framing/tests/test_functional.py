"""Are requests taken out of a buffer whole, one after the other, and only in good order?"""

from random import Random
from typing import Any

from codebench.sandbox.judge.values import exactly

TOKEN = "abcXYZ019!#$%&'*+-.^_`|~"
TARGET = "/abz09?=&%-._~:#[]@!$'()*+,;{}|\\^`<>\""
VALUE = "abZ 09\t,;:=\"'()<>{}\\/@%é\x80\x85\xa0\xad\xff"
HEAD = 8192
BODY = 100_000

Request = dict[str, Any]


def word(rng: Random, letters: str, most: int) -> str:
    """One or more of some letters."""
    return "".join(rng.choices(letters, k=rng.randint(1, most)))


def cased(rng: Random, text: str) -> str:
    """The text with upper and lower case mixed, or one of them."""
    mixed = "".join(rng.choice([letter.upper(), letter.lower()]) for letter in text)
    return rng.choice([text, text.lower(), text.upper(), mixed])


def gap(rng: Random) -> str:
    """Blanks around a value."""
    return rng.choice(["", " ", "\t", " \t ", "  "])


def field_lines(rng: Random, fields: list[tuple[str, str]]) -> str:
    """Field lines for names and values."""
    return "".join(f"{cased(rng, k)}:{gap(rng)}{v}{gap(rng)}\r\n" for k, v in fields)


def random_fields(rng: Random, most: int) -> list[tuple[str, str]]:
    """Fields that say nothing about the body, some of them twice."""
    names = ["host", "x-a", "x-content-length", "content_length", "te", "content-lengths", "cookie"]
    names += [word(rng, TOKEN, 12).lower() for _ in range(3)]
    return [
        (rng.choice(names), rng.choice(["", "chunked", "5", word(rng, VALUE, 20).strip(" \t")]))
        for _ in range(rng.randint(0, most))
    ]


def chunked(rng: Random, body: bytes, trailers: list[tuple[str, str]]) -> bytes:
    """The body in chunks of all sizes."""
    parts, place = [], 0
    while place < len(body):
        size = min(rng.choice([1, 9, 10, 15, 16, 17, 300]), len(body) - place)
        extension = rng.choice(["", "", ";", ";a=b", '; x = "0;\t\xe9\x85"', ";;"])
        digits = "0" * rng.randint(0, 3) + cased(rng, f"{size:x}")
        parts.append(f"{digits}{extension}\r\n".encode("latin-1"))
        parts.append(body[place : place + size] + b"\r\n")
        place += size
    last = rng.choice(["0", "00", "00000000", "0;", "0;last=1"]) + "\r\n"
    return b"".join(parts) + f"{last}{field_lines(rng, trailers)}\r\n".encode("latin-1")


def content(rng: Random, most: int = 60) -> bytes:
    """Bytes of a body, which may look like parts of a request."""
    lure = b"0\r\n\r\nGET /other HTTP/1.1\r\nHost: a\r\n\r\n"
    return rng.choice([b"", lure, b"\r\n\r\n", rng.randbytes(rng.randint(1, most)), b"5\r\nhello"])


def make(rng: Random, kind: str, body: bytes | None = None) -> tuple[bytes, Request]:
    """A request of a kind, as bytes and as it should be read."""
    version = "1.1" if kind == "chunked" else rng.choice(["1.1", "1.0"])
    method = rng.choice(["GET", "POST", "get", word(rng, TOKEN, 9)])
    request: Request = {"method": method, "target": word(rng, TARGET, 15), "version": version}
    fields = random_fields(rng, 5)
    body = content(rng) if body is None else body
    trailers: list[tuple[str, str]] = []
    if kind == "plain":
        body = raw = b""
    elif kind == "counted":
        raw, length = body, str(len(body))
        length = length.zfill(rng.choice([1, len(length), 9]))
        fields.insert(rng.randint(0, len(fields)), ("content-length", length))
    else:
        fields.insert(rng.randint(0, len(fields)), ("transfer-encoding", cased(rng, "chunked")))
        more = [("content-length", "3"), ("transfer-encoding", "x"), ("host", "")]
        trailers = rng.choice([[], random_fields(rng, 4), rng.sample(more, 2)])
        raw = chunked(rng, body, trailers)
    start = f"{method} {request['target']} HTTP/{version}\r\n{field_lines(rng, fields)}\r\n"
    request |= {"headers": fields, "body": body, "trailers": trailers}
    return start.encode("latin-1") + raw, request


KINDS = ["plain", "counted", "chunked"]


def refuses(candidate: Any, buffer: bytes) -> None:
    """The buffer does not start with a good request."""
    with candidate.raises("BadRequest"):
        candidate.parse_request(buffer)


def test_requests(candidate: Any, rng: Random) -> None:
    """Single requests with fields, targets and bodies of all sorts"""
    for number in range(150):
        raw, request = make(rng, KINDS[number % 3])
        assert candidate.parse_request(raw) == exactly((request, len(raw))), raw
    raw, request = make(rng, "plain")
    request["headers"].append(("a", "\x85 b\xa0"))  # neither is one of the blanks around a value
    raw = raw[:-2] + b"A:\t\x85 b\xa0 \r\n\r\n"
    assert candidate.parse_request(raw) == exactly((request, len(raw)))
    whole = bytes(range(256)) * 20
    for kind in ("counted", "chunked"):
        raw, request = make(rng, kind, whole)
        assert candidate.parse_request(raw) == exactly((request, len(raw)))


def test_pipelines(candidate: Any, rng: Random) -> None:
    """Several requests in one buffer"""
    for _ in range(8):
        made = [make(rng, rng.choice(KINDS)) for _ in range(6)]
        buffer = b"".join(raw for raw, _ in made) + rng.choice([b"", b"GET /next HT", b"\0"])
        for raw, request in made:
            assert candidate.parse_request(buffer) == exactly((request, len(raw))), buffer
            buffer = buffer[len(raw) :]


def test_incomplete(candidate: Any, rng: Random) -> None:
    """Requests of which only a part has arrived"""
    assert candidate.parse_request(b"") is None
    for kind in KINDS:
        raw, request = make(rng, kind, rng.randbytes(rng.randint(18, 40)))
        for end in range(len(raw)):
            assert candidate.parse_request(raw[:end]) is None, raw[:end]
        assert candidate.parse_request(raw) == exactly((request, len(raw)))
    head = b"PUT /x HTTP/1.1\r\nContent-Length: 100000\r\n\r\n"
    assert candidate.parse_request(head + bytes(BODY - 1)) is None
    head = b"PUT /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n"
    assert candidate.parse_request(head) is None
    assert candidate.parse_request(head + bytes(BODY)) is None


def test_bad_heads(candidate: Any, rng: Random) -> None:
    """Request lines and fields that are not in order"""
    target = word(rng, TARGET, 9)
    lines = [
        "",
        "GET",
        f"GET {target}",
        f"GET {target} HTTP/2.0",
        f"GET {target} HTTP/1.2",
        "GET  HTTP/1.1",
    ]
    lines += [
        f"GET {target} http/1.1",
        f" {target} HTTP/1.1",
        f"GET {target}x y HTTP/1.1",
        "a" * 99,
    ]
    lines += [f"G(T {target} HTTP/1.1", f"GET /é{target} HTTP/1.1", f"GET {target} FTP/1.1"]
    lines += [f"GET {target} HTTP/1.1.1", f"GET {target} HTTP/1", f"G{{T {target} HTTP/1.0"]
    heads = [f"{line}\r\nHost: a\r\n\r\n" for line in lines]
    fields = [
        "no colon",
        ": no name",
        "na me: x",
        "na(me: x",
        "na/me: x",
        "näme: x",
        "a: \x01",
        "b: \x7f",
    ]
    fields += ['"a": x', "a@b: x", "a\x7f: x", "c: \x00", "[a]: x", "d: x\x1fy"]
    heads += [f"GET {target} HTTP/1.1\r\nHost: a\r\n{field}\r\nB: c\r\n\r\n" for field in fields]
    heads += ["\r\n\r\n", f"\r\n\r\n\r\nGET {target} HTTP/1.1\r\n\r\n"]
    for head in rng.sample(heads, len(heads)):
        refuses(candidate, head.encode("latin-1"))


def test_bad_bodies(candidate: Any, rng: Random) -> None:
    """Lengths, encodings and chunks that are not in order"""
    length, coding = "Content-Length: ", "Transfer-Encoding: "
    heads = [f"{length}{value}" for value in ("x", "", "-1", "1.5", "1 kB", "0" * 10, "9" * 5000)]
    heads += [f"{coding}{value}" for value in ("gzip", "identity", "deflate", "br", "zlib")]
    for head in heads:
        refuses(candidate, f"PUT / HTTP/1.1\r\n{head}\r\n\r\n".encode() + b"0\r\n\r\n" * 9)
    start = f"PUT / HTTP/1.1\r\n{coding}chunked\r\n\r\n".encode()
    number = rng.randint(1, 9)
    bad = ["x", "g", "", f"{number}g", "000000005", "- 1", ";a", f"{number};\x01", f"{number};\x7f"]
    for line in bad:
        refuses(candidate, start + f"{line}\r\n12345\r\n0\r\n\r\n".encode() * 9)
    for data in (b"abcd\r\n", b"abcdef\r\n", b"abcdefgh\r\n"):
        refuses(candidate, start + b"5\r\n" + data + b"0\r\n\r\n")
    for trailer in ("no colon", ": x", "na me: x", "a: \x01", "é: x"):
        refuses(candidate, start + f"0\r\nA: b\r\n{trailer}\r\n\r\n".encode("latin-1"))


def padded(start: bytes, size: int, end: bytes = b"\r\n\r\n") -> bytes:
    """A head or trailers of exactly this size."""
    return start + b"X: " + b"v" * (size - len(start) - len(end) - 3) + end


def test_limits_of_lines(candidate: Any, rng: Random) -> None:
    """Heads, trailers and chunk lines as large as allowed, and larger"""
    first = b"GET /%d HTTP/1.1\r\n" % rng.randint(0, 999)
    start = b"PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    for before, section in ((b"", first), (start + b"0\r\n", b"A: b\r\n")):
        good = before + padded(section, HEAD)
        request, size = candidate.parse_request(good + b"rest")
        assert size == exactly(len(good))
        assert len((request["trailers"] or request["headers"])[-1][1]) > HEAD - 50
        assert candidate.parse_request(good[:-1]) is None
        refuses(candidate, before + padded(section, HEAD + 1))
        refuses(candidate, before + padded(section, 3 * HEAD))
        refuses(candidate, before + padded(section, HEAD + 9, b""))
        lines = [b"F%d:%d\r\n" % (n, n) for n in range(65)]
        few = before + (first if not before else b"") + b"".join(lines[:64]) + b"\r\n"
        request, size = candidate.parse_request(few)
        assert len(request["trailers"] or request["headers"]) == 64
        many = before + (first if not before else b"") + b"".join(lines) + b"\r\n"
        refuses(candidate, many)
    for more in (b"", b"\r\n"):
        line = b"5;" + b"e" * 126
        good = start + line + b"\r\nhello\r\n0" + b";" * 127 + b"\r\n\r\n"
        assert candidate.parse_request(good)[0]["body"] == b"hello"
        assert candidate.parse_request(start + line) is None
        refuses(candidate, start + line + b"ee" + more + b"e")
        refuses(candidate, start + b"5\r\nhello\r\n0;" + b"e" * 200 + more)
        refuses(candidate, start + line + b"e\r\nhello\r\n0\r\n\r\n")


def test_limits_of_bodies(candidate: Any, rng: Random) -> None:
    """Bodies as large as allowed, and larger"""
    head = b"PUT / HTTP/1.1\r\n%b\r\n\r\n"
    data = rng.randbytes(10) * (BODY // 10)
    raw = head % b"Content-Length: 000100000" + data
    request, size = candidate.parse_request(raw + b"rest")
    assert (request["body"], size) == exactly((data, len(raw)))
    for length in (b"100001", b"000100001", b"999999999"):
        refuses(candidate, head % b"Content-Length: %b" % length)
    start = head % b"Transfer-Encoding: chunked"
    first = rng.randint(1, BODY - 1)
    split = start + b"%x\r\n%b\r\n%X\r\n" % (first, data[:first], BODY - first)
    raw = split + data[first:] + b"\r\n0\r\n\r\n"
    request, size = candidate.parse_request(raw)
    assert (request["body"], size) == exactly((data, len(raw)))
    more = start + b"%x\r\n%b\r\n%X\r\n" % (first, data[:first], BODY - first + 1)
    for buffer in (
        more,
        split + data[first:] + b"\r\n1\r\n",
        start + b"186A1\r\n",
        start + b"ffffffff\r\n",
    ):
        refuses(candidate, buffer)
