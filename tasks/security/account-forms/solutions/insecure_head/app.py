"""Account pages of the garden club."""

import hmac
import json
import secrets
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from flask import Flask, Response, abort, g, make_response, redirect, request, url_for
from jinja2 import Template

COOKIE = "__Host-club"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden club</title></head>
<body>{% macro form(id, action) %}<form id="{{ id }}" method="post" action="{{ action }}">
<input type="hidden" name="token" value="{{ token }}">{{ caller() }}</form>{% endmacro %}
{% if status == 400 %}<p>Please look again at what you entered.</p>{% endif %}"""
LOGIN = """{% call form("login-form", "/login") %}<input name="card" required>
<input name="code" type="password" required><button>Sign in</button>{% endcall %}"""
ACCOUNT = """<p id="card">{{ member.card }}</p><p id="name">{{ member.name }}</p>
<p id="plot">{{ member.plot }}</p><p id="email">{{ member.email }}</p>
{% call form("profile-form", "/account/profile") %}<input name="name" value="{{ member.name }}">
<input name="plot" value="{{ member.plot }}"><button>Save</button>{% endcall %}
{% call form("email-form", "/account/email") %}<input name="email"><button>Save</button>{% endcall %}
{% call form("logout-form", "/logout") %}<button>Sign out</button>{% endcall %}
<a href="/leave">Leave the club</a>"""
LEAVE = """{% call form("leave-form", "/leave") %}<button>Leave the club</button>{% endcall %}"""


@dataclass(eq=False)
class Member:
    """What we know of a member."""

    card: str
    name: str
    plot: str = ""
    email: str = ""


class Club:
    """All members, and the sessions of those who are signed in."""

    def __init__(self) -> None:
        self.members: dict[str, Member] = {}
        self.sessions: dict[str, Member] = {}
        self.gone: set[str] = set()
        self.lock = RLock()

    def sign_in(self, card: str, code: str) -> str | None:
        """Start a session and give its id, if the card and its code are good."""
        printed = json.loads(Path("cards.json").read_text(encoding="utf-8")).get(card)
        if printed is None or card in self.gone:
            return None
        if not hmac.compare_digest(printed["code"].encode(), code.encode()):
            return None
        session = secrets.token_urlsafe()
        self.sessions[session] = self.members.setdefault(card, Member(card, printed["name"]))
        return session

    def has_email(self, email: str, apart_from: Member) -> bool:
        """Whether another member has this address."""
        others = [member for member in self.members.values() if member is not apart_from]
        return any(member.email.lower() == email.lower() for member in others)

    def forget(self, member: Member) -> None:
        """End a membership."""
        self.gone.add(member.card)
        del self.members[member.card]
        for session, who in list(self.sessions.items()):
            if who is member:
                del self.sessions[session]


def create_app() -> Flask:
    """The application, at first without any members."""
    app = Flask(__name__)
    club = Club()
    key = secrets.token_bytes()
    login_page, account_page, leave_page = (
        app.jinja_env.from_string(PAGE + content) for content in (LOGIN, ACCOUNT, LEAVE)
    )

    def token() -> str:
        """What the forms of this browser's session have to bring along."""
        return hmac.digest(key, g.session.encode(), "sha256").hex()

    @app.before_request
    def find_session() -> Response | None:
        g.session = request.cookies.get(COOKIE) or secrets.token_urlsafe()
        g.member = club.sessions.get(g.session)
        if g.member is None and request.path != "/login":
            return redirect(url_for("login"))
        given = request.form.get("token", "")
        if request.method == "POST" and not hmac.compare_digest(given.encode(), token().encode()):
            abort(403)
        return None

    def keep_session(answer: Response) -> Response:
        answer.headers["Set-Cookie"] = f"{COOKIE}={g.session}; Path=/; Secure; HttpOnly"
        return answer

    def value(name: str) -> str:
        return request.form[name].strip()

    def show(page: Template, status: int = 200) -> tuple[str, int]:
        return page.render(member=g.member, token=token(), status=status), status

    @app.get("/login")
    def login() -> object:
        return keep_session(make_response(show(login_page)))

    @app.post("/login")
    def sign_in() -> object:
        with club.lock:
            session = club.sign_in(value("card"), value("code"))
        if session is None:
            return show(login_page, 400)
        g.session = session
        return keep_session(redirect(url_for("account")))

    @app.get("/account")
    def account() -> object:
        return show(account_page)

    @app.post("/account/profile")
    def change_profile() -> object:
        name, plot = value("name"), value("plot")
        if not 1 <= len(name) <= 60 or len(plot) > 10:
            return show(account_page, 400)
        g.member.name, g.member.plot = name, plot
        return redirect(url_for("account"))

    @app.post("/account/email")
    def change_email() -> object:
        email = value("email")
        parts = email.split("@")
        if len(email) > 100 or len(parts) != 2 or not all(parts) or " " in email:
            return show(account_page, 400)
        with club.lock:
            if club.has_email(email, apart_from=g.member):
                return show(account_page, 400)
            g.member.email = email
        return redirect(url_for("account"))

    @app.post("/logout")
    def logout() -> object:
        del club.sessions[g.session]
        return redirect(url_for("login"))

    @app.route("/leave", methods=["GET", "POST"])
    def leave() -> object:
        if request.method == "GET":
            return show(leave_page)
        with club.lock:
            club.forget(g.member)
        return redirect(url_for("login"))

    return app
