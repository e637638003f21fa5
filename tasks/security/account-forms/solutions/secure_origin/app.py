"""Account pages of the garden club, as a WSGI application of its own.

Browsers say of every form where its page came from. Only forms of our own pages are looked at.
"""

import hmac
import json
import uuid
from collections.abc import Callable, Iterable
from html import escape
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from threading import Lock
from urllib.parse import parse_qs

Answer = tuple[HTTPStatus, str, dict[str, str]]
OURS = "https://gardenclub.example"


class Browser:
    """Where a browser stands: who is signed in there."""

    def __init__(self, club: "Club", cookies: str | None, form: dict[str, str]) -> None:
        """Find the member."""
        try:
            morsel = SimpleCookie(cookies).get("session")
        except CookieError:  # there may be others of any name
            morsel = None
        self.session = morsel and morsel.value
        self.member = club.sessions.get(self.session, {})
        self.form = form


class Club:
    """The members as dictionaries, and the pages."""

    def __init__(self) -> None:
        """Start without members."""
        self.members: dict[str, dict[str, str]] = {}
        self.sessions: dict[str, dict[str, str]] = {}
        self.former: list[str] = []
        self.lock = Lock()
        self.routes: dict[str, Callable[[Browser], Answer]] = {
            "GET /login": lambda _: shown(LOGIN),
            "POST /login": self.sign_in,
            "GET /account": lambda browser: shown(account(browser.member)),
            "GET /leave": lambda _: shown(LEAVE),
            "POST /profile": self.profile,
            "POST /email": self.email,
            "POST /logout": self.sign_out,
            "POST /leave": self.leave,
        }

    def __call__(self, environ: dict, start_response: Callable) -> Iterable[bytes]:
        """Answer a request."""
        status, content, headers = self.answer(environ)
        fields = [("Content-Type", "text/html; charset=utf-8"), *headers.items()]
        start_response(f"{status.value} {status.phrase}", fields)
        return [content.encode()]

    def answer(self, environ: dict) -> Answer:
        """Find the page, and who asks for it."""
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        view = self.routes.get(f"{method} {path}")
        if view is None:
            return HTTPStatus.NOT_FOUND, "", {}
        form = {}
        if method == "POST":
            if environ.get("HTTP_ORIGIN") != OURS:
                return HTTPStatus.FORBIDDEN, "", {}
            body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
            form = {key: values[0].strip() for key, values in parse_qs(body.decode()).items()}
        with self.lock:
            browser = Browser(self, environ.get("HTTP_COOKIE"), form)
            if path != "/login" and not browser.member:
                return see("/login")
            return view(browser)

    def sign_in(self, browser: Browser) -> Answer:
        """Look at card and code."""
        card, code = (browser.form.get(name, "") for name in ("card", "code"))
        cards = json.loads(Path("cards.json").read_bytes())
        if card not in cards or card in self.former:
            return refused(LOGIN)
        if not hmac.compare_digest(cards[card]["code"].encode(), code.encode()):
            return refused(LOGIN)
        if card not in self.members:
            self.members[card] = {
                "card": card,
                "name": cards[card]["name"],
                "plot": "",
                "email": "",
            }
        session = uuid.uuid4().hex
        self.sessions[session] = self.members[card]
        status, content, headers = see("/account")
        return status, content, headers | {"Set-Cookie": f"session={session}; HttpOnly; Secure"}

    def profile(self, browser: Browser) -> Answer:
        """Change name and plot."""
        name, plot = (browser.form.get(key, "") for key in ("name", "plot"))
        if not name or len(name) > 60 or len(plot) > 10:
            return refused(account(browser.member))
        browser.member.update(name=name, plot=plot)
        return see("/account")

    def email(self, browser: Browser) -> Answer:
        """Change the e-mail address."""
        email = browser.form.get("email", "")
        before, at, after = email.partition("@")
        good = len(email) <= 100 and before and after and "@" not in after and " " not in email
        for card, member in self.members.items():
            good = good and (
                card == browser.member["card"] or member["email"].lower() != email.lower()
            )
        if not good:
            return refused(account(browser.member))
        browser.member["email"] = email
        return see("/account")

    def sign_out(self, browser: Browser) -> Answer:
        """End this session."""
        self.sessions.pop(browser.session)
        return see("/login")

    def leave(self, browser: Browser) -> Answer:
        """End the membership."""
        card = browser.member["card"]
        self.former.append(card)
        self.members.pop(card)
        self.sessions = {key: who for key, who in self.sessions.items() if who["card"] != card}
        return see("/login")


def shown(content: str) -> Answer:
    """A page."""
    return HTTPStatus.OK, content, {}


def refused(content: str) -> Answer:
    """The page again."""
    return HTTPStatus.BAD_REQUEST, content, {}


def see(path: str) -> Answer:
    """Go to another page."""
    return HTTPStatus.SEE_OTHER, "", {"Location": path}


def form(name: str, action: str, *fields: str, values: dict[str, str] | None = None) -> str:
    """A form with text fields, in which values may stand already."""
    known = values or {}
    inputs = [f'<input name="{key}" value="{escape(known.get(key, ""))}">' for key in fields]
    return f'<form id="{name}" method="post" action="{action}">{"".join(inputs)}<button>OK</button></form>'


def account(member: dict[str, str]) -> str:
    """The account page."""
    data = [f'<p id="{key}">{escape(value)}</p>' for key, value in member.items()]
    forms = [
        form("profile-form", "/profile", "name", "plot", values=member),
        form("email-form", "/email", "email"),
        form("logout-form", "/logout"),
    ]
    return "".join(data + forms)


LOGIN = form("login-form", "/login", "card", "code")
LEAVE = form("leave-form", "/leave")


def create_app() -> Club:
    """The application."""
    return Club()
