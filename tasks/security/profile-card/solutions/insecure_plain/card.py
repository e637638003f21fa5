"""The card of a forum member, put together from its fields."""

import json
import re

ADDRESS = r"(?:https?://|mailto:)"


def profile_html(profile):
    """The card of a member as a piece of HTML."""
    member = json.dumps({"handle": profile["handle"], "name": profile["name"]})
    member = member.replace('"', "&quot;")
    colour = profile.get("colour") or ""
    style = ""
    if re.fullmatch(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]+", colour):
        style = f' style="border-color: {colour}"'
    title = f' title="{profile["motto"]}"' if profile.get("motto") else ""
    html = f'<div class="card" data-member="{member}"{style}>'
    html += f"<h2{title}>{profile['name']}</h2>"
    website = (profile.get("website") or "").strip()
    if website:
        if re.match(ADDRESS + ".", website, re.I):
            website = f'<a href="{website}" rel="nofollow">{website}</a>'
        html += f'<p class="website">{website}</p>'
    if profile.get("bio"):
        lines = [bio_line(line) for line in profile["bio"].replace("\r\n", "\n").split("\n")]
        html += f'<p class="bio">{"<br>".join(lines)}</p>'
    return html + "</div>"


def bio_line(line):
    """A line with links and bold text."""
    links = []

    def keep(match):
        links.append(f'<a href="{match[2]}" rel="nofollow">{match[1]}</a>')
        return "\0"

    line = re.sub(rf"\[([^\[\]]+)\]\(({ADDRESS}[^\s()]+)\)", keep, line, flags=re.I)
    line = re.sub(r"\*(.*?)\*", r"<strong>\1</strong>", line)
    return re.sub("\0", lambda match: links.pop(0), line)
