"""Shows the title of a linked page below a chat message."""

import html
import ipaddress
import re
from urllib.parse import urljoin, urlsplit

REDIRECTS = (301, 302, 303, 307, 308)
PAGES = ("text/html", "application/xhtml+xml")
MARKUP = re.compile(
    r"<!--.*?-->|<script\b.*?</script\s*>|<title(?:\s[^>]*)?>(?P<title>.*?)</title\s*>",
    re.DOTALL | re.IGNORECASE,
)
CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
META = re.compile(r"<meta\s[^>]*>", re.IGNORECASE)


def preview(network, link):
    """The address and the title of the page behind a link."""
    try:
        url, reply = follow(network, link)
        title = find_title(read_page(reply))
    except (OSError, ValueError):
        return None
    return {"url": url, "title": title} if title else None


def follow(network, link):
    """Follow redirects to a page."""
    url = link
    for _ in range(6):
        reply = fetch(network, url)
        if reply.status == 200:
            return url, reply
        if reply.status not in REDIRECTS or "location" not in reply.headers:
            raise ValueError(f"no page at {url}")
        url = urljoin(url, reply.headers["location"])
    raise ValueError("too many redirects")


def fetch(network, url):
    """One request, if all addresses of the host are public."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{url} is no link")
    for address in network.resolve(parts.hostname):
        if not is_public(ipaddress.ip_address(address)):
            raise ValueError(f"{parts.hostname} is in the office")
    return network.get(url)


def is_public(address):
    """Whether an address is on the public internet."""
    if address.version == 6 and address.ipv4_mapped:
        return is_public(address.ipv4_mapped)
    if address in ipaddress.ip_network("64:ff9b::/96"):
        return is_public(ipaddress.ip_address(int(address) & 0xFFFFFFFF))
    return address.is_global and not address.is_multicast


def read_page(reply):
    """The text of a page."""
    content_type, _, parameters = reply.headers.get("content-type", "").partition(";")
    if content_type.strip().lower() not in PAGES:
        raise ValueError("not a page")
    data = b""
    while len(data) < 262144:
        more = reply.read(262144 - len(data))
        if not more:
            break
        data += more
    charset = CHARSET.search(parameters)
    for tag in META.findall(data[:1024].decode(errors="replace")):
        charset = charset or CHARSET.search(tag)
    try:
        return data.decode(charset[1] if charset else "utf-8", "replace")
    except LookupError:
        return data.decode(errors="replace")


def find_title(page):
    """The text of the first title element."""
    for match in MARKUP.finditer(page):
        if match["title"] is not None:
            title = " ".join(html.unescape(match["title"]).split())
            return title if len(title) <= 120 else title[:119] + "…"
    return None
