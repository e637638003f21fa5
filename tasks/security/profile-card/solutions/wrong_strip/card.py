"""The card of a forum member, from fields that are freed of anything in angle brackets."""

import json
import re

TAG = re.compile(r"<[^>]*>")
SCRIPT = re.compile(r"<script.*?</script\s*>", re.IGNORECASE | re.DOTALL)
ADDRESS = r"(?:https?://|mailto:)"
LINK = re.compile(rf"\[([^\[\]]+)\]\(({ADDRESS}[^\s()]+)\)", re.IGNORECASE)


def clean(text):
    """The text without tags, and with quotes that do no harm."""
    text = TAG.sub("", SCRIPT.sub("", text))
    return text.replace("<", "&lt;").replace('"', "&quot;").replace("'", "&#39;")


def anchor(address, label):
    """A link."""
    return f'<a href="{address}" rel="nofollow">{label}</a>'


def bio_line(line):
    """A line of a bio in HTML."""
    parts = LINK.split(line)
    texts, addresses, labels = parts[::3], parts[2::3], parts[1::3]
    stars = sum(text.count("*") for text in texts)
    html, seen = "", 0
    for number, text in enumerate(texts):
        for character in text:
            if character == "*" and seen < stars // 2 * 2:
                character = "</strong>" if seen % 2 else "<strong>"
                seen += 1
            html += character
        if number < len(labels):
            html += anchor(addresses[number], labels[number])
    return html


def profile_html(profile):
    """The card of a member as a piece of HTML."""
    fields = {key: clean(value) for key, value in profile.items()}
    member = json.dumps({"handle": profile["handle"], "name": profile["name"]})
    member = member.replace("&", "&amp;").replace("'", "&#39;")
    colour = fields.get("colour", "")
    website = fields.get("website", "").strip()
    style = title = ""
    if re.fullmatch("#?[0-9a-f]+|[a-z]+", colour, re.I | re.A):
        if colour.isalpha() or (colour[0] == "#" and len(colour) in (4, 7)):
            style = f' style="border-color: {colour}"'
    if fields.get("motto"):
        title = f' title="{fields["motto"]}"'
    html = f"<div class='card' data-member='{member}'{style}><h2{title}>{fields['name']}</h2>"
    if website:
        if re.match(ADDRESS + ".", website, re.I):
            website = anchor(website, website)
        html += f"<p class='website'>{website}</p>"
    if fields.get("bio"):
        lines = re.split("\r?\n", fields["bio"])
        html += f"<p class='bio'>{'<br>'.join(map(bio_line, lines))}</p>"
    return html + "</div>"
