"""Teams, their members and the invitations to them."""

import re
import secrets
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from flask import Blueprint, Flask, abort, current_app, g, request

api = Blueprint("teams", __name__)

RANKS = {"member": 0, "admin": 1, "owner": 2}


@dataclass
class Invitation:
    """An offer to become a member."""

    code: str
    team: int
    role: str
    by: str
    user: str | None
    uses: int


@dataclass
class Team:
    """A team with the roles of its members."""

    id: int
    name: str
    roles: dict[str, str]
    invitations: dict[str, Invitation] = field(default_factory=dict)
    removed: set[str] = field(default_factory=set)


class Store:
    """All that the service remembers."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.teams: dict[int, Team] = {}
        self.ids = count(1)

    def invitations(self) -> list[Invitation]:
        """The invitations of all teams, oldest first."""
        return [each for team in self.teams.values() for each in team.invitations.values()]


def create_app() -> Flask:
    """Make the application."""
    app = Flask(__name__)
    app.extensions["teams"] = Store()
    app.register_blueprint(api)
    return app


def store() -> Store:
    """What this application remembers."""
    return current_app.extensions["teams"]


@api.before_request
def identify() -> None:
    """Find out who is asking."""
    if request.endpoint != "teams.sign_up":
        g.user = store().keys.get(request.headers.get("X-Api-Key", ""))
        if g.user is None:
            abort(401)


def body() -> dict[str, Any]:
    """The fields that were sent."""
    fields = request.get_json(force=True)
    if not isinstance(fields, dict):
        abort(400)
    return fields


def text_field(name: str, pattern: str) -> str:
    """A field that must be a text of this form."""
    value = body().get(name)
    if not isinstance(value, str) or not re.fullmatch(pattern, value, re.DOTALL):
        abort(400)
    return value


def role_field() -> str:
    """The role that was sent."""
    return text_field("role", "owner|admin|member")


def team_of_user(number: int) -> Team:
    """A team that the user is a member of."""
    team = store().teams.get(number)
    if team is None or g.user not in team.roles:
        abort(404)
    return team


def allow(condition: bool) -> None:
    """Go on only if the user may do this."""
    if not condition:
        abort(403)


def may_invite(role: str, invited: str) -> bool:
    """Can somebody with this role make invitations for that one?"""
    return role != "member" and RANKS[invited] <= RANKS[role]


def keep_owner(team: Team, changed: str) -> None:
    """Make sure that there is an owner besides the one whose role changes."""
    if not any(role == "owner" for user, role in team.roles.items() if user != changed):
        abort(409)


def lapse(team: Team, user: str) -> None:
    """Drop the invitations that the user could no longer make."""
    role = team.roles.get(user, "member")
    for each in list(team.invitations.values()):
        if each.by == user and not may_invite(role, each.role):
            del team.invitations[each.code]


def view(team: Team) -> dict[str, Any]:
    """The team as the user sees it."""
    return {"id": team.id, "name": team.name, "role": team.roles[g.user]}


@api.post("/users")
def sign_up():
    """Make a new user."""
    name = text_field("user", "[a-z0-9]{1,30}")
    if name in store().keys.values():
        abort(409)
    key = secrets.token_urlsafe(24)
    store().keys[key] = name
    return {"user": name, "key": key}, 201


@api.post("/teams")
def found_team():
    """Make a team."""
    name = text_field("name", ".{1,60}")
    team = Team(next(store().ids), name, {g.user: "owner"})
    store().teams[team.id] = team
    return view(team), 201


@api.get("/teams")
def list_teams():
    """The user's teams."""
    return {"teams": [view(team) for team in store().teams.values() if g.user in team.roles]}


@api.get("/teams/<int:number>")
def show_team(number: int):
    """One team with its members."""
    team = team_of_user(number)
    members = [{"user": user, "role": role} for user, role in sorted(team.roles.items())]
    return {**view(team), "members": members}


@api.patch("/teams/<int:number>")
def rename_team(number: int):
    """Give the team another name."""
    team = team_of_user(number)
    allow(team.roles[g.user] != "member")
    team.name = text_field("name", ".{1,60}")
    return view(team)


@api.delete("/teams/<int:number>")
def delete_team(number: int):
    """Delete the team."""
    team = team_of_user(number)
    allow(team.roles[g.user] == "owner")
    del store().teams[team.id]
    return "", 204


@api.patch("/teams/<int:number>/members/<user>")
def change_role(number: int, user: str):
    """Give a member another role."""
    team, role = team_of_user(number), role_field()
    before = team.roles.get(user) or abort(404)
    mine = team.roles[g.user]
    allow(mine == "owner" or (mine, before, role) == ("admin", "member", "admin"))
    if role != "owner":
        keep_owner(team, user)
    team.roles[user] = role
    lapse(team, user)
    return {"user": user, "role": role}


@api.delete("/teams/<int:number>/members/<user>")
def remove_member(number: int, user: str):
    """Leave the team or remove somebody."""
    team = team_of_user(number)
    role = team.roles.get(user) or abort(404)
    if user != g.user:
        mine = team.roles[g.user]
        allow(mine == "owner" or (mine, role) == ("admin", "member"))
    keep_owner(team, user)
    del team.roles[user]
    if user != g.user:
        team.removed.add(user)
    lapse(team, user)
    return "", 204


@api.post("/teams/<int:number>/invitations")
def invite(number: int):
    """Make an invitation."""
    team, role = team_of_user(number), role_field()
    user, uses = body().get("user"), body().get("uses", 1)
    if type(uses) is not int or not 1 <= uses <= 100:
        abort(400)
    if user is not None and (not isinstance(user, str) or uses > 1):
        abort(400)
    allow(may_invite(team.roles[g.user], role))
    if user is not None and user not in store().keys.values():
        abort(404)
    if user in team.roles:
        abort(409)
    invitation = Invitation(secrets.token_urlsafe(24), team.id, role, g.user, user, uses)
    team.invitations[invitation.code] = invitation
    return vars(invitation), 201


@api.get("/teams/<int:number>/invitations")
def list_invitations(number: int):
    """The invitations of a team that the user may see."""
    team = team_of_user(number)
    role = team.roles[g.user]
    allow(role != "member")
    return {
        "invitations": [
            vars(each) for each in team.invitations.values() if may_invite(role, each.role)
        ]
    }


@api.delete("/teams/<int:number>/invitations/<code>")
def revoke(number: int, code: str):
    """Take an invitation back."""
    team = team_of_user(number)
    role = team.roles[g.user]
    allow(role != "member")
    invitation = team.invitations.get(code)
    if invitation is None:
        abort(404)
    allow(may_invite(role, invitation.role))
    del team.invitations[code]
    return "", 204


@api.get("/invitations")
def list_own_invitations():
    """The invitations for this user."""
    found = [vars(each) for each in store().invitations() if each.user == g.user]
    return {"invitations": found}


def find_invitation(code: str) -> tuple[Team, Invitation]:
    """An invitation and its team."""
    for each in store().invitations():
        if each.code == code:
            return store().teams[each.team], each
    abort(404)


@api.post("/invitations/<code>/accept")
def accept(code: str):
    """Become a member."""
    team, invitation = find_invitation(code)
    if g.user in team.roles:
        abort(409)
    allow(invitation.user is not None or g.user not in team.removed)
    team.roles[g.user] = invitation.role
    team.removed.discard(g.user)
    invitation.uses -= 1
    if invitation.uses == 0:
        del team.invitations[code]
    return view(team)


@api.post("/invitations/<code>/decline")
def decline(code: str):
    """Turn an invitation down."""
    team, invitation = find_invitation(code)
    allow(invitation.user is not None)
    del team.invitations[code]
    return "", 204
