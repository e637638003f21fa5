"""The card of a forum member, with its text escaped first and its marks replaced after that."""

import json
import re
from html import escape

COLOUR = re.compile(r"#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?|[a-zA-Z]+")
ADDRESS = re.compile(r"(https?://|mailto:).", re.IGNORECASE)
LINK = re.compile(r"\[([^\[\]]+)\]\(((?:https?://|mailto:)[^\s()]+)\)", re.IGNORECASE)


def clean(text):
    """The text without HTML."""
    return escape(text, quote=False)


def link(address, label):
    """A link in the card."""
    return f'<a href="{address}" rel="nofollow">{label}</a>'


def bold(line):
    """Replace pairs of stars that are not within a link."""
    parts = re.split(r"(<a .*?</a>)|(\*)", line)
    stars = [number for number, part in enumerate(parts) if part == "*"]
    for number, star in enumerate(stars[: len(stars) // 2 * 2]):
        parts[star] = "</strong>" if number % 2 else "<strong>"
    return "".join(part for part in parts if part)


def profile_html(profile):
    """The card of a member as a piece of HTML."""
    fields = {name: clean(text) for name, text in profile.items()}
    member = json.dumps({"handle": profile["handle"], "name": profile["name"]})
    out = [f'<div class="card" data-member="{escape(member)}"']
    if COLOUR.fullmatch(fields.get("colour", "")):
        out.append(f' style="border-color: {fields["colour"]}"')
    out.append("><h2")
    if fields.get("motto"):
        out.append(f' title="{fields["motto"]}"')
    out.append(f">{fields['name']}</h2>")
    website = fields.get("website", "").strip()
    if website:
        shown = link(website, website) if ADDRESS.match(website) else website
        out.append(f'<p class="website">{shown}</p>')
    if fields.get("bio"):
        lines = [
            bold(LINK.sub(lambda match: link(match[2], match[1]), line))
            for line in re.split("\r?\n", fields["bio"])
        ]
        out.append(f'<p class="bio">{"<br>".join(lines)}</p>')
    out.append("</div>")
    return "".join(out)
