"""The card of a forum member, rendered by a template."""

import re

from jinja2 import DictLoader, Environment, select_autoescape

CARD = """
{%- macro link(address, label) -%}
<a href="{{ address }}" rel="nofollow">{{ label }}</a>
{%- endmacro -%}
<div class="card" data-member='{{ {"handle": p.handle, "name": p.name} | tojson }}'
{%- if colour %} style="border-color: {{ colour }}"{% endif %}>
<h2{% if p.motto %} title="{{ p.motto }}"{% endif %}>{{ p.name }}</h2>
{% if website -%}
<p class="website">{% if is_address(website) %}{{ link(website, website) }}{% else %}{{ website }}{% endif %}</p>
{%- endif %}
{% if p.bio -%}
<p class="bio">
{%- for line in lines -%}
{%- for kind, text, address in line -%}
{% if kind == "on" %}<strong>{% elif kind == "off" %}</strong>{% elif address %}{{ link(address, text) }}
{%- else %}{{ text }}{% endif %}
{%- endfor -%}
{% if not loop.last %}<br>{% endif %}
{%- endfor -%}
</p>
{%- endif %}
</div>
"""

templates = Environment(loader=DictLoader({"card": CARD}), autoescape=select_autoescape())

LINK = re.compile(r"\[([^\[\]]+)\]\(((?:https?://|mailto:)[^\s()]+)\)|(\*)", re.I)


def is_address(text):
    """Is it an address?"""
    return re.match("(https?://|mailto:).", text, re.I) is not None


def split_line(line):
    """The parts of a line of the bio."""
    parts, place = [], 0
    for match in LINK.finditer(line):
        parts.append(("text", line[place : match.start()], ""))
        parts.append(("star", "*", "") if match[3] else ("link", match[1], match[2]))
        place = match.end()
    parts.append(("text", line[place:], ""))
    stars = [number for number, part in enumerate(parts) if part[0] == "star"]
    for number in range(0, len(stars) - 1, 2):
        parts[stars[number]] = ("on", "", "")
        parts[stars[number + 1]] = ("off", "", "")
    return parts


def profile_html(profile):
    """The card of a member as a piece of HTML."""
    colour = profile.get("colour", "")
    if not re.fullmatch("#([0-9a-f]{3}|[0-9a-f]{6})|[a-z]+", colour, re.I):
        colour = ""
    return templates.get_template("card").render(
        p=profile,
        colour=colour,
        website=profile.get("website", "").strip(),
        lines=[split_line(line.rstrip("\r")) for line in profile.get("bio", "").split("\n")],
        is_address=is_address,
    )
