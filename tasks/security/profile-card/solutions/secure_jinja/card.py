"""The card of a forum member: a template that escapes by itself, and a bio taken to pieces for it."""

import re
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment

TEMPLATE = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string("""
{% macro link(address, label) -%}
  <a href="{{ address }}" rel="nofollow">{{ label }}</a>
{%- endmacro %}
<div class="card" data-member='{{ member | tojson }}'
  {% if colour %} style="border-color: {{ colour }}"{% endif %}>
  <h2{% if motto %} title="{{ motto }}"{% endif %}>{{ name }}</h2>
  {% if website %}
    <p class="website">{{ link(website, website) if website_is_link else website }}</p>
  {% endif %}
  {% if bio %}
    <p class="bio">
    {%- for line in bio %}
      {%- for piece in line %}
        {%- if piece.bold %}<strong>{% endif %}
        {{- link(piece.address, piece.text) if piece.address else piece.text }}
        {%- if piece.bold %}</strong>{% endif %}
      {%- endfor %}
      {%- if not loop.last %}<br>{% endif %}
    {%- endfor -%}
    </p>
  {% endif %}
</div>
""")

SCHEMES = ("http://", "https://", "mailto:")
COLOUR = re.compile("#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|[A-Za-z]+")
BRACKETS = re.compile(r"(\[[^\[\]]+\]\([^\s()]+\))")


@dataclass
class Piece:
    """Some text of a bio, perhaps bold, perhaps a link."""

    text: str
    bold: bool = False
    address: str = ""


def profile_html(profile: dict[str, str]) -> str:
    """Render the card of a member."""
    website = profile.get("website", "").strip()
    colour = profile.get("colour", "")
    values: dict[str, Any] = {
        "member": {"handle": profile["handle"], "name": profile["name"]},
        "name": profile["name"],
        "motto": profile.get("motto"),
        "colour": colour if COLOUR.fullmatch(colour) else None,
        "website": website,
        "website_is_link": is_address(website),
        "bio": [pieces(line) for line in re.split("\r?\n", profile["bio"])]
        if profile.get("bio")
        else None,
    }
    return TEMPLATE.render(values)


def is_address(text: str) -> bool:
    """Is this an address that we link to?"""
    return any(text.lower().startswith(scheme) and len(text) > len(scheme) for scheme in SCHEMES)


def pieces(line: str) -> list[Piece]:
    """A line of a bio in pieces of one kind each."""
    found: list[Piece] = []
    starred: list[Piece] = []
    for part in BRACKETS.split(line):
        label, _, address = part[1:-1].partition("](")
        if BRACKETS.fullmatch(part) and is_address(address):
            found.append(Piece(label, address=address))
            continue
        for text in re.split(r"(\*)", part):
            found.append(Piece(text))
            if text == "*":
                starred.append(found[-1])
    if len(starred) % 2:
        starred.pop()
    bold = False
    for piece in found:
        if any(piece is star for star in starred):
            bold = not bold
            piece.text = ""
        piece.bold = bold
    return [piece for piece in found if piece.text]
