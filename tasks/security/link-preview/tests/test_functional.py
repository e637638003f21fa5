"""Is the right page found, and the right title in it?"""

import html
import ipaddress
from random import Random
from string import ascii_lowercase
from typing import Any

import pytest

from codebench.sandbox.judge.values import exactly

Page = tuple[int, dict[str, str], list[Any]]

HTML = "text/html; charset=utf-8"
LIMIT = 262_144


def _word(rng: Random, size: int = 8) -> str:
    return "".join(rng.choices(ascii_lowercase, k=size))


def _address(rng: Random, version: int = 4) -> str:
    """An address of the internet."""
    first = rng.choice([23, 45, 93, 104, 151, 185])
    text = ".".join(map(str, (first, *(rng.randint(1, 250) for _ in range(3)))))
    if version == 6:
        prefix = rng.choice(["2a00:1450", "2606:4700", "2400:cb00"])
        return str(ipaddress.ip_address(f"{prefix}::{rng.randint(1, 65535):x}"))
    return text


class Web:
    """Sites on the internet that a test puts together."""

    def __init__(self, candidate: Any, rng: Random) -> None:
        self.candidate, self.rng = candidate, rng
        self.names: dict[str, list[list[str]]] = {}
        self.pages: dict[str, Page] = {}
        self.public: list[str] = []
        self.down: list[str] = []
        self.network: Any = None

    def host(self, *addresses: str) -> str:
        """A new host, at an address of its own or at these."""
        name = f"{_word(self.rng)}{len(self.names)}.example"
        own = addresses or (_address(self.rng, self.rng.choice([4, 6])),)
        self.names[name] = [list(own)]
        self.public.extend(own)
        return name

    def put(self, url: str, body: bytes | str, kind: str | None = HTML, status: int = 200) -> str:
        """Publish a page, which arrives in small pieces."""
        data = body.encode() if isinstance(body, str) else body
        pieces = []
        while data:
            size = self.rng.randint(1, 200 if len(data) < 4000 else 20_000)
            pieces.append((data[:size], 1))
            data = data[size:]
        self.pages[url] = status, {} if kind is None else {"content-type": kind}, pieces
        return url

    def move(self, url: str, location: str | None, status: int = 302) -> str:
        """Let a URL lead to another one."""
        headers = {"content-type": "text/html"} | (
            {} if location is None else {"location": location}
        )
        self.pages[url] = status, headers, [(b"<title>Moved</title>", 1)]
        return url

    def preview(self, link: str) -> Any:
        """What the submission makes of a link."""
        settings = {"names": self.names, "pages": self.pages, "public": self.public}
        self.network = self.candidate.network(**settings, down=self.down, inside="inside")
        return self.candidate.preview(self.network, link)

    def title(self, body: bytes | str, kind: str = HTML) -> Any:
        """The title that a page is shown with."""
        url = self.put(f"https://{self.host()}/{_word(self.rng)}?a=1", body, kind)
        answer = self.preview(url)
        if answer is None:
            return None
        assert answer == exactly({"url": url, "title": answer["title"]})
        return answer["title"]


@pytest.fixture
def web(candidate: Any, rng: Random) -> Web:
    """An internet without sites."""
    return Web(candidate, rng)


def test_titles(web: Web, rng: Random) -> None:
    """Titles in pages of many forms."""
    for form in (
        "<!DOCTYPE html><html><head><title>{0}</title></head><body><p>Text</p></body></html>",
        "<TITLE>{0}</TITLE>",
        "<Title lang='de' data-x=\"1\">{0}</tITLE >",
        "<title\n>{0}</title\n>",
        "<head><meta name=description content=x><title>{0}</title><title>Second</title>",
        "<!-- <title>Old</title> -->\n<title>{0}</title><!-- <title>New</title> -->",
        "<script>var a = '<title>Wrong</title>';</script><title>{0}</title>",
        "<SCRIPT src='a.js' async></SCRIPT><script>x = \"<title>\"</script><title>{0}</title>",
        "<p>Text first</p><h1>Heading</h1><title>{0}</title>",
        "<titles>No</titles><subtitle>No</subtitle><title>{0}</title>",
        "<title>  \n {0}\t</title> <p>title</p>",
    ):
        word = f"{_word(rng)} {_word(rng)}"
        assert web.title(form.format(word)) == exactly(word), form
    for form in (
        "",
        "<p>Text</p>",
        "<title></title>",
        "<title> \n </title>",
        "<!--<title>a</title>-->",
    ):
        assert web.title(form) is None, form
    assert web.title("<script>'<title>a</title>'</script>") is None


def test_text_of_titles(web: Web, rng: Random) -> None:
    """Character references, whitespace and long titles."""
    word = _word(rng)
    for source in (
        f"{word} &amp; Co",
        f"&lt;b&gt; {word}",
        f"{word} &#8211; &#x2713;",
        "&eacute;t&eacute;",
    ):
        assert web.title(f"<title>{source}</title>") == exactly(html.unescape(source))
    assert (
        web.title(f"<title>{word}\n\t and\r\n   more  {word}</title>") == f"{word} and more {word}"
    )
    assert web.title(f"<title>{word}&#10;&#32;&#9;{word}</title>") == f"{word} {word}"
    for size in (119, 120, 121, 300):
        text = _word(rng, size)
        expected = text if size <= 120 else text[:119] + "…"
        assert web.title(f"<title>\n  {text}  </title>") == exactly(expected)
    text = f"{_word(rng, 60)}   {_word(rng, 59)}"
    assert web.title(f"<title>{text}</title>") == exactly(" ".join(text.split()))
    text = "&amp;" + _word(rng, 119)
    assert web.title(f"<title>{text}</title>") == exactly(html.unescape(text))


def test_charsets(web: Web, rng: Random) -> None:
    """Charsets of the header, of the page, and those that nobody knows."""
    word = _word(rng, 4)
    cases = [
        ("iso-8859-1", f"{word} für é"),
        ("ISO-8859-2", f"{word} žluť"),
        ("windows-1251", f"{word} Привет"),
        ("Shift_JIS", f"{word} 日本"),
        ("utf-8", f"{word} ✓"),
    ]
    for charset, text in rng.sample(cases, 3):
        page = f"<title>{text}</title>".encode(charset)
        for kind in (
            "text/html; charset={}",
            'Text/HTML;Charset="{}"',
            "text/html; a=b; charset={} ; c=d",
        ):
            assert web.title(page, kind.format(charset)) == exactly(text)
        for meta in (
            '<meta charset="{}">',
            "<META CHARSET='{}' />",
            "<meta charset={}>",
            '<meta http-equiv="Content-Type" content="text/html; charset={}">',
            "<meta name=a content=b><Meta Content='text/html;charset={}' Http-Equiv=content-type>",
        ):
            source = meta.format(charset).encode() + page
            assert web.title(source, "text/html") == exactly(text)
            assert web.title(page + source, "text/html; a=b") == exactly(text)
        both = b'<meta charset="koi8-r">' + page
        assert web.title(both, f"text/html; charset={charset}") == exactly(text)
    for unknown in ("klingon", "x-user-defined", "utf-99"):
        page = f"<meta charset={unknown}><title>{word} ✓</title>"
        assert web.title(page, "text/html") == exactly(f"{word} ✓")
        assert web.title(page, f"text/html; charset={unknown}") == exactly(f"{word} ✓")
    broken = f"<title>{word}".encode() + b" \xff!</title>"
    assert web.title(broken, "text/html") == exactly(f"{word} \ufffd!")
    assert web.title(broken, "text/html; charset=ascii") == exactly(f"{word} \ufffd!")
    assert web.title(broken, "text/html; charset=klingon") == exactly(f"{word} \ufffd!")
    meta = '<meta charset="iso-8859-1">'
    for end, expected in ((1024, "é"), (1025, "\ufffd"), (1100, "\ufffd"), (9000, "\ufffd")):
        page = f"<title>{word} é</title>".ljust(end - len(meta)) + meta
        assert web.title(page.encode("latin-1"), "text/html") == exactly(f"{word} {expected}")


def test_kinds_of_replies(web: Web, rng: Random) -> None:
    """Only some replies are pages."""
    page = f"<title>{_word(rng)}</title>"
    for kind in ("text/html", "TEXT/HTML ; charset=utf-8", "application/xhtml+xml", HTML):
        assert web.title(page, kind) == exactly(page[7:-8])
    kinds: list[str | None] = ["text/plain", "image/png", "text/htmlx", "application/xml", "", None]
    for kind in kinds:
        assert web.preview(web.put(f"http://{web.host()}/a", page, kind)) is None
    for status in (201, 204, 206, 300, 304, 400, 403, 404, 410, 500, 503):
        assert web.preview(web.put(f"http://{web.host()}/a", page, HTML, status)) is None
    url = web.put(f"http://{web.host()}/a", page)
    web.pages[url][2].insert(0, (None, 1))
    assert web.preview(url) is None


def test_redirects(web: Web, rng: Random) -> None:
    """Redirects of every kind, also to other hosts and schemes."""
    first, second, third = web.host(), web.host(), web.host()
    word = _word(rng)
    end = web.put(f"https://{second}/b/{word}?q=1", f"<title>{word}</title>")
    for status in (301, 302, 303, 307, 308):
        link = web.move(f"http://{first}/{status}", end, status)
        assert web.preview(link) == exactly({"url": end, "title": word})
        assert web.preview(web.move(f"http://{first}/none", None, status)) is None
        assert web.preview(web.move(f"http://{first}/gone", f"http://{first}/x{word}")) is None
    for location in (
        f"/b/{word}?q=1",
        f"{word}?q=1",
        f"./c/../{word}?q=1",
        "?q=1",
        f"//{second}/b/{word}?q=1",
    ):
        path = f"/b/{word}?q=2" if location.startswith("?") else f"/b/{_word(rng)}"
        link = web.move(f"https://{second}{path}", location)
        assert web.preview(link) == exactly({"url": end, "title": word})
    for status in (300, 304, 305, 306, 309):
        web.move(f"http://{third}/{status}", end, status)
        assert web.preview(f"http://{third}/{status}") is None


def test_number_of_redirects(web: Web, rng: Random) -> None:
    """Chains of redirects, and those without an end."""
    hosts = [web.host() for _ in range(3)]
    for count in range(1, 8):
        word = _word(rng)
        url = end = web.put(f"http://{rng.choice(hosts)}/{word}", f"<title>{word}</title>")
        for step in range(count):
            url = web.move(f"http://{rng.choice(hosts)}/{word}{step}", url)
        expected = {"url": end, "title": word} if count <= 5 else None
        assert web.preview(url) == exactly(expected)
    loop = f"http://{hosts[0]}/loop"
    assert web.preview(web.move(loop, loop)) is None
    other = f"http://{hosts[1]}/other"
    web.move(other, loop)
    assert web.preview(web.move(loop, other)) is None


def test_large_pages(web: Web, rng: Random) -> None:
    """How much of a page is looked at."""
    word = _word(rng)
    title = f"<title>{word}</title>"
    end = LIMIT - len(title)
    for before in (5000, 100_000, end - 1, end, LIMIT, LIMIT + 1, LIMIT + 5000):
        url = web.put(f"https://{web.host()}/a", title + "x" * rng.choice([0, 1000]))
        count, rest = divmod(before, 2000)
        web.pages[url][2][:0] = [(b"<p>" + b" " * 1997, count), (b"y" * rest, 1 if rest else 0)]
        expected = {"url": url, "title": word} if before <= end else None
        assert web.preview(url) == exactly(expected)
        assert web.network.handed_out() <= LIMIT
    url = web.put(f"https://{web.host()}/stream", title)
    web.pages[url][2].append((b"<p>more and more</p>" * 50, 10**9))
    assert web.preview(url) == exactly({"url": url, "title": word})
    assert web.network.handed_out() <= LIMIT


def test_several_addresses(web: Web, rng: Random) -> None:
    """Hosts with addresses that do not answer."""
    addresses = ["8.8.4.4", _address(rng, 6), _address(rng), "2001:4860:4860::8844"]
    word = _word(rng)
    for alive in range(4):
        order = rng.sample(addresses, 4)
        host = web.host(*order)
        web.down = order[:alive]
        url = web.put(f"http://{host}/", f"<title>{word}{alive}</title>")
        assert web.preview(url) == exactly({"url": url, "title": f"{word}{alive}"})
        assert web.network.connections() == order[: alive + 1]
    web.down = addresses
    assert web.preview(f"http://{host}/") is None
    web.down = []
    link = web.move(f"https://{host}/a", f"http://{web.host()}/b")
    assert web.preview(link) is None
    assert web.preview(f"http://{_word(rng)}.example/") is None
    assert web.preview(web.move(f"https://{host}/a", f"http://{_word(rng)}.example/")) is None


def test_addresses_and_ports(web: Web, rng: Random) -> None:
    """Links with an address in place of a name, and with ports."""
    four, six = _address(rng), _address(rng, 6)
    wrapped = str(ipaddress.ip_address(f"64:ff9b::{_address(rng)}"))
    web.public += [four, six, wrapped]
    host = web.host()
    for place in (four, f"[{six}]", f"[{wrapped}]", host):
        for port in ("", ":8080", ":443", ":1"):
            scheme, word = rng.choice(["http", "https"]), _word(rng)
            url = web.put(f"{scheme}://{place}{port}/{word}", f"<title>{word}</title>")
            assert web.preview(url) == exactly({"url": url, "title": word})
    name = web.host(wrapped)
    url = web.put(f"https://{name}/a", "<title>six</title>")
    assert web.preview(url) == exactly({"url": url, "title": "six"})
    for scheme in ("HTTP", "HttpS"):
        word = _word(rng)
        web.put(f"{scheme.lower()}://{host}/{word}", f"<title>{word}</title>")
        assert web.preview(f"{scheme}://{host}/{word}")["title"] == exactly(word)


def test_no_links(web: Web, rng: Random) -> None:
    """Texts that are not links to a page."""
    host = web.host()
    web.put(f"http://{host}/", "<title>Home</title>")
    for link in (
        "",
        host,
        f"//{host}/",
        "/",
        f"mailto:me@{host}",
        f"ftp://{host}/",
        f"httpx://{host}/",
        "javascript:alert(1)",
        "data:text/html,<title>a</title>",
        f"http://{host}:port/",
        f"http://{host}:99999/",
        "http://[::1",
        "http://[zz]/",
        "https://",
        f"see http://{host}/",
    ):
        assert web.preview(link) is None, link
        if link not in ("/", f"//{host}/"):
            assert web.preview(web.move(f"http://{host}/{_word(rng)}", link)) is None, link
    assert web.preview(f"http://{host}/") == exactly({"url": f"http://{host}/", "title": "Home"})
