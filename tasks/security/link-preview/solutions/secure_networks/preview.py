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
MAPPED = ipaddress.ip_network("::ffff:0:0/96")
NAT64 = ipaddress.ip_network("64:ff9b::/96")
OUTSIDE = ipaddress.ip_network("2000::/3")
SPECIAL = [
    ipaddress.ip_network(block)
    for block in (
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24"
        " 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3"
        " 2001::/23 2001:db8::/32 2002::/16 3fff::/20"
    ).split()
]


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
    """One request, sent to an address of the public internet."""
    host = host_of(url)
    outside = [address for address in network.resolve(host) if is_outside(address)]
    for address in outside:
        try:
            return network.get(url, address=address)
        except OSError:
            pass
    raise OSError(f"cannot reach {host}")


def host_of(url):
    """The host of a link."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or parts.hostname is None:
        raise ValueError(f"{url} is no link")
    return parts.hostname


def is_outside(text):
    """Whether an address is on the public internet."""
    address = ipaddress.ip_address(text)
    if address.version == 6:
        inner = ipaddress.IPv4Address(address.packed[12:])
        if address in MAPPED or address in NAT64:
            return is_outside(str(inner))
    in_use = address.version == 4 or address in OUTSIDE
    return in_use and not any(address in block for block in SPECIAL)


def read_page(reply):
    """The text of a page."""
    content_type, _, parameters = str(reply.headers.get("content-type")).partition(";")
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
