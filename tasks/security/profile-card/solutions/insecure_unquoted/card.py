"""The card of a forum member. Attributes are quoted where their values have spaces in them."""

import json
import re
from html import escape

TOKEN = re.compile(r"(?P<link>\[[^\[\]]+\]\((?:https?://|mailto:)[^\s()]+\))|(?P<star>\*)", re.I)
PREFIXES = ("http://", "https://", "mailto:")


def profile_html(profile):
    """The card of a member as a piece of HTML."""
    motto = profile.get("motto")
    website = profile.get("website", "").strip()
    colour = profile.get("colour", "")
    bio = profile.get("bio")
    data = escape(json.dumps({"handle": profile["handle"], "name": profile["name"]}))
    html = f'<div class=card data-member="{data}"'
    if re.fullmatch("#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]+", colour, re.I | re.A):
        html += f' style="border-color: {colour}"'
    html += f'><h2 title="{escape(motto)}">' if motto else "><h2>"
    html += escape(profile["name"]) + "</h2>"
    if website:
        html += f"<p class=website>{anchor(website, website)}</p>"
    if bio:
        html += f"<p class=bio>{'<br>'.join(map(line_html, re.split('\r?\n', bio)))}</p>"
    return html + "</div>"


def anchor(address, label):
    """A link, if the address is one."""
    for prefix in PREFIXES:
        if address.lower().startswith(prefix) and address.lower() != prefix:
            return f"<a href={escape(address)} rel=nofollow>{escape(label)}</a>"
    return escape(label)


def line_html(line):
    """A line of the bio."""
    stars = sum(match["star"] is not None for match in TOKEN.finditer(line))
    seen = 0

    def replace(match):
        nonlocal seen
        if match["link"]:
            return anchor(*reversed(match["link"][1:-1].split("](")))
        seen += 1
        if seen == stars and seen % 2:
            return "*"
        return "<strong>" if seen % 2 else "</strong>"

    html, place = "", 0
    for match in TOKEN.finditer(line):
        html += escape(line[place : match.start()]) + replace(match)
        place = match.end()
    return html + escape(line[place:])
