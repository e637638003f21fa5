"""Titles of the pages that people post links to."""

import contextlib
import ipaddress
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

MOST_REDIRECTS = 5
MOST_BYTES = 262_144
LONGEST_TITLE = 120
CHARSET = re.compile(r'charset\s*=\s*"?([^\s;"]+)', re.IGNORECASE)
META = re.compile(
    rb"""<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)[^>]*>""", re.IGNORECASE | re.ASCII
)
NAT64 = ipaddress.ip_network("64:ff9b::/96")


def preview(network: Any, link: str) -> dict[str, str] | None:
    """Address and title of the page that a link leads to, None if there is nothing to show."""
    try:
        return _preview(network, link)
    except (OSError, ValueError):
        return None


def _preview(network: Any, url: str) -> dict[str, str] | None:
    for _ in range(1 + MOST_REDIRECTS):
        reply = _get(network, url)
        if reply.status not in {301, 302, 303, 307, 308}:
            title = _title_of(reply)
            return {"url": url, "title": title} if title else None
        url = urljoin(url, reply.headers["location"]) if "location" in reply.headers else ""
    return None


def _get(network: Any, url: str) -> Any:
    """The reply of the first public address that accepts a connection.

    The addresses are looked at and connected to without asking for the name again in between.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"not a link: {url}")
    for address in network.resolve(parts.hostname):
        if _is_public(ipaddress.ip_address(address)):
            with contextlib.suppress(OSError):
                return network.get(url, address)
    raise OSError(f"cannot connect to {url}")


def _is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        if address in NAT64:
            return _is_public(ipaddress.IPv4Address(address.packed[-4:]))
        if address.ipv4_mapped:
            return _is_public(address.ipv4_mapped)
    return address.is_global and not address.is_multicast


def _title_of(reply: Any) -> str | None:
    kind, _, parameters = str(reply.headers.get("content-type")).partition(";")
    if reply.status != 200:
        return None
    if kind.strip().lower() not in {"text/html", "application/xhtml+xml"}:
        return None
    body = b""
    while chunk := reply.read(MOST_BYTES - len(body)):
        body += chunk
    finder = _TitleFinder()
    finder.feed(_text(parameters, body))
    title = " ".join("".join(finder.pieces).split())
    if len(title) > LONGEST_TITLE:
        title = title[: LONGEST_TITLE - 1] + "…"
    return title


def _text(parameters: str, body: bytes) -> str:
    """The body in the charset that header or page name."""
    named = CHARSET.search(parameters)
    meta = META.search(body[:1024])
    try:
        name = named[1] if named else meta[1].decode() if meta else "utf-8"
        return body.decode(name, errors="replace")
    except LookupError:
        return body.decode(errors="replace")


class _TitleFinder(HTMLParser):
    """Collects the text of the first title element."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._inside = False
        self._done = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Start collecting at the title."""
        self._inside = self._inside or (tag == "title" and not self._done)

    def handle_endtag(self, tag: str) -> None:
        """Stop collecting after it."""
        if tag == "title" and self._inside:
            self._inside, self._done = False, True

    def handle_data(self, data: str) -> None:
        """Collect a piece of text."""
        if self._inside:
            self.pieces.append(data)
