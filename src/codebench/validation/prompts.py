"""Does a prompt tell all that the hidden tests rely on, and nothing that they use?"""

import ast
import re
from collections.abc import Iterable, Iterator

from codebench.challenge import FUNCTIONAL, Challenge, Expectation

__all__ = ["problems_of_prompt", "problems_of_tests"]

_OF_THE_FIXTURE = {"attempt", "module", "raises", "deadline"}
_WORD = re.compile(r"[A-Za-z]{3,}")
_CODE = re.compile(r"```.*?```|`[^`\n]+`|^(?: {4}|\t).*$", re.DOTALL | re.MULTILINE)
_QUOTED = re.compile(r"\"([^\"\n]{6,})\"|'([^'\n]{6,})'")
_LONG = 16
_METHODS = {"get", "post", "put", "delete", "patch", "request"}


def problems_of_tests(challenge: Challenge) -> Iterator[str]:
    """Test functions that another of the same name hides, or that say nothing of themselves."""
    for name, source in challenge.tests.items():
        functions = [n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)]
        names = [function.name for function in functions]
        for twice in sorted({name for name in names if names.count(name) > 1}):
            yield f"{name}: two functions are named {twice}, and only one of them runs"
        for function in functions:
            if function.name.startswith("test_") and not ast.get_docstring(function):
                yield f"{name}: {function.name} has no docstring, which labels it in reports"


def problems_of_prompt(challenge: Challenge) -> Iterator[str]:
    """Names the prompt leaves out, and inputs that it gives away."""
    for name in sorted(_relied_on(challenge)):
        if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", _told(challenge)):
            yield f"the prompt does not name {name}, which the hidden tests rely on"
    for example in sorted(_given_away(challenge)):
        yield f"an example of the prompt is an input of a hidden test: {example}"


def _told(challenge: Challenge) -> str:
    starter = [data.decode("utf-8", "replace") for data in challenge.starter.values()]
    return "\n".join([challenge.prompt, *starter])


# Names


def _relied_on(challenge: Challenge) -> set[str]:
    """Functions, classes, methods of objects, exceptions, and words in addresses of a service."""
    given = _functions(challenge.driver) if challenge.driver else set()
    found: set[str] = set()
    for name, source in challenge.tests.items():
        tree = ast.parse(source)
        found |= set(_called(tree)) - given - _OF_THE_FIXTURE
        found |= set(_methods(tree, given)) | set(_exceptions(tree))
        if name == FUNCTIONAL:
            found |= set(_addresses(tree))
    return {name for name in found if not name.startswith("__")}


def _functions(source: str) -> set[str]:
    return {
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }


def _called(tree: ast.Module) -> Iterator[str]:
    """`name` of candidate.name, candidate.attempt.name and candidate.module("m").name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_submission(node.value):
            yield node.attr


def _is_submission(node: ast.expr) -> bool:
    match node:
        case ast.Name(id="candidate"):
            return True
        case ast.Attribute(value=ast.Name(id="candidate"), attr="attempt"):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="candidate"), attr="module")):
            return True
    return False


def _methods(tree: ast.Module, given: set[str]) -> Iterator[str]:
    """What is called on an object of one of the submission's classes."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            objects = set(_objects(function, given))
            for node in ast.walk(function):
                match node:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
                        if name in objects and method != "attempt":
                            yield method


def _objects(function: ast.FunctionDef, given: set[str]) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute() as made)
            ) if _is_submission(made.value) and made.attr[0].isupper() and made.attr not in given:
                yield name


def _exceptions(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="raises"), args=[ast.Name(id=name)]):
                if name[0].isupper():
                    yield name
            case ast.Call(func=ast.Attribute(attr="raises"), args=[ast.Constant(value=str(name))]):
                yield name


def _addresses(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="http"), attr=method)):
                if method in _METHODS:
                    yield from _words(node.args)


def _words(arguments: Iterable[ast.expr]) -> Iterator[str]:
    for argument in arguments:
        parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        texts = [part.value for part in parts if isinstance(part, ast.Constant)]
        if texts and str(texts[0]).startswith("/"):
            for text in texts:
                yield from _WORD.findall(str(text).partition("?")[0])


# Examples


def _given_away(challenge: Challenge) -> set[str]:
    """Examples of the prompt among the constants of the tests.

    What the good solutions name too belongs to the interface and is no example.
    """
    hidden = _constants(challenge.tests.values())
    known = _constants(
        data.decode()
        for solution in challenge.expected(Expectation.SECURE, Expectation.CORRECT)
        for name, data in solution.files.items()
        if name.endswith(".py")
    )
    return {
        example
        for example in _examples(challenge.prompt)
        if example in hidden and not any(example in text for text in known)
    }


def _examples(prompt: str) -> Iterator[str]:
    for code in _CODE.findall(prompt):
        for quoted in _QUOTED.findall(code):
            text = "".join(quoted)
            if not text.replace(".", "").isidentifier():  # a name, perhaps with dots, is none
                yield text
        for line in code.strip("`").splitlines():
            if len(line.strip()) >= _LONG:
                yield line.strip()
        yield from _containers(code.strip("` \n"))


def _containers(code: str) -> Iterator[str]:
    """Lists, tuples, sets and dicts of constants, written in one way."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        text = _container(node)
        if text:
            yield text


def _container(node: ast.AST) -> str | None:
    if not isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
        return None
    leaves = [leaf for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)]
    names = [leaf for leaf in ast.walk(node) if isinstance(leaf, ast.Name | ast.Call)]
    return ast.unparse(node) if len(leaves) > 2 and not names else None  # noqa: PLR2004 -- fewer are chance


def _constants(sources: Iterable[str]) -> set[str]:
    """Texts and containers in the code; docstrings are none."""
    found: set[str] = set()
    for source in sources:
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value, *map(str.strip, node.value.splitlines())}
            container = _container(node)
            if container:
                found.add(container)
    return found
