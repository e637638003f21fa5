"""Sign-in and recovery of forgotten passwords for the mailboxes of all brands.

Links are not stored. Their tokens are signed over all that has to stay as it is for a link to count:
the account's name, address and digest, the time, and how many links the account has had. Sessions
remember the digest they were opened under.
"""

import hashlib
import json
import time
from collections import Counter
from hmac import compare_digest
from hmac import digest as sign
from os import replace, urandom
from secrets import token_urlsafe
from threading import Lock

from flask import Flask, Response, request

KEY = urandom(32)
LOCK = Lock()


def create_app():
    """The application."""
    app = Flask(__name__)
    links = Counter()
    sessions = {}

    def signed_in():
        session = request.headers.get("Authorization", "")[len("Bearer ") :]
        name, under = sessions.get(session, ("", ""))
        account = read("accounts.json").get(name)
        if account is None or account["digest"] != under:
            raise Refused(401)
        return session, name, account

    @app.errorhandler(Refused)
    def refuse(refused):
        return Response(status=refused.status)

    @app.post("/sessions")
    def open_session():
        name, password = strings("name", "password")
        account = read("accounts.json").get(name)
        if account is None or not fits(account, password):
            raise Refused(401)
        session = token_urlsafe(24)
        sessions[session] = (name, account["digest"])
        return {"session": session}, 201

    @app.get("/me")
    def me():
        _, name, account = signed_in()
        return {"name": name, "address": account["address"]}

    @app.put("/me/address")
    def address():
        _, name, account = signed_in()
        (new,) = strings("address")
        if len(new.split("@")) != 2:
            raise Refused(400)
        save(name, account | {"address": new})
        return Response(status=204)

    @app.put("/me/password")
    def password():
        session, name, account = signed_in()
        old, new = strings("old", "new")
        if not fits(account, old):
            raise Refused(403)
        sessions[session] = (name, save(name, account | secret(new)))
        return Response(status=204)

    @app.post("/recovery")
    def recovery():
        (name,) = strings("name")
        account = read("accounts.json").get(name)
        if account is not None and account["address"]:
            links[name] += 1
            stamp = f"{links[name]}.{now()}"
            link = f"{site()}/recover?token={stamp}.{signature(name, account, stamp)}"
            text = f"Hello,\n\nto choose a new password for {name}, follow this link:\n\n{link}\n"
            mail = {"to": account["address"], "subject": f"Password of {name}", "text": text}
            with LOCK, open("outbox.jsonl", "a") as outbox:
                print(json.dumps(mail), file=outbox)
        return {"message": "Please look into your other mailbox."}, 202

    @app.post("/recovery/confirm")
    def confirm():
        name, token, new = strings("name", "token", "password")
        stamp, _, given = token.rpartition(".")
        account = read("accounts.json").get(name)
        if account is None or not account["address"]:
            raise Refused(400)
        if not compare_digest(signature(name, account, stamp).encode(), given.encode()):
            raise Refused(400)
        number, made = map(int, stamp.split("."))
        if number != links[name] or now() >= made + 60 * read("settings.json")["link_minutes"]:
            raise Refused(400)
        save(name, account | secret(new))
        return Response(status=204)

    return app


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, status):
        super().__init__(status)
        self.status = status


def read(name):
    """A JSON file."""
    with open(name, "rb") as file:
        return json.load(file)


def save(name, account):
    """Write an account into the file; gives its digest."""
    with LOCK:
        accounts = read("accounts.json") | {name: account}
        with open("accounts.tmp", "w") as file:
            json.dump(accounts, file)
        replace("accounts.tmp", "accounts.json")
    return account["digest"]


def strings(*names):
    """Fields of the request's body."""
    try:
        body = json.loads(request.get_data())
        values = [body[name] for name in names]
    except (ValueError, TypeError, KeyError):
        raise Refused(400) from None
    if any(type(value) is not str for value in values):
        raise Refused(400)
    return values


def now():
    """Seconds since 1970."""
    try:
        with open("clock.txt") as file:
            return int(file.read())
    except FileNotFoundError:
        return int(time.time())


def site():
    """Where the user started."""
    sites = read("settings.json")["sites"]
    by_host = {each.split("/")[2].lower(): each for each in sites}
    return by_host.get(request.environ.get("HTTP_HOST", "").lower(), sites[0])


def hashed(password, salt):
    """What the mail server compares."""
    return hashlib.pbkdf2_hmac("sha256", password.encode(), bytes.fromhex(salt), 1000).hex()


def fits(account, password):
    """Whether this is the password of the account."""
    return compare_digest(hashed(password, account["salt"]), account["digest"])


def secret(password):
    """Salt and digest for a new password."""
    if len(password) < 8:
        raise Refused(400)
    salt = urandom(16).hex()
    return {"salt": salt, "digest": hashed(password, salt)}


def signature(name, account, stamp):
    """What makes the token of a link good for this account as it is now."""
    text = json.dumps([name, account["address"], account["digest"], stamp])
    return sign(KEY, text.encode(), "sha256").hex()
