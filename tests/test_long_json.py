"""JSON of any size: the same values as the standard library, and the same refusals."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebench import long_json
from codebench.long_json import Document, JsonError, TooLong, parse

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(), max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"]


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that short documents are cut in every place."""
    monkeypatch.setattr(long_json, "_CHUNK", 3)
    monkeypatch.setattr(long_json, "_MOST", 5)


def document(text: str | bytes, encoding: str = "utf-8", **more: Any) -> Document:
    data = text.encode(encoding, "surrogatepass") if isinstance(text, str) else text
    return Document(io.BufferedReader(io.BytesIO(data)), **more)


def rebuilt(found: Document) -> Any:
    """A value, walked through down to its leaves."""
    if found.opening == "{":
        return {key: rebuilt(found) for key in found.members()}
    if found.opening == "[":
        return [rebuilt(found) for _ in found.elements()]
    return found.value()


@given(VALUES, st.sampled_from(ENCODINGS), st.sampled_from([None, 1]), st.booleans())
def test_values_are_those_of_the_standard_library(
    value: Any,
    encoding: str,
    indent: int | None,
    ascii_only: bool,  # noqa: FBT001
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_json, "_CHUNK", 3)
        text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
        for read in (rebuilt, Document.value):
            found = document(text + " ", encoding)
            assert read(found) == value
            found.end()
        found = document(text, encoding)
        found.skip()
        found.end()
        assert parse(f" {text}\n") == value


def test_numbers_that_only_python_writes() -> None:
    found = document("[NaN, Infinity, -Infinity, 1e999, 123456789012345678901234567890, 1E+2]")
    values = [found.value() for _ in found.elements()]
    assert str(values[:4]) == "[nan, inf, -inf, inf]"
    assert values[4:] == [123456789012345678901234567890, 100.0]


@pytest.mark.parametrize("number", ["1", "-0.5", "1e+5", "12.25E-3", "-Infinity", "NaN"])
@pytest.mark.parametrize("before", range(8))
def test_a_number_is_never_cut(number: str, before: int) -> None:
    found = document(" " * before + number + "\n")
    assert str(found.value()) == str(json.loads(number))
    assert document(number).value() == pytest.approx(json.loads(number), nan_ok=True)


def test_half_a_surrogate_pair_is_kept() -> None:
    assert document(r'"\ud800x"').value() == "\ud800x"
    assert document('"\udfff"').value() == "\udfff"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expecting value at character 1"),
        ("  ", "expecting value at character 3"),
        ("[1, 2", "no ] at character 6"),
        ("[1 2]", "no ] at character 4"),
        ("[1,]", "expecting value at character 4"),
        ('{"a": 1', "no } at character 8"),
        ('{"a" 1}', "no : at character 6"),
        ("{1: 2}", "a key is no text before character 3"),
        ('{"a": 1, "a": 2}', "an object in it has the key 'a' twice"),
        ('[{"a": 1, "a": 2}]', "an object in it has the key 'a' twice"),
        ("[tru]", "expecting value at character 2"),
        ('["a', "unterminated string starting at at character 2"),
        ('["\x01"]', "invalid control character at at character 3"),
        ("[" * 100_000, "nested too deep"),
        ("[" + "9" * 5000 + "]", "a number in it has thousands of digits"),
        ("[1] [2]", "more follows after its end at character 5"),
    ],
)
def test_what_is_no_json(text: str, sentence: str) -> None:
    with pytest.raises(JsonError) as refused:
        read_through(text)
    assert sentence in str(refused.value)


def read_through(text: str) -> None:
    found = document(text)
    if text.startswith("[["):
        found.value()
    else:
        rebuilt(found)
    found.end()


@pytest.mark.parametrize("data", [b"[\xff]", b'["\xc3', "[1]".encode("utf-16-le")[:-1]])
def test_what_is_no_text(data: bytes) -> None:
    with pytest.raises(JsonError, match="not text in UTF-8"):
        rebuilt(document(data))


@pytest.mark.parametrize("text", ["", "[1] 2", "{", '{"a": 1, "a": 1}', "[" * 100_000, "9" * 5000])
def test_a_text_that_is_no_json(text: str) -> None:
    with pytest.raises(JsonError):
        parse(text)


def test_a_value_that_is_too_long_can_be_walked_through() -> None:
    text = json.dumps({"a": ["x" * 8] * 10, "b": {"c": 1}})
    found = document(text, limit=40)
    seen: dict[str, Any] = {}
    for key in found.members():
        try:
            seen[key] = found.value()
        except TooLong:
            seen[key] = sum(len(found.value()) for _ in found.elements())
    assert seen == {"a": 80, "b": {"c": 1}}


def test_a_value_that_is_too_long_is_passed_over() -> None:
    value = [[["x" * 8] * 10, {"a": ["y"] * 30}], "z" * 30, '"\\' * 20, {"k": "\\"}]
    found = document(json.dumps(value), limit=40)
    found.skip()
    found.end()
    found = document(json.dumps(["z" * 100, 1]), limit=40)
    elements = found.elements()
    next(elements)
    with pytest.raises(TooLong, match="the value at character 2 is too long"):
        found.value()
    found.skip()
    assert [found.value() for _ in elements] == [1]


@pytest.mark.parametrize("cut", ['"' + "z" * 20, '"' + "z" * 20 + "\\", '["' + '\\"' * 20])
def test_a_long_text_that_is_cut_short(cut: str) -> None:
    with pytest.raises(JsonError, match="cut short"):
        document(cut, limit=5).skip()


def test_keys_of_a_very_large_object_are_compared_as_far_as_they_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(long_json, "_COMPARED", 2)
    text = '{"a": 1, "b": 2, "c": 3, "c": 4}'
    assert list(rebuilt(document(text)).items()) == [("a", 1), ("b", 2), ("c", 4)]
    with pytest.raises(JsonError, match="twice"):
        rebuilt(document('{"a": 1, "b": 2, "c": 3, "a": 4}'))
