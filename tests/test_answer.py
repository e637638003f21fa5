"""What is read out of a text answer, in the shapes that models write."""

# ruff: noqa: RUF001 (answers in other scripts look like this)

import re
import time
import warnings
from pathlib import Path
from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebench.answer import read_files

ONE = ("orders.py",)
TWO = ("orders.py", "store.py")

PROGRAM = '''import sqlite3


def find(connection: sqlite3.Connection, name: str) -> list[tuple[str, int]]:
    """Orders of one customer."""
    query = "SELECT item, amount FROM orders WHERE name = ?"
    return list(connection.execute(query, (name,)))
'''
HELPER = "def connect():\n    return None\n"
USAGE = "rows = find(connection, 'Ada')\nprint(rows)\n"
LONG_USAGE = "\n".join(f"print(find(connection, 'customer {i}'))" for i in range(50)) + "\n"


def fenced(code: str, info: str = "python", mark: str = "```") -> str:
    return f"{mark}{info}\n{code}{mark}\n"


def read(answer: str) -> str | None:
    """The file of a challenge that has one."""
    return read_files(answer, ONE).get("orders.py")


# One block


@pytest.mark.parametrize("mark", ["```", "````", "~~~", "~~~~~~"])
@pytest.mark.parametrize(
    "info", ["", "python", "Python", "py", "python3", "python3.12", " python ", "{.python}"]
)
def test_a_block_is_the_file(mark: str, info: str) -> None:
    assert read(f"Here it is:\n\n{fenced(PROGRAM, info, mark)}\nHope it helps!") == PROGRAM


def test_the_fence_may_be_all_there_is() -> None:
    assert read(fenced(PROGRAM).rstrip("\n")) == PROGRAM


def test_prose_may_be_in_any_language() -> None:
    answer = f"下面是代码：“完整”版本｀｀｀\n\n{fenced(PROGRAM)}\nВот и всё. これで完成です！"
    assert read(answer) == PROGRAM


def test_text_in_the_code_is_kept_in_any_language() -> None:
    code = 'def greet():\n    return "你好，мир\u2028 \x0c\x85"\n'
    assert read(fenced(code)) == code


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_become_line_feeds(end: str) -> None:
    assert read(f"Sure:\n{fenced(PROGRAM)}".replace("\n", end)) == PROGRAM
    assert read(PROGRAM.replace("\n", end)) == PROGRAM


def test_a_byte_order_mark_is_dropped() -> None:
    assert read("\ufeff" + PROGRAM) == PROGRAM
    assert read("\ufeff" + fenced("\ufeff" + PROGRAM)) == PROGRAM


def test_a_null_character_is_kept() -> None:
    assert read(fenced("x = '\0'\n")) == "x = '\0'\n"


def test_code_that_does_not_parse_is_handed_in_as_it_is() -> None:
    broken = "def find(:\n"
    assert read(f"Sure:\n{fenced(broken)}Done.") == broken


def test_a_closing_fence_may_be_longer_and_slightly_indented() -> None:
    assert read(f"```python\n{PROGRAM}   `````  \nDone.") == PROGRAM


@pytest.mark.parametrize("closing", ["~~~", "``", "    ```", "\t```", "``` python", "```x"])
def test_other_lines_do_not_close_a_block(closing: str) -> None:
    body = f"x = (\n{closing}\n"
    assert read(f"```python\n{body}```\n") == body


@pytest.mark.parametrize("lead", ["   ", "        ", "\t", "- ", "1. ", "  10)  "])
def test_an_indented_block_is_dedented(lead: str) -> None:
    margin = re.sub(r"\S", " ", lead)
    answer = f"1. The code:\n\n{lead}{indent(fenced(PROGRAM), margin).lstrip()}\n2. Run it."
    assert read(answer) == PROGRAM


def test_code_is_not_dedented_further_than_its_first_line() -> None:
    assert read(f"   ```python\n{PROGRAM}   ```\n") == PROGRAM


# Cut off at the token limit


def test_an_unclosed_block_ends_with_the_answer() -> None:
    assert read(f"Here it is:\n```python\n{PROGRAM}") == PROGRAM


@pytest.mark.parametrize("mark", ["```", "~~~"])
def test_an_unclosed_block_keeps_its_last_line(mark: str) -> None:
    assert read(f"{mark}python\n{PROGRAM}x = fin") == PROGRAM + "x = fin"


def test_an_unclosed_block_may_be_named() -> None:
    answer = fenced(HELPER, "python store.py") + f"```python orders.py\n{PROGRAM}    ret"
    assert read_files(answer, TWO) == {"orders.py": PROGRAM + "    ret", "store.py": HELPER}


def test_a_fence_without_content_at_the_end_is_no_block() -> None:
    assert read(f"{fenced(PROGRAM, 'python main.py')}\n```python\n") == PROGRAM
    assert read("Here it is:\n```python") is None


# Back-ticks inside the code

DOCUMENTED = '''def find(name):
    """Find orders.

```
find("Ada")
```

```python
find("Bob")
```
    """
    return [name]
'''


@pytest.mark.parametrize("info", ["python", "", "python orders.py"])
def test_a_fence_inside_a_string_does_not_close_the_block(info: str) -> None:
    assert read(f"Sure:\n{fenced(DOCUMENTED, info)}Done.\n") == DOCUMENTED


def test_a_fence_inside_a_string_of_an_unclosed_block() -> None:
    assert read(f"Sure:\n```python\n{DOCUMENTED}") == DOCUMENTED


def test_a_block_after_one_with_a_fence_inside_is_read() -> None:
    answer = fenced(DOCUMENTED, "python store.py") + fenced(PROGRAM, "python orders.py")
    assert read_files(answer, TWO) == {"orders.py": PROGRAM, "store.py": DOCUMENTED}


def test_a_block_that_never_parses_ends_at_the_first_fence() -> None:
    broken = 'def find(:\n    """Find."""\n'
    assert read(f"{fenced(broken)}\nRun it:\n\n{fenced('ls', 'bash')}") == broken


def test_back_ticks_within_a_line_close_nothing() -> None:
    code = 'import re\n\nFENCE = re.compile(r"```(.*?)```")\nMARK = "```"  # ```\n'
    assert read(f"Use ``` so:\n{fenced(code)}") == code


def test_a_longer_fence_holds_shorter_ones() -> None:
    assert read(fenced(DOCUMENTED, "python", "````")) == DOCUMENTED


def test_a_program_without_fence_may_have_fences_inside() -> None:
    assert read(DOCUMENTED) == DOCUMENTED


# Nested fences


@pytest.mark.parametrize("info", ["markdown", "md"])
@pytest.mark.parametrize("mark", ["````", "~~~"])
def test_an_answer_may_be_wrapped_in_a_markdown_block(info: str, mark: str) -> None:
    inside = f"# Orders\n\n{fenced(PROGRAM)}\nRun it.\n"
    assert read(fenced(inside, info, mark)) == PROGRAM


def test_a_wrapper_with_a_fence_too_short_for_it_is_read() -> None:
    assert read(fenced(f"# Orders\n\n{fenced(PROGRAM)}", "markdown") + "Done.") == PROGRAM


def test_a_quoted_page_does_not_replace_the_program() -> None:
    page = fenced(f"# Orders\n\n{fenced(USAGE)}", "markdown", "````")
    assert read(fenced(PROGRAM) + page) == PROGRAM
    assert read(page + fenced(PROGRAM)) == PROGRAM


def test_a_markdown_file_is_not_searched_for_blocks() -> None:
    page = f"# Orders\n\n{fenced(USAGE)}"
    answer = fenced(page, "markdown README.md", "````")
    assert read_files(answer, ("orders.py", "README.md")) == {"README.md": page}


# Several blocks without a name


@pytest.mark.parametrize(
    "other",
    [
        fenced(USAGE),
        fenced(LONG_USAGE),
        fenced("from orders import find\n\n\ndef main():\n" + indent(LONG_USAGE, "    ")),
        fenced("import orders\n\n\ndef main():\n" + indent(LONG_USAGE, "    ")),
        fenced("def test_find():\n" + indent(LONG_USAGE, "    ")),
        fenced("class TestFind:\n    def test(self):\n" + indent(LONG_USAGE, "        ")),
        fenced("def connect(): ...\n"),
        fenced("def find(): ...\n"),
        fenced("def find(:\n" + LONG_USAGE),
        fenced("[('tea', 1), ('salt', 2)]\n" * 50, ""),
        fenced("pip install something\n" * 50, "bash"),
        fenced(">>> find()\n" * 50, "pycon"),
        fenced("def find():\n    pass\n" * 50, "text"),
        fenced('{"a": 1}\n' * 50, "json"),
    ],
)
def test_the_program_is_chosen_among_other_blocks(other: str) -> None:
    assert read(f"First:\n\n{fenced(PROGRAM)}\nThen:\n\n{other}\nDone.") == PROGRAM
    assert read(f"First:\n\n{other}\nThen:\n\n{fenced(PROGRAM)}\nDone.") == PROGRAM


def test_an_unmarked_program_goes_before_marked_fragments() -> None:
    assert read(fenced(PROGRAM, "") + fenced(LONG_USAGE)) == PROGRAM


def test_a_marked_program_goes_before_an_unmarked_one() -> None:
    assert read(fenced(HELPER) + fenced(PROGRAM, "")) == HELPER


def test_the_complete_version_follows_its_parts() -> None:
    whole = PROGRAM + "\n\n" + HELPER
    assert read(fenced(PROGRAM) + "Together:\n" + fenced(whole) + fenced(USAGE)) == whole


def test_the_longer_of_two_programs_is_chosen() -> None:
    assert read(fenced(PROGRAM) + fenced(HELPER)) == PROGRAM
    assert read(fenced(HELPER) + fenced(PROGRAM)) == PROGRAM


def test_a_correction_replaces_a_longer_version() -> None:
    corrected = PROGRAM.replace('    """Orders of one customer."""\n', "")
    assert read(f"{fenced(PROGRAM)}\nNo docstring needed:\n{fenced(corrected)}") == corrected


def test_of_two_that_are_equally_good_the_later_is_chosen() -> None:
    first, second = "def a():\n    pass\n", "def b():\n    pass\n"
    assert read(fenced(first) + fenced(second)) == second
    assert read(fenced("x = (\n") + fenced("y = (\n")) == "y = (\n"


@pytest.mark.parametrize("info", ["bash", "json", "text", "pycon", "python-repl", "c++", "diff"])
def test_blocks_in_other_languages_are_no_candidates(info: str) -> None:
    assert read(fenced(PROGRAM, info)) is None


# Names


@pytest.mark.parametrize(
    "block",
    [
        fenced(HELPER, "python store.py"),
        fenced(HELPER, "py store.py"),
        fenced(HELPER, "store.py"),
        fenced(HELPER, "store.py", "~~~"),
        fenced(HELPER, 'python title="store.py"'),
        fenced(HELPER, "python title='store.py' linenums=1"),
        fenced(HELPER, 'title="store.py"'),
        fenced(HELPER, "python filename=store.py"),
        fenced(HELPER, "python:store.py"),
        fenced(HELPER, "python: src/store.py"),
        fenced(HELPER, "python .\\src\\store.py"),
        fenced(HELPER, "{.python file=store.py}"),
        fenced(HELPER, "python # store.py"),
        "**store.py**\n" + fenced(HELPER),
        "**`store.py`**\n\n" + fenced(HELPER),
        "### store.py\n" + fenced(HELPER),
        "## 2. `store.py`\n\n" + fenced(HELPER),
        "### File: src/store.py\n" + fenced(HELPER),
        "`store.py`:\n" + fenced(HELPER, ""),
        "`store.py`：\n" + fenced(HELPER, ""),
        "- `store.py`\n" + indent(fenced(HELPER), "  "),
        "store.py\n" + fenced(HELPER),
    ],
)
def test_a_block_may_be_named_in_many_ways(block: str) -> None:
    answer = f"Two files.\n\n{fenced(PROGRAM, 'python orders.py')}\n{block}\nDone."
    assert read_files(answer, TWO) == {"orders.py": PROGRAM, "store.py": HELPER}
    answer = f"Two files.\n\n{block}\n{fenced(PROGRAM, 'python orders.py')}\nDone."
    assert read_files(answer, TWO) == {"orders.py": PROGRAM, "store.py": HELPER}


@pytest.mark.parametrize(
    "title", ["# store.py", "# File: src/store.py", "#store.py", "# `store.py`"]
)
def test_a_comment_as_first_line_names_a_block_and_is_kept(title: str) -> None:
    code = f"{title}\n{HELPER}"
    assert read_files(fenced(code), TWO) == {"store.py": code}


@pytest.mark.parametrize("title", ["// store.py", "// file: store.py", "// File: src/store.py"])
def test_a_first_line_that_is_no_python_comment_names_a_block_and_is_dropped(title: str) -> None:
    assert read_files(fenced(f"{title}\n{HELPER}"), TWO) == {"store.py": HELPER}


def test_the_fence_names_a_block_rather_than_a_line() -> None:
    code = f"# orders.py\n{HELPER}"
    answer = "### other.py\n" + fenced(code, "python store.py")
    assert read_files(answer, TWO) == {"store.py": code}


@pytest.mark.parametrize(
    "sentence", ["Run `python store.py` first:", "See store.py and orders.py:", "In the store:"]
)
def test_a_sentence_names_no_block(sentence: str) -> None:
    assert read_files(f"{sentence}\n{fenced(PROGRAM)}", TWO) == {"orders.py": PROGRAM}


def test_a_line_names_only_the_block_that_follows_it() -> None:
    answer = f"### store.py\n\n{fenced(HELPER)}\n{fenced(PROGRAM)}"
    assert read_files(answer, TWO) == {"orders.py": PROGRAM, "store.py": HELPER}


def test_a_later_block_of_the_same_name_replaces_the_earlier() -> None:
    answer = fenced(PROGRAM, "python orders.py") + "Simpler:\n" + fenced(HELPER, "orders.py")
    assert read(answer) == HELPER


def test_a_named_block_goes_before_unnamed_ones() -> None:
    assert read(fenced(HELPER, "python orders.py") + fenced(PROGRAM)) == HELPER


def test_a_program_under_another_name_is_the_only_file_asked_for() -> None:
    usage = "from solution import find\n\nprint(find(None, 'x'))\n"
    answer = fenced(PROGRAM, "python solution.py") + fenced(usage, "python")
    assert read(answer) == PROGRAM
    assert read(fenced(PROGRAM, "python a.py") + fenced(HELPER, "python b.py")) == PROGRAM


def test_blocks_of_other_names_are_ignored() -> None:
    answer = fenced(HELPER, "python helper.py") + fenced(PROGRAM, "python orders.py")
    assert read(answer) == PROGRAM
    assert read_files(fenced(PROGRAM, "python main.py"), TWO) == {}


@pytest.mark.parametrize("info", ["python solution.py", "main.py", "python:src/app.py"])
def test_the_only_block_is_the_only_file_whatever_its_name(info: str) -> None:
    shell = fenced("python main.py\n", "bash")
    assert read(f"{shell}\n{fenced(PROGRAM, info)}\n{fenced('x', 'text')}") == PROGRAM


def test_a_block_in_another_language_is_not_the_named_python_file() -> None:
    run = "### orders.py\n" + fenced("python orders.py\n", "bash")
    assert read(fenced(PROGRAM, "python orders.py") + run) == PROGRAM


def test_files_in_other_languages_are_read_by_name() -> None:
    answer = fenced(PROGRAM) + fenced("a = 1\n", "toml set.toml") + fenced("FROM x\n", "Dockerfile")
    files = read_files(answer, ("orders.py", "Dockerfile", "set.toml"))
    assert list(files.items()) == [
        ("orders.py", PROGRAM),
        ("Dockerfile", "FROM x\n"),
        ("set.toml", "a = 1\n"),
    ]


def test_the_most_exact_name_counts() -> None:
    answer = fenced(HELPER, "python pkg/orders.py") + fenced(PROGRAM, "python orders.py")
    files = read_files(answer, ("orders.py", "pkg/orders.py"))
    assert files == {"orders.py": PROGRAM, "pkg/orders.py": HELPER}


def test_an_unnamed_block_is_the_main_of_several_files() -> None:
    assert read_files(fenced(PROGRAM), TWO) == {"orders.py": PROGRAM}


def test_names_come_back_only_as_the_challenge_wrote_them() -> None:
    assert read_files(fenced(PROGRAM, "python ../../etc/orders.py"), ONE) == {"orders.py": PROGRAM}


# No block


@pytest.mark.parametrize(
    "program",
    [PROGRAM, HELPER, "import os\n", "x = 1\n", "x: int = 1", "class A: pass", "\n" + HELPER],
)
def test_a_bare_program_is_the_main_file(program: str) -> None:
    assert read_files(program, TWO) == {"orders.py": program}


@pytest.mark.parametrize(
    "prose",
    ["", " \n", "No", "Sorry", "no", "I cannot do that.", "Answer: none", "not possible", "pass",
     "return it", f"Here it is:\n\n{PROGRAM}", "def find(", "`x = 1`", "```x = 1```"],
)  # fmt: skip
def test_prose_is_no_file(prose: str) -> None:
    assert read_files(prose, ONE) == {}


def test_a_challenge_without_files_gets_none() -> None:
    assert read_files(PROGRAM, ()) == {}
    assert read_files(fenced(PROGRAM), ()) == {}


# Reasoning


@pytest.mark.parametrize("tag", ["think", "thinking"])
def test_reasoning_is_dropped(tag: str) -> None:
    draft = fenced(PROGRAM, "python orders.py")
    thought = f"<{tag}>\nPerhaps\n{draft}or\n```python\nx = 1\n</{tag}>\n"
    assert read(f"{thought}\n{fenced(HELPER)}") == HELPER
    assert read(f"\n{thought}{thought}\n{HELPER}") == f"\n\n{HELPER}"


def test_reasoning_whose_opening_is_missing_is_dropped() -> None:
    assert read(f"Perhaps\n{fenced(PROGRAM)}</think>\n\n{fenced(HELPER)}") == HELPER


def test_an_unfinished_thought_is_no_answer() -> None:
    assert read_files(f"<think>\nPerhaps\n{fenced(PROGRAM)}", ONE) == {}


def test_a_tag_inside_the_code_is_kept() -> None:
    code = 'TEXT = """\n<think>\nwell\n</think>\n"""\n\n\ndef f():\n    return TEXT\n'
    assert read(f"Here:\n{fenced(code)}") == code
    assert read(code) == code


# Any text


def test_the_code_is_not_run(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    code = f"open({str(marker)!r}, 'w')\nimport no_such_module\nraise SystemExit\n"
    assert read(code) == read(fenced(code)) == code
    assert not marker.exists()


def test_no_warning_leaks() -> None:
    code = 'import re\nPATTERN = re.compile("\\d")\nprint(1 is 1)\n'
    with warnings.catch_warnings(record=True, action="always") as caught:
        assert read(code) == read(fenced(code)) == code
    assert caught == []


@pytest.mark.parametrize(
    "code", ["(" * 5000, "-" * 200_000 + "1", "x" + ".x" * 200_000, "9" * 5000, "'\ud800'", "\0"]
)
def test_code_that_python_cannot_take_is_handed_in(code: str) -> None:
    assert read("Sure:\n" + fenced(f"{code}\n")) == f"{code}\n"


@pytest.mark.parametrize(
    "unit",
    ["`", "```\n", "```\n(\n", "```\n(\n```\n", "```\n'''\n", "```python\nx = 1\n```\n", "~~~\n",
     "~", "    ```\n", "- ", "<think>", "<think></think>", "</think>\n", "/", "./a.py ", "\n",
     "\r", " ", "x = 1\n", "(", "```a.py\n#/", "```markdown\n~~~\n(\n~~~\n```\n"],
)  # fmt: skip
def test_a_megabyte_is_read_in_little_time(unit: str) -> None:
    start = time.process_time()
    read_files(unit * (1_000_000 // len(unit)), ONE)
    read_files("```python\n" + unit * (1_000_000 // len(unit)) + "\n```", ONE)
    assert time.process_time() - start < 3


def test_many_fences_of_falling_length_are_read_in_little_time() -> None:
    blocks = [fenced("(\n", mark="`" * length) for length in range(700, 3, -1)]
    start = time.process_time()
    read_files("".join(blocks) + "```\n" * 100_000, ONE)
    assert time.process_time() - start < 3


PIECES = st.sampled_from(
    ["```", "````", "~~~", "\n", "\r\n", "\r", " ", "    ", "\t", "- ", "1. ", "python", "markdown",
     "orders.py", "store.py", "a.py", "title=", ":", "# ", "// file: ", "**", '"""', "'''",
     "def f(", "):", "x = 1", "import orders", "(", "\\", "<think>", "</think>", "\ufeff", "\0",
     "\ud800", "代码", "：", "\u2028"]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=5), max_size=60), st.sampled_from([(), ONE, TWO]))
def test_any_text_is_read_without_error(pieces: list[str], entry: tuple[str, ...]) -> None:
    files = read_files("".join(pieces), entry)
    assert set(files) <= set(entry)
    assert not any("\r" in content for content in files.values())


@given(
    st.lists(PIECES | st.text(max_size=20)).map("".join),
    st.sampled_from(["", "python", "python orders.py", "orders.py"]),
    st.sampled_from(["Here it is:\n\n", "下面：\n", "I thought </think> it over.\n- "]),
    st.sampled_from(["", "\n", "\nHope it helps! 完成。", "\n\n1. Run it.\n2. Stop."]),
)
def test_any_program_comes_back_as_it_was(text: str, info: str, before: str, after: str) -> None:
    lines = text.replace("\r", "").replace("\ufeff", "").split("\n")
    program = "".join(f"{line}\n" for line in lines if "```" not in line and "//" not in line)
    assert read(f"{before}\n```{info}\n{program}```{after}") == program
