"""Account pages of the garden club, with the sessions in a cookie that stays on our own site.

Other sites' forms come without the cookie (SameSite=Strict) and so meet somebody who is not signed
in. Links come without it too; nothing ever changes on GET.
"""

import json
import sqlite3
from functools import wraps
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex

from flask import Flask, g, redirect, request, url_for
from markupsafe import escape

TABLES = """
CREATE TABLE member (card TEXT PRIMARY KEY, name TEXT, plot TEXT DEFAULT '', email TEXT DEFAULT '');
CREATE TABLE session (id TEXT PRIMARY KEY, card TEXT);
CREATE TABLE former (card TEXT PRIMARY KEY);
"""
COOKIE = {"httponly": True, "secure": True, "samesite": "Strict"}
FORM = '<form id="{}-form" method="post" action="{}">{}<button>Send</button></form>'


def create_app():
    """The application with an empty database in memory."""
    app = Flask(__name__)
    db = sqlite3.connect(":memory:", check_same_thread=False)
    db.executescript(TABLES)

    def members_only(view):
        @wraps(view)
        def guarded():
            row = db.execute(
                "SELECT card, name, plot, email FROM member JOIN session USING (card) WHERE id = ?",
                [request.cookies.get("club")],
            ).fetchone()
            if row is None:
                return redirect(url_for("login"))
            g.card, g.name, g.plot, g.email = row
            return view()

        return guarded

    @app.route("/login", methods=["GET", "POST"])
    def login():
        if request.method == "POST":
            card, code = field("card"), field("code")
            if is_good(card, code):
                session = token_hex(16)
                db.execute("INSERT INTO session VALUES (?, ?)", [session, card])
                response = redirect(url_for("account"))
                response.set_cookie("club", session, **COOKIE)
                return response
            return login_page(), 400
        return login_page()

    def is_good(card, code):
        printed = json.loads(Path("cards.json").read_bytes()).get(card)
        if printed is None or not compare_digest(printed["code"].encode(), code.encode()):
            return False
        if db.execute("SELECT 1 FROM former WHERE card = ?", [card]).fetchone():
            return False
        db.execute(
            "INSERT OR IGNORE INTO member (card, name) VALUES (?, ?)", [card, printed["name"]]
        )
        return True

    @app.get("/account")
    @members_only
    def account():
        return account_page()

    @app.post("/profile")
    @members_only
    def profile():
        name, plot = field("name"), field("plot")
        if name == "" or len(name) > 60 or len(plot) > 10:
            return account_page(), 400
        db.execute("UPDATE member SET name = ?, plot = ? WHERE card = ?", [name, plot, g.card])
        return redirect(url_for("account"))

    @app.post("/email")
    @members_only
    def email():
        address = field("email")
        local, _, domain = address.partition("@")
        if len(address) > 100 or " " in address or not local or not domain or "@" in domain:
            return account_page(), 400
        others = db.execute("SELECT email FROM member WHERE card != ?", [g.card])
        if address.casefold() in [other.casefold() for (other,) in others]:
            return account_page(), 400
        db.execute("UPDATE member SET email = ? WHERE card = ?", [address, g.card])
        return redirect(url_for("account"))

    @app.post("/logout")
    @members_only
    def logout():
        db.execute("DELETE FROM session WHERE id = ?", [request.cookies["club"]])
        return redirect(url_for("login"))

    @app.route("/leave", methods=["GET", "POST"])
    @members_only
    def leave():
        if request.method == "POST":
            db.execute("INSERT INTO former VALUES (?)", [g.card])
            db.execute("DELETE FROM member WHERE card = ?", [g.card])
            return redirect(url_for("login"))
        return page(form("leave"))

    return app


def field(name):
    """What was typed into a field of the form."""
    return request.form.get(name, "").strip(" ")


def text_input(name, value=""):
    """A field of a form."""
    return f'<input name="{name}" value="{escape(value)}">'


def form(name, *inputs):
    """A form that leads to the view of its name."""
    return FORM.format(name, url_for(name), "".join(inputs))


def page(content):
    """A whole page."""
    return f"<!doctype html><title>Garden club</title><main>{content}</main>"


def login_page():
    """The page for those who are not signed in."""
    inputs = text_input("card") + '<input type="password" name="code">'
    return page(form("login", inputs))


def account_page():
    """The data of a member, and what can be done with them."""
    data = {"card": g.card, "name": g.name, "plot": g.plot, "email": g.email}
    rows = [f'<dt>{key}<dd><span id="{key}">{escape(value)}</span>' for key, value in data.items()]
    profile = text_input("name", g.name) + text_input("plot", g.plot)
    return page(
        f"<dl>{''.join(rows)}</dl>"
        + form("profile", profile)
        + form("email", text_input("email"))
        + form("logout")
    )
