"""A small internet, an office beside it, and a book on who was connected to."""

import ipaddress
import socket
from typing import Any
from urllib.parse import unquote, urlsplit

PORTS = {"http": 80, "https": 443}


class Reply:
    """What a server answered."""

    def __init__(self, network: "Network", status: int, headers: dict[str, str], body: list[Any]):
        self.status = status
        self.headers = headers
        self._network = network
        self._rest = [list(part) for part in body]  # pieces, each with how often it comes

    def read(self, size: int) -> bytes:
        """The next bytes of the body."""
        while self._rest and not self._rest[0][1]:
            del self._rest[0]
        if not self._rest:
            return b""
        piece, count = self._rest[0]
        if piece is None:
            raise ConnectionResetError("the server hung up")
        if size < len(piece):
            data = piece[:size]
            self._rest[:1] = [[piece[size:], 1], [piece, count - 1]]
        else:
            data = piece
            self._rest[0][1] -= 1
        self._network.bytes_handed_out += len(data)
        return data


class Network:
    """Resolves names and fetches pages.

    Args:
        names: By host, the answers to one question after the other. The last one stays.
        pages: By URL, status, headers and body of a reply.
        public: The addresses of the internet; all others belong to the office.
        down: Those of them that accept no connections.
        inside: The title of every page in the office.
    """

    def __init__(
        self,
        names: dict[str, list[list[str]]],
        pages: dict[str, tuple[int, dict[str, str], list[Any]]],
        public: list[str],
        down: list[str],
        inside: str,
    ):
        self._names = {name: list(answers) for name, answers in names.items()}
        self._pages = {_key(url): page for url, page in pages.items()}
        self._public = {ipaddress.ip_address(address) for address in public}
        self._down = {ipaddress.ip_address(address) for address in down}
        self._inside = inside
        self._connections: list[str] = []
        self.bytes_handed_out = 0

    def resolve(self, host: str) -> list[str]:
        """All addresses of a host at the moment."""
        name = _plain(host)
        if name in self._names:
            answers = self._names[name]
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
            if answer:
                return list(answer)
        elif address := _numeric(name):
            return [str(address)]
        raise socket.gaierror(f"unknown host {host}")

    def get(self, url: str, address: str | None = None) -> Reply:
        """Connect and send one request."""
        try:
            key, host = _key(url), urlsplit(url).hostname or "localhost"
        except ValueError as error:
            raise OSError("this is no URL") from error
        if key[0] not in PORTS:
            self._connections.append(url)
            return self._office()
        for candidate in self.resolve(host if address is None else address):
            found = ipaddress.ip_address(candidate)
            self._connections.append(str(found))
            if found in self._down:
                continue
            if found not in self._public:
                return self._office()
            return Reply(self, *self._pages.get(key, (404, {"content-type": "text/html"}, [])))
        raise ConnectionRefusedError(f"no connection to {host}")

    def _office(self) -> Reply:
        page = f"<title>{self._inside}</title>".encode()
        return Reply(self, 200, {"content-type": "text/html"}, [(page, 1)])

    def connections(self) -> list[str]:
        """Every address that was connected to, or tried; for other schemes the URL."""
        return list(self._connections)

    def handed_out(self) -> int:
        """How many bytes of bodies were read."""
        return self.bytes_handed_out


def _plain(host: str) -> str:
    """A host's name as resolvers see it."""
    name = unquote(host).strip()
    try:
        name = name.encode("idna").decode()
    except UnicodeError:
        pass
    return name.lower().removesuffix(".")


def _numeric(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a text stands for, in any notation."""
    try:
        return ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        pass
    try:
        return ipaddress.ip_address(socket.inet_aton(name))
    except (OSError, ValueError):
        return None


def _key(url: str) -> tuple[str, str, int, str, str]:
    """What a server sees of a URL."""
    parts = urlsplit(url)
    host = _plain(parts.hostname or "")
    port = parts.port or PORTS.get(parts.scheme, 0)
    return parts.scheme, host, port, parts.path or "/", parts.query


def network(**settings: Any) -> Network:
    """Make a network."""
    return Network(**settings)
