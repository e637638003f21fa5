"""The card of a forum member: a template whose places are filled in one after the other."""

import json
import re
from html import escape

CARD = """
<div class="card" data-member="{member}"{style}>
  <h2{title}>{name}</h2>
  {website}
  {bio}
</div>
"""
LINK = '<a href="{address}" rel="nofollow">{label}</a>'
MARKS = re.compile(r"\[([^\[\]]+)\]\(((?:https?://|mailto:)[^\s()]+)\)|\*", re.IGNORECASE)


def link(address, label):
    """A link of the card."""
    return LINK.replace("{address}", escape(address)).replace("{label}", escape(label))


def website(text):
    """The paragraph with the website."""
    is_link = re.match("(https?://|mailto:).", text, re.IGNORECASE)
    content = link(text, text) if is_link else escape(text)
    return f'<p class="website">{content}</p>' if text else ""


def bio(text):
    """The paragraph with the bio."""
    lines = [line(each) for each in text.replace("\r\n", "\n").split("\n")]
    return f'<p class="bio">{"<br>".join(lines)}</p>' if text else ""


def line(text):
    """One line of a bio."""
    html, place, opened = [], 0, None
    for mark in MARKS.finditer(text):
        html.append(escape(text[place : mark.start()]))
        place = mark.end()
        if mark[0] != "*":
            html.append(link(mark[2], mark[1]))
        elif opened is None:
            opened = len(html)
            html.append("*")
        else:
            html[opened] = "<strong>"
            html.append("</strong>")
            opened = None
    return "".join([*html, escape(text[place:])])


def profile_html(profile):
    """The card of a member as a piece of HTML."""
    colour = profile.get("colour", "")
    motto = profile.get("motto", "")
    member = json.dumps({"handle": profile["handle"], "name": profile["name"]})
    values = {
        "style": f' style="border-color: {colour}"' if is_colour(colour) else "",
        "title": f' title="{escape(motto)}"' if motto else "",
        "name": escape(profile["name"]),
        "website": website(profile.get("website", "").strip()),
        "bio": bio(profile.get("bio", "")),
        "member": escape(member),
    }
    html = CARD
    for place, value in values.items():
        html = html.replace("{" + place + "}", value)
    return html


def is_colour(text):
    """Is this a colour?"""
    return bool(re.fullmatch("#([0-9a-fA-F]{3}){1,2}|[a-zA-Z]+", text))
