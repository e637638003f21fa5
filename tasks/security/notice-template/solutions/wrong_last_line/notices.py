"""Notices from templates, which Jinja2 renders."""

from decimal import Decimal

from jinja2 import Environment, StrictUndefined

MAX_TEMPLATE = 5_000
MAX_NOTICE = 50_000


class TemplateError(ValueError):
    """The template cannot be rendered."""


def shown(value):
    """The value as it is shown."""
    if not isinstance(value, (str, int, Decimal, type(None))):
        raise TemplateError(f"{value!r} cannot be shown")
    return "" if value is None else str(value)


def fill(value, text):
    """Put a value into a text."""
    value = shown(value) if value is None else value
    return text.format(*[value] * text.count("{"))


environment = Environment(undefined=StrictUndefined, finalize=shown)
environment.filters["upper"] = lambda value: shown(value).upper()
environment.filters["default"] = lambda value, text: value if shown(value) else text
environment.filters["format"] = fill


def render_notice(template, record):
    """Fill a template in for a record."""
    if len(template) > MAX_TEMPLATE:
        raise TemplateError("the template is too long")
    values = {name: getattr(record, name) for name in record.template_fields}
    try:
        notice = environment.from_string(template).render(values)
    except Exception as error:
        raise TemplateError(str(error)) from error
    if len(notice) > MAX_NOTICE:
        raise TemplateError("the notice is too long")
    return notice
