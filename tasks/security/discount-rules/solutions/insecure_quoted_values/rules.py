"""Discount rules that merchants write: checked token by token, filled in and decided."""

import re

RULE = re.compile(r'when (.+) then +(?:discount +([0-9]+(?:\.[0-9]+)?)|note +"([^"]*)"|(stop))')
TOKEN = re.compile(r' +|"[^"]*"|-?[0-9]+(?:\.[0-9]+)?|[a-z][a-z0-9_]*|==|!=|<=|>=|<|>|\(|\)')
WORDS = {"and": "and", "or": "or", "not": "not", "true": "True", "false": "False"}


class RuleError(ValueError):
    """The rules are wrong, or do not fit the order."""


def apply_rules(rules_text: str, order: dict) -> dict:
    """Apply the rules to an order."""
    rules = []
    for line in rules_text.split("\n"):
        if len(line.rstrip("\r")) > 500:
            raise RuleError("a line is too long")
        line = line.strip()
        if line and not line.startswith("#"):
            rules.append(_parse(line))
    if len(rules) > 100:
        raise RuleError("there are too many rules")
    discount = 0.0
    notes = []
    for tokens, percent, note, stop in rules:
        if not _decide(tokens, order):
            continue
        if stop:
            break
        if note is not None:
            notes.append(note)
        else:
            discount += float(percent)
    return {"discount": min(100.0, discount), "notes": notes}


def _parse(line: str) -> tuple:
    match = RULE.fullmatch(line)
    if match is None or float(match[2] or 0) > 100:
        raise RuleError(f"not a rule: {line}")
    tokens = []
    condition = match[1].strip()
    depth = place = 0
    while place < len(condition):
        token = TOKEN.match(condition, place)
        if token is None:
            raise RuleError(f"cannot read {condition[place:]!r}")
        tokens.append(token[0])
        place = token.end()
        depth += (token[0] == "(") - (token[0] == ")")
        if depth > 20:
            raise RuleError("the parentheses are too deep")
    shape = "".join("x" if t[0].isalpha() and t not in WORDS else _source(t) for t in tokens)
    try:
        compile(shape, "rule", "eval")
    except SyntaxError as error:
        raise RuleError(f"not a condition: {condition}") from error
    return tokens, *match.groups()[1:]


def _source(token: str) -> str:
    return repr(token[1:-1]) if token[0] == '"' else WORDS.get(token, token)


def _fill(token: str, order: dict) -> str:
    """Python source for a token; a field becomes its value, which exists when it is looked at."""
    if not token[0].isalpha() or token in WORDS:
        return _source(token)
    if token not in order:
        return f"missing_{token}"
    value = order[token]
    if isinstance(value, str):
        return '"' + value.replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r") + '"'
    return str(value)


def _decide(tokens: list[str], order: dict) -> bool:
    source = "".join(_fill(token, order) for token in tokens)
    try:
        answer = eval(source)
    except (NameError, TypeError, SyntaxError) as error:
        raise RuleError(f"the rule does not fit the order: {error}") from error
    if not isinstance(answer, bool):
        raise RuleError("only true and false are conditions")
    return answer
