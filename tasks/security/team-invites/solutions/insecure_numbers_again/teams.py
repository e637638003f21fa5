"""Teams and invitations as a bare WSGI application over three flat tables."""

import json
import re
import secrets
import string
from http import HTTPStatus
from typing import Any

# Which roles a member may hand out in invitations, and which changes of role they may make.
GRANTS = {"owner": {"owner", "admin", "member"}, "admin": {"admin", "member"}, "member": set()}
CHANGES = {
    "owner": {(old, new) for old in GRANTS for new in GRANTS},
    "admin": {("member", "admin")},
    "member": set(),
}
REMOVES = {"owner": set(GRANTS), "admin": {"member"}, "member": set()}


class Refused(Exception):
    """The request is answered with this status and changes nothing."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


BAD = Refused(HTTPStatus.BAD_REQUEST)
FORBIDDEN = Refused(HTTPStatus.FORBIDDEN)
MISSING = Refused(HTTPStatus.NOT_FOUND)
CONFLICT = Refused(HTTPStatus.CONFLICT)


def create_app():
    """Make the application."""
    return Service().answer


class Service:
    """The tables and the routes."""

    def __init__(self) -> None:
        self.users: dict[str, str] = {}  # by key
        self.teams: dict[int, str] = {}
        self.roles: dict[tuple[int, str], str] = {}
        self.removed: set[tuple[int, str]] = set()
        self.offers: dict[str, dict[str, Any]] = {}
        team, invitation = r"/teams/(\d{1,9})", r"/invitations/([\w-]+)"
        self.routes = [
            ("POST", "/teams", self.found),
            ("GET", "/teams", self.list_teams),
            ("GET", team, self.show),
            ("PATCH", team, self.rename),
            ("DELETE", team, self.delete),
            ("PATCH", f"{team}/members/([a-z0-9]+)", self.change_role),
            ("DELETE", f"{team}/members/([a-z0-9]+)", self.remove),
            ("POST", f"{team}/invitations", self.invite),
            ("GET", f"{team}/invitations", self.list_offers),
            ("DELETE", f"{team}{invitation}", self.revoke),
            ("GET", "/invitations", self.inbox),
            ("POST", f"{invitation}/accept", self.accept),
            ("POST", f"{invitation}/decline", self.decline),
        ]

    def answer(self, environ, start_response):
        """Answer a request."""
        try:
            status, value = HTTPStatus.OK, self.dispatch(environ)
            if isinstance(value, tuple):
                status, value = value
        except Refused as refused:
            status, value = refused.status, {"error": refused.status.phrase}
        content = b"" if value is None else json.dumps(value).encode()
        headers = [("Content-Type", "application/json"), ("Content-Length", str(len(content)))]
        start_response(f"{status.value} {status.phrase}", headers)
        return [content]

    def dispatch(self, environ):
        """Find the user and the route and go there."""
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        size = int(environ.get("CONTENT_LENGTH") or 0)
        try:
            sent = json.loads(environ["wsgi.input"].read(size)) if size else None
        except ValueError:
            sent = None
        if (method, path) == ("POST", "/users"):
            return self.sign_up(fields(sent))
        user = self.users.get(environ.get("HTTP_X_API_KEY"))
        if user is None:
            raise Refused(HTTPStatus.UNAUTHORIZED)
        for verb, pattern, action in self.routes:
            match = re.fullmatch(pattern, path, re.ASCII)
            if verb == method and match:
                parts = [
                    int(part) if part.isdigit() and not i else part
                    for i, part in enumerate(match.groups())
                ]
                return action(user, sent, *parts)
        raise MISSING

    def role(self, team, user):
        """The role of a user who must be a member."""
        if (team, user) not in self.roles:
            raise MISSING
        return self.roles[team, user]

    def view(self, team, user):
        """A team as its member sees it."""
        return {"id": team, "name": self.teams[team], "role": self.roles[team, user]}

    def set_role(self, team, user, role):
        """Set or end a membership, with all that follows."""
        owners = {
            name
            for (number, name), held in self.roles.items()
            if number == team and held == "owner"
        }
        if role != "owner" and owners == {user}:
            raise CONFLICT
        if role is None:
            del self.roles[team, user]
        else:
            self.roles[team, user] = role
        self.offers = {
            code: offer
            for code, offer in self.offers.items()
            if (offer["team"], offer["by"]) != (team, user)
            or (role is not None and offer["role"] in GRANTS[role])
        }

    def offer(self, code, user):
        """An invitation that is for this user or for anybody."""
        offer = self.offers.get(code)
        if offer is None or offer["user"] not in (None, user) or offer["team"] not in self.teams:
            raise MISSING
        return offer

    def sign_up(self, sent):
        name = sent.get("user")
        if not isinstance(name, str) or not 1 <= len(name) <= 30:
            raise BAD
        if set(name) - set(string.ascii_lowercase + string.digits):
            raise BAD
        if name in self.users.values():
            raise CONFLICT
        key = secrets.token_hex(20)
        self.users[key] = name
        return HTTPStatus.CREATED, {"user": name, "key": key}

    def found(self, user, sent):
        name = name_of_team(sent)
        team = max(self.teams, default=0) + 1
        self.teams[team] = name
        self.roles[team, user] = "owner"
        return HTTPStatus.CREATED, self.view(team, user)

    def list_teams(self, user, _):
        return {
            "teams": [self.view(team, user) for team in self.teams if (team, user) in self.roles]
        }

    def show(self, user, _, team):
        self.role(team, user)
        members = sorted(
            (name, held) for (number, name), held in self.roles.items() if number == team
        )
        listed = [{"user": name, "role": held} for name, held in members]
        return {**self.view(team, user), "members": listed}

    def rename(self, user, sent, team):
        if self.role(team, user) == "member":
            raise FORBIDDEN
        self.teams[team] = name_of_team(sent)
        return self.view(team, user)

    def delete(self, user, _, team):
        if self.role(team, user) != "owner":
            raise FORBIDDEN
        del self.teams[team]
        self.roles = {key: role for key, role in self.roles.items() if key[0] != team}
        return HTTPStatus.NO_CONTENT, None

    def change_role(self, user, sent, team, name):
        mine, old, new = self.role(team, user), self.role(team, name), role_of(sent)
        if (old, new) not in CHANGES[mine]:
            raise FORBIDDEN
        self.set_role(team, name, new)
        return {"user": name, "role": new}

    def remove(self, user, _, team, name):
        mine, theirs = self.role(team, user), self.role(team, name)
        if name != user and theirs not in REMOVES[mine]:
            raise FORBIDDEN
        self.set_role(team, name, None)
        if name != user:
            self.removed.add((team, name))
        return HTTPStatus.NO_CONTENT, None

    def invite(self, user, sent, team):
        mine, role = self.role(team, user), role_of(sent)
        name, uses = sent.get("user"), sent.get("uses", 1)
        if isinstance(uses, bool) or not isinstance(uses, int) or not 1 <= uses <= 100:
            raise BAD
        if name is not None and (not isinstance(name, str) or uses != 1):
            raise BAD
        if role not in GRANTS[mine]:
            raise FORBIDDEN
        if name is not None and name not in self.users.values():
            raise MISSING
        if (team, name) in self.roles:
            raise CONFLICT
        code = secrets.token_hex(16)
        offer = {"code": code, "team": team, "role": role, "by": user, "user": name, "uses": uses}
        self.offers[code] = offer
        return HTTPStatus.CREATED, offer

    def list_offers(self, user, _, team):
        grants = GRANTS[self.role(team, user)]
        if not grants:
            raise FORBIDDEN
        offers = [offer for offer in self.offers.values() if offer["team"] == team]
        return {"invitations": [offer for offer in offers if offer["role"] in grants]}

    def revoke(self, user, _, team, code):
        grants = GRANTS[self.role(team, user)]
        if not grants:
            raise FORBIDDEN
        offer = self.offers.get(code)
        if offer is None or offer["team"] != team:
            raise MISSING
        if offer["role"] not in grants:
            raise FORBIDDEN
        del self.offers[code]
        return HTTPStatus.NO_CONTENT, None

    def inbox(self, user, _):
        offers = [offer for offer in self.offers.values() if offer["team"] in self.teams]
        return {"invitations": [offer for offer in offers if offer["user"] == user]}

    def accept(self, user, _, code):
        offer = self.offer(code, user)
        place = offer["team"], user
        if place in self.roles:
            raise CONFLICT
        if place in self.removed and offer["user"] is None:
            raise FORBIDDEN
        self.roles[place] = offer["role"]
        self.removed.discard(place)
        offer["uses"] -= 1
        if offer["uses"] == 0:
            del self.offers[code]
        return self.view(*place)

    def decline(self, user, _, code):
        if self.offer(code, user)["user"] is None:
            raise FORBIDDEN
        del self.offers[code]
        return HTTPStatus.NO_CONTENT, None


def fields(sent):
    """The body, which must be an object."""
    if not isinstance(sent, dict):
        raise BAD
    return sent


def name_of_team(sent):
    """The name in a body."""
    name = fields(sent).get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= 60:
        raise BAD
    return name


def role_of(sent):
    """The role in a body."""
    role = fields(sent).get("role")
    if not isinstance(role, str) or role not in GRANTS:
        raise BAD
    return role
