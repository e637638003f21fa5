"""Sign-in and recovery of forgotten passwords for the mailboxes of all brands."""

import hashlib
import hmac
import json
import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, jsonify, request

ACCOUNTS = Path("accounts.json")
MESSAGE = "If there is such an account, a mail is on its way to its address."


@dataclass(frozen=True)
class Link:
    """A link that was sent, and what it was sent for."""

    token: str
    address: str
    digest: str
    made: int


class Mailboxes:
    """The accounts in their file, and the links and sessions that are open."""

    def __init__(self) -> None:
        self.links: dict[str, Link] = {}
        self.sessions: dict[str, str] = {}
        self.lock = RLock()

    def account(self, name: str) -> dict[str, Any]:
        """The entry of an account; empty if there is none."""
        return load(ACCOUNTS).get(name, {})

    def change(self, name: str, **values: str) -> None:
        """Write new values of an account into the file."""
        accounts = load(ACCOUNTS)
        accounts[name] |= values
        draft = Path("accounts.json.new")
        draft.write_text(json.dumps(accounts))
        os.replace(draft, ACCOUNTS)

    def has_password(self, name: str, password: str) -> bool:
        """Whether this is the account's password."""
        account = self.account(name)
        known = account.get("digest", "")
        return hmac.compare_digest(digest(password, account.get("salt", "")), known)

    def set_password(self, name: str, password: str, kept: str = "") -> None:
        """Give an account a new password; its sessions end, except for one that is kept."""
        salt = secrets.token_hex(16)
        self.change(name, salt=salt, digest=digest(password, salt))
        for session, owner in list(self.sessions.items()):
            if owner == name and session != kept:
                del self.sessions[session]

    def sign_in(self, name: str) -> str:
        """Start a session."""
        session = secrets.token_urlsafe()
        self.sessions[session] = name
        return session

    def send_link(self, name: str, host: str) -> None:
        """Send a mail with a link, if there is somebody to send it to."""
        account = self.account(name)
        if not account.get("address"):
            return
        token = secrets.token_urlsafe()
        self.links[name] = Link(token, account["address"], account["digest"], now())
        text = f"Dear {name},\n\nchoose a new password here:\n{site(host)}/recover?token={token}\n"
        mail = {"to": account["address"], "subject": "Your new password", "text": text}
        with open("outbox.jsonl", "a") as outbox:
            outbox.write(json.dumps(mail) + "\n")

    def counts(self, name: str, token: str) -> bool:
        """Whether this token belongs to a link that can be used now."""
        link = self.links.get(name)
        if link is None or not hmac.compare_digest(link.token.encode(), token.encode()):
            return False
        account = self.account(name)
        if (account.get("address"), account.get("digest")) != (link.address, link.digest):
            return False
        return now() - link.made < load(Path("settings.json"))["link_minutes"] * 60


def load(path: Path) -> dict[str, Any]:
    """The content of a JSON file."""
    return json.loads(path.read_bytes())


def now() -> int:
    """The time in seconds."""
    try:
        return int(Path("clock.txt").read_bytes())
    except FileNotFoundError:
        return int(time.time())


def digest(password: str, salt: str) -> str:
    """What the mail server compares."""
    return hashlib.pbkdf2_hmac("sha256", password.encode(), bytes.fromhex(salt), 1000).hex()


def site(host: str) -> str:
    """The address of the site with this host."""
    sites = load(Path("settings.json"))["sites"]
    return next((each for each in sites if urlsplit(each).netloc.lower() == host.lower()), sites[0])


def create_app() -> Flask:
    """The application, without any session."""
    app = Flask(__name__)
    boxes = Mailboxes()

    def fields(*names: str) -> list[str]:
        body = request.get_json()
        values = [body.get(name) for name in names] if isinstance(body, dict) else [None]
        if not all(isinstance(value, str) for value in values):
            abort(400)
        return values

    def session() -> str:
        return request.headers.get("Authorization", "").removeprefix("Bearer ")

    def owner() -> str:
        name = boxes.sessions.get(session())
        if name is None or not boxes.account(name):
            abort(401)
        return name

    @app.post("/sessions")
    def sign_in() -> object:
        name, password = fields("name", "password")
        with boxes.lock:
            if not boxes.has_password(name, password):
                abort(401)
            return {"session": boxes.sign_in(name)}, 201

    @app.get("/me")
    def me() -> object:
        name = owner()
        return jsonify(name=name, address=boxes.account(name)["address"])

    @app.put("/me/address")
    def change_address() -> object:
        name = owner()
        (address,) = fields("address")
        if address.count("@") != 1:
            abort(400)
        with boxes.lock:
            boxes.change(name, address=address)
        return Response(status=204)

    @app.put("/me/password")
    def change_password() -> object:
        name = owner()
        old, new = fields("old", "new")
        if len(new) < 8:
            abort(400)
        with boxes.lock:
            if not boxes.has_password(name, old):
                abort(403)
            boxes.set_password(name, new, kept=session())
        return Response(status=204)

    @app.post("/recovery")
    def recover() -> object:
        (name,) = fields("name")
        with boxes.lock:
            boxes.send_link(name, request.headers["Host"])
        return {"message": MESSAGE}, 202

    @app.post("/recovery/confirm")
    def confirm() -> object:
        name, token, password = fields("name", "token", "password")
        with boxes.lock:
            if len(password) < 8 or not boxes.counts(name, token):
                abort(400)
            del boxes.links[name]
            boxes.set_password(name, password)
        return Response(status=204)

    return app
