"""The judge as the client of a submission's HTTP service."""

import json as json_module
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from codebench.sandbox.judge.alarm import alarm
from codebench.sandbox.judge.job import Reason
from codebench.sandbox.judge.workshop import WorkerFault

if TYPE_CHECKING:
    from http.client import HTTPResponse

__all__ = ["Http", "HttpError", "Response", "free_port", "wait_until_ready"]

_MAX_BODY = 4 * 2**20
_SECONDS_TO_CONNECT = 0.5


TimeLeft = Callable[[], float]
"""Tells the seconds that are left."""


class HttpError(Exception):
    """The service broke off or spoke something else than HTTP."""


@dataclass(frozen=True, slots=True)
class Response:
    """An answer of the service."""

    status: int
    headers: tuple[tuple[str, str], ...]
    """Name and value as sent, in order."""
    body: bytes
    """Of at most four megabytes; a longer one is an error."""

    def header(self, name: str) -> str | None:
        """The first header of this name, or None."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    @property
    def text(self) -> str:
        """The body as UTF-8, with replacement characters for what is not."""
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """The body as JSON.

        Raises:
            HttpError: It is not.
        """
        try:
            return json_module.loads(self.body)
        except (ValueError, RecursionError):
            raise HttpError("the body is not JSON") from None


class Http:
    """Requests to 127.0.0.1, each on a connection of its own."""

    def __init__(self, port: int, clock: Callable[[], TimeLeft]) -> None:
        """Make a client.

        Args:
            port: Where the service listens.
            clock: Starts the deadline of a request.
        """
        self._port = port
        self._clock = clock

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Response:
        """A GET request."""
        return self.request("GET", path, headers=headers)

    def post(self, path: str, **options: Any) -> Response:
        """A POST request; options as for `request`."""
        return self.request("POST", path, **options)

    def request(  # noqa: PLR0913 -- the parts of a request
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        json: object = None,
        form: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Response:
        """Send a request and read the answer, without following redirects or keeping cookies.

        Raises:
            HttpError: There was no HTTP answer.
            WorkerFault: It was not complete by the deadline of a call.
        """
        content, kind = _content(json, form, body)
        fields = {**({"Content-Type": kind} if kind else {}), **(headers or {})}
        with alarm(self._clock()):
            return self._exchange(method, path, content, fields)

    def _exchange(
        self, method: str, path: str, content: bytes | None, fields: dict[str, str]
    ) -> Response:
        # Imported here: few challenges are services, and all would wait for it.
        from http.client import HTTPConnection  # noqa: PLC0415

        connection = HTTPConnection("127.0.0.1", self._port)
        try:
            connection.request(method, path, content, fields)
            answer = connection.getresponse()
            return Response(answer.status, tuple(answer.getheaders()), _whole(answer))
        except HttpError:
            raise
        except Exception as error:  # noqa: BLE001 -- hostile answers trip the client in many ways
            raise HttpError(type(error).__name__) from None
        finally:
            connection.close()


def _whole(answer: "HTTPResponse") -> bytes:
    """The body. One that is cut would prove nothing about what it does not hold."""
    body = answer.read(_MAX_BODY + 1)
    if len(body) > _MAX_BODY:
        raise HttpError("the body is too long")
    return body


def _content(
    json: object, form: Mapping[str, str] | None, body: bytes | None
) -> tuple[bytes | None, str | None]:
    if json is not None:
        return json_module.dumps(json).encode(), "application/json"
    if form is not None:
        from urllib.parse import urlencode  # noqa: PLC0415 -- as above

        return urlencode(form).encode(), "application/x-www-form-urlencoded"
    return body, None


def free_port() -> int:
    """A loopback port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(port: int, time_left: TimeLeft) -> None:
    """Wait until something listens on a loopback port.

    Raises:
        WorkerFault: Nothing does in time.
    """
    while time_left() > 0:
        with socket.socket() as probe:
            probe.settimeout(_SECONDS_TO_CONNECT)  # a full queue would hold us up for minutes
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    raise WorkerFault(Reason.NOT_READY)
