"""What a hidden test can do, and how it ends, with the judge as a plain process."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sandbox_helpers import Bench, job, reasons

from codebench.sandbox.faults import JudgeFault
from codebench.sandbox.runner import Runner
from codebench.verdict import TestKind, Verdict

Make = Callable[..., Bench]


@pytest.fixture
def bench(tmp_path: Path, local_runner: Runner) -> Make:
    """Makes a challenge of hidden tests."""
    return lambda tests, **parts: Bench(tmp_path, local_runner, tests, **parts)


def failures(verdict: Verdict) -> dict[str, str | None]:
    return {name: reason for name, reason in reasons(verdict).items() if reason}


# How a test ends

WAYS_TO_FAIL = """
    import pytest

    def test_passed(candidate):
        assert candidate.echo([1]) == [1]

    def test_assertion(candidate):
        assert candidate.echo(1) == 2

    def test_exception(candidate):
        candidate.fail("KeyError")

    def test_system_exit(candidate):
        candidate.leave()

    def test_test_error(candidate):
        candidate.echo(None) + 1

    def test_skipped(candidate):
        pytest.skip()

    @pytest.mark.xfail
    def test_expected_to_fail(candidate):
        assert candidate.echo(1) == 2

    def test_missing(candidate):
        candidate.no_such_function()

    def test_missing_file(candidate):
        candidate.module("third").echo(1)

    def test_load_error(candidate):
        candidate.module("other").echo(1)

    def test_timeout(candidate):
        candidate.sleep(30)

    def test_crash(candidate):
        candidate.crash()

    def test_crash_of_the_answer(candidate):
        candidate.class_of_no_name()

    def test_memory(candidate):
        candidate.fail("MemoryError")

    def test_value_too_deep(candidate):
        candidate.deep(250)

    def test_value_without_end(candidate):
        candidate.endless()

    def test_protocol(candidate):
        candidate.write(b"a frame of nonsense")

    def test_protocol_answer_twice(candidate):
        assert candidate.answer_first(1) == "forged"
        candidate.echo(1)

    def test_protocol_unknown_fault(candidate):
        candidate.answer({"id": 1, "fault": "engine_failed"})

    def test_protocol_wrong_number(candidate):
        candidate.answer({"id": 7, "value": 1})

    def test_protocol_nothing_of_the_grammar(candidate):
        candidate.answer({"id": 1, "value": {"__reduce__": []}})

    def test_protocol_names_that_are_none(candidate):
        candidate.answer({"id": 1, "raised": [1, 2]})
"""
FAILING = """
    import builtins, json, os, struct, sys, time

    def echo(value):
        return value

    def fail(name):
        raise getattr(builtins, name)

    def leave():
        sys.exit(0)

    def sleep(seconds):
        time.sleep(seconds)

    def crash():
        os._exit(0)

    def deep(levels):
        value = []
        for _ in range(levels):
            value = [value]
        return value

    def endless():
        value = []
        value.append(value)
        return value

    def class_of_no_name():
        class Meta(type):
            __name__ = b"bytes"
        class Odd(metaclass=Meta):
            pass
        return Odd()

    def channel():
        return next(fd for fd in range(3, 100) if os.path.exists(f"/proc/self/fd/{fd}"))

    def write(data):
        os.write(channel(), data)

    def answer(message):
        body = json.dumps(message).encode()
        write(struct.pack("!I", len(body)) + body)
        time.sleep(30)

    def answer_first(number):
        body = json.dumps({"id": number, "value": "forged"}).encode()
        write(struct.pack("!I", len(body)) + body)
"""


def test_each_way_to_fail_has_its_reason(bench: Make) -> None:
    limits = "[limits]\ncall_seconds = 1.0\n"
    verdict = bench(WAYS_TO_FAIL, toml=limits).grade(FAILING, {"other": "def echo(x:\n"})
    assert reasons(verdict) == {
        "passed": None,
        "assertion": "assertion",
        "exception": "exception",
        "system_exit": "exception",
        "test_error": "test_error",
        "skipped": "test_error",
        "expected_to_fail": "assertion",
        "missing": "missing",
        "missing_file": "missing",
        "load_error": "load_error",
        "timeout": "timeout",
        "crash": "crash",
        "crash_of_the_answer": "crash",
        "memory": "memory",
        "value_too_deep": "value",
        "value_without_end": "value",
        "protocol": "protocol",
        "protocol_answer_twice": "protocol",
        "protocol_unknown_fault": "protocol",
        "protocol_wrong_number": "protocol",
        "protocol_nothing_of_the_grammar": "protocol",
        "protocol_names_that_are_none": "protocol",
    }
    assert not verdict.success


def test_a_fault_cannot_be_swallowed_by_a_test(bench: Make) -> None:
    tests = """
        import contextlib

        def test_caught(candidate):
            with contextlib.suppress(BaseException):
                candidate.crash()

        def test_attempted(candidate):
            with contextlib.suppress(BaseException):
                candidate.attempt.crash()
            with contextlib.suppress(BaseException):
                assert candidate.double(2) == 4
    """
    verdict = bench(tests).grade("import os\n\ndef crash():\n    os._exit(1)\n")
    assert reasons(verdict) == {"caught": "crash", "attempted": "crash"}


def test_a_file_that_cannot_be_imported_is_a_load_error(bench: Make) -> None:
    tests = """
        import pytest

        @pytest.mark.parametrize("file", ["tried", "other", "third", "json", "socket"])
        def test_called(candidate, file):
            candidate.module(file).double(1)

        def test_refusal_is_no_exception(candidate):
            with candidate.raises(BaseException):
                candidate.double(1)

        def test_refusal_is_no_answer(candidate):
            candidate.attempt.double(1)
    """
    others = {
        "other": "def double(:\n",
        "third": "import sys\n\nsys.exit(0)\n",
        "json": "raise KeyboardInterrupt\n",
        "socket": "double\0 = 1\n",
    }
    verdict = bench(tests).grade("import no_such_package\n", others)
    assert [test.reason for test in verdict.tests] == ["load_error"] * 7


def test_three_late_tests_are_patience_enough(bench: Make) -> None:
    tests = "".join(f"def test_{n}(candidate):\n    candidate.hang({n})\n\n\n" for n in range(8))
    source = """
        def hang(number):
            while number != 1:
                pass
    """
    verdict = bench(tests, toml="[limits]\ncall_seconds = 0.4\n").grade(source)
    assert reasons(verdict) == {str(n): None if n == 1 else "timeout" for n in range(8)}
    assert [test.seconds >= 0.4 for test in verdict.tests] == [n in {0, 2, 3} for n in range(8)]


def test_the_budget_of_all_tests_ends_those_that_are_left(bench: Make) -> None:
    tests = """
        def test_patient(candidate):
            for _ in range(100):
                assert candidate.nap() is None

        def test_busy_with_an_answer(candidate):
            assert candidate.nap() is None

        def test_alone():
            assert True
    """
    source = "import time\n\ndef nap():\n    time.sleep(0.1)\n"
    started = time.monotonic()
    verdict = bench(tests, toml="[limits]\ntotal_seconds = 1.5\n").grade(source)
    assert set(reasons(verdict).values()) == {"budget"}
    assert time.monotonic() - started < 15


def test_the_budget_interrupts_the_judge_itself(bench: Make) -> None:
    tests = """
        def test_never_done(candidate):
            while candidate.echo(1):
                while True:
                    pass
    """
    verdict = bench(tests, toml="[limits]\ntotal_seconds = 1.0\n").grade(
        "def echo(x):\n    return x\n"
    )
    assert reasons(verdict) == {"never_done": "budget"}


# Calls

CALLS = """
    import pytest
    from codebench.sandbox.judge.values import Raised, exactly

    def test_raises_by_class_and_name(candidate):
        for expected in (KeyError, LookupError, Exception, BaseException, "LookupError"):
            with candidate.raises(expected):
                candidate.fail()
        for expected in ("ParseError", ValueError, "ValueError"):
            with candidate.raises(expected):
                candidate.parse()

    def test_raises_nothing(candidate):
        with candidate.raises(KeyError):
            candidate.echo(1)

    def test_raises_something_else(candidate):
        with candidate.raises(ValueError):
            candidate.fail()

    def test_raises_stops_at_the_first(candidate):
        with candidate.raises(KeyError):
            candidate.fail()
            candidate.crash()

    def test_attempt(candidate):
        assert candidate.attempt.echo([1]) == [1]
        names = ("ParseError", "ValueError", "Exception", "BaseException", "object")
        assert candidate.attempt.parse() == Raised(names)

    def test_arguments(candidate):
        data = {"a": (1, 2.5, None), b"b": [{3}, frozenset({"x"})]}
        assert candidate.echo(data) == exactly(data)
        assert candidate.named(1, key="x") == exactly([1, "x"])

    def test_handles(candidate):
        one, two = candidate.Counter(5), candidate.Counter(5)
        assert one.add(2) == exactly(7)
        assert two.add(3) == exactly(8)
        assert one != two
        assert one != 7
        assert candidate.same(one, one) is True
        assert candidate.same([one, {"key": two}], [two, {}]) is False
        one.together(two)
        assert one.add(0) == 15
        assert one.kind == "Counter"

    def test_handles_of_handles(candidate):
        for counter in candidate.several(3):
            assert counter.copy().add(1) == 1

    def test_methods_that_raise(candidate):
        with candidate.raises(OverflowError):
            candidate.Counter(1).add(1000)

    def test_missing_methods(candidate):
        candidate.Counter(1).no_such_method()

    def test_always_equal(candidate):
        assert candidate.anything() == 4

    def test_types(candidate):
        assert candidate.echo(True) == exactly(1)

    def test_what_cannot_be_handed_over(candidate):
        candidate.echo(object())

    def test_deadline(candidate):
        with candidate.deadline(0.3):
            candidate.nap(5)

    def test_deadline_that_is_kept(candidate):
        with candidate.deadline(4):
            with candidate.deadline(0.3):
                candidate.nap(0)
            candidate.nap(0.6)
        candidate.nap(0.6)

    def test_state_of_a_test(candidate):
        assert candidate.calls() == 1
        assert candidate.calls() == 2

    def test_state_does_not_last(candidate):
        assert candidate.calls() == 1
"""
CALLED = """
    import time

    class ParseError(ValueError):
        pass

    class Counter:
        def __init__(self, number):
            self.number = number

        def add(self, number):
            if number > 100:
                raise OverflowError
            self.number += number
            return self.number

        def together(self, other):
            self.number += other.number

        def copy(self):
            return Counter(self.number)

    class Anything:
        def __eq__(self, other):
            return True

    def fail():
        {}["key"]

    def parse():
        raise ParseError

    def echo(value):
        return value

    def named(value, *, key):
        return [value, key]

    def same(left, right):
        return left == right

    def several(count):
        return [Counter(0) for _ in range(count)]

    anything = Anything

    def nap(seconds):
        time.sleep(seconds)

    made = []

    def calls():
        made.append(1)
        return len(made)
"""


def test_calls_values_and_handles(bench: Make) -> None:
    verdict = bench(CALLS).grade(CALLED)
    assert len(verdict.tests) == 17
    assert failures(verdict) == {
        "raises_nothing": "assertion",
        "raises_something_else": "exception",
        "missing_methods": "missing",
        "always_equal": "assertion",
        "types": "assertion",
        "what_cannot_be_handed_over": "test_error",
        "deadline": "timeout",
    }


def test_files_of_a_submission_reach_each_other(bench: Make) -> None:
    tests = """
        def test_across(candidate):
            assert candidate.total([1, 2]) == 6
            assert candidate.module("other").scale(4) == 8
            assert candidate.module("other").total_of_one(4) == 8

        def test_one_instance(candidate):
            candidate.remember(7)
            assert candidate.module("other").memory() == [7]
            assert candidate.module("tried").recall() == [7]

        def test_one_instance_from_the_other_side(candidate):
            assert candidate.module("other").memory() == []
            candidate.remember(7)
            assert candidate.module("other").memory() == [7]
    """
    source = """
        import other

        def total(numbers):
            return sum(map(other.scale, numbers))

        def remember(number):
            other.MEMORY.append(number)

        def recall():
            return other.MEMORY
    """
    helper = """
        MEMORY = []

        def scale(number):
            return 2 * number

        def total_of_one(number):
            import tried
            return tried.total([number])

        def memory():
            return MEMORY
    """
    assert failures(bench(tests).grade(source, {"other": helper})) == {}


def test_a_file_does_not_stand_in_for_a_library(bench: Make) -> None:
    tests = """
        def test_json(candidate):
            assert candidate.module("other").text([1]) == "[1]"
            assert candidate.echo(1) == 1
    """
    poison = "raise RuntimeError\n"
    helper = "import json\n\ndef text(value):\n    return json.dumps(value)\n"
    others = {"json": poison, "socket": poison, "other": helper}
    verdict = bench(tests).grade("echo = abs\n", others)
    assert failures(verdict) == {}


def test_the_driver_goes_before_the_submission(bench: Make) -> None:
    tests = """
        def test_driver(candidate):
            assert candidate.who() == "driver"
            assert candidate.only_here() == "submission"
            assert candidate.module("tried").who() == "submission"
            assert candidate.through() == "submission"

        def test_live_object(candidate, scratch):
            box = candidate.Box(3)
            assert candidate.unpacked(box) == 3
            assert scratch.read("opened") == b"3"
    """
    driver = """
        import tried

        class Box:
            def __init__(self, number):
                self.number = number

            def open(self):
                with open("opened", "w") as file:
                    file.write(str(self.number))
                return self.number

        def who():
            return "driver"

        def through():
            return tried.who()
    """
    source = """
        def who():
            return "submission"

        def only_here():
            return "submission"

        def unpacked(box):
            return box.open()
    """
    assert failures(bench(tests, driver=driver).grade(source)) == {}


# Scratch files

SCRATCH = """
    import pytest

    def test_what_the_test_lays_out(candidate, scratch):
        assert scratch.names() == []
        scratch.write("a/b.txt", "grün")
        scratch.write("raw", b"\\x00\\xff", mode=0o600)
        scratch.folder("empty/inner")
        scratch.link("a/up", "../raw")
        assert scratch.names() == ["a/b.txt", "a/up", "raw"]
        assert scratch.names("a") == ["b.txt", "up"]
        assert candidate.cat(scratch.path("a/b.txt")) == "grün".encode()
        assert candidate.cat("a/up") == b"\\x00\\xff"
        assert candidate.here() == scratch.path()
        assert scratch.mode("raw") == 0o600
        assert scratch.mode("a/b.txt") == 0o644
        assert scratch.exists("empty/inner")
        assert not scratch.exists("empty/other")

    def test_what_the_submission_leaves(candidate, scratch):
        candidate.litter()
        assert scratch.names() == ["dangling", "fifo", "inner/file", "loop", "out"]
        assert scratch.read("inner/file") == b"text"
        assert scratch.exists("dangling")
        assert scratch.mode("inner") == 0o700
        for name in ("dangling", "out", "fifo", "inner", "nothing", "loop"):
            with pytest.raises(FileNotFoundError):
                scratch.read(name)
        with pytest.raises(FileNotFoundError):
            scratch.mode("nothing")

    def test_starts_empty(candidate, scratch):
        assert scratch.names() == []
        assert candidate.temporary() == []

    def test_a_long_file_is_read(candidate, scratch):
        candidate.fill("long", 2**20)
        assert scratch.read("long") == b"x" * 2**20

    def test_a_longer_file_is_an_error(candidate, scratch):
        candidate.fill("long", 2**20 + 1)
        assert scratch.read("long")

    def test_overwritten(candidate, scratch):
        scratch.write("file", "one")
        scratch.write("file", "two", mode=0o755)
        assert (scratch.read("file"), scratch.mode("file")) == (b"two", 0o755)

    def test_a_missing_file_is_the_submissions_failure(candidate, scratch):
        scratch.read("report")
"""
SCRATCHER = """
    import os, tempfile

    def cat(path):
        with open(path, "rb") as file:
            return file.read()

    def here():
        return os.getcwd()

    def litter():
        os.mkdir("inner", 0o700)
        with open("inner/file", "w") as file:
            file.write("text")
        os.symlink("nowhere", "dangling")
        os.symlink("/etc", "out")
        os.symlink("loop", "loop")
        os.mkfifo("fifo")
        with open(os.path.join(tempfile.gettempdir(), "left"), "w") as file:
            file.write("text")

    def temporary():
        return os.listdir(tempfile.gettempdir())

    def fill(name, count):
        with open(name, "wb") as file:
            file.write(b"x" * count)
"""


def test_scratch_files(bench: Make) -> None:
    verdict = bench(SCRATCH).grade(SCRATCHER)
    assert len(verdict.tests) == 7
    assert failures(verdict) == {
        "a_missing_file_is_the_submissions_failure": "test_error",
        "a_longer_file_is_an_error": "exception",
    }


# Chance

RANDOM = """
    from hypothesis import given, strategies as st

    def test_one(candidate, rng, canary):
        candidate.note("one", rng.random(), canary(), canary())

    def test_two(candidate, rng, canary):
        candidate.note("two", rng.random(), canary(), canary())

    @given(st.integers())
    def test_property(candidate, number):
        candidate.note(number)
"""
NOTING = """
    def note(*values):
        with open({path!r}, "a") as file:
            print(*values, file=file)
"""


def test_the_seed_decides_over_everything_random(bench: Make, tmp_path: Path) -> None:
    challenge = bench(RANDOM)
    seen = []
    for number, seed in enumerate(["a", "a", "b"]):
        path = tmp_path / f"notes{number}"
        verdict = challenge.grade(NOTING.format(path=str(path)), seed=seed)
        assert failures(verdict) == {}
        assert verdict.seed == seed
        seen.append(path.read_text().splitlines())
    assert seen[0] == seen[1]
    assert seen[0][2:] != seen[2][2:]
    (one, *first), (two, *second) = (line.split() for line in seen[0][:2])
    assert (one, two) == ("one", "two")
    values = {*first, *second, *seen[2][0].split()[1:]}
    assert len(values) == 9
    assert all(len(word) == 20 for word in values if word.isalnum())


def test_a_verdict_without_a_seed_of_its_own_draws_one(bench: Make) -> None:
    challenge = bench("def test_echo(candidate):\n    assert candidate.echo(1) == 1\n")
    verdicts = [challenge.grade("def echo(x):\n    return x\n") for _ in range(2)]
    assert len({verdict.seed for verdict in verdicts}) == 2


def test_a_property_that_fails_is_a_plain_failure(bench: Make) -> None:
    tests = """
        from hypothesis import given, strategies as st

        @given(st.integers(0, 1000))
        def test_small_numbers(candidate, number):
            assert candidate.echo(number) == number

        @given(st.integers())
        def test_crash(candidate, number):
            candidate.crash()
    """
    source = """
        import os

        def echo(x):
            return min(x, 300)

        def crash():
            os._exit(0)
    """
    assert reasons(bench(tests).grade(source)) == {"small_numbers": "assertion", "crash": "crash"}


def test_settings_of_a_test_add_to_those_of_the_judge(bench: Make) -> None:
    tests = """
        from hypothesis import given, settings, strategies as st

        @settings(max_examples=2)
        @given(st.integers())
        def test_slow(candidate, number):
            assert candidate.echo(number) == number
    """
    source = """
        import time

        def echo(x):
            time.sleep(0.3)  # longer than Hypothesis would allow by itself
            return x
    """
    assert failures(bench(tests).grade(source)) == {}


# What is told of the tests

TOLD = '''
    """Module docstring."""

    import pytest

    PAYLOADS = ["hush-payload-1", "hush-payload-2", "hush-payload-3"]

    @pytest.mark.parametrize("payload", PAYLOADS)
    @pytest.mark.parametrize("number", [1, 2])
    def test_payloads(candidate, payload, number):
        """What is told of it.

        hush-docstring
        """
        assert candidate.echo(payload) != PAYLOADS[1]

    def test_without_a_docstring(candidate):
        assert candidate.echo("hush-value") == "hush-other-value"

    class TestGroup:
        def test_in_a_class(self, candidate):
            """   In a class.   """
            raise RuntimeError("hush-message")
'''


def test_a_verdict_holds_ids_and_labels_and_nothing_else_of_the_tests(bench: Make) -> None:
    exploits = (
        'def test_payloads(candidate):\n    """Tried."""\n    assert candidate.echo(1) == 1\n'
    )
    verdict = bench(TOLD, exploits=exploits).grade(
        'def echo(x):\n    """hush-source"""\n    return x\n'
    )
    labels = {test.id: test.label for test in verdict.tests}
    assert len(labels) == len(verdict.tests) == 9
    assert labels == {
        **{f"test_functional::test_payloads[{n}]": "What is told of it." for n in range(6)},
        "test_functional::test_without_a_docstring": "",
        "test_functional::test_in_a_class": "In a class.",
        "test_exploits::test_payloads": "Tried.",
    }
    assert sum(test.passed for test in verdict.tests) == 5
    assert [test.id for test in verdict.of_kind(TestKind.EXPLOIT)] == [
        "test_exploits::test_payloads"
    ]
    assert "hush" not in verdict.model_dump_json()


@pytest.mark.parametrize(
    "tests",
    [
        {"test_functional.py": "import no_such_package\n\ndef test_x():\n    pass\n"},
        {"test_functional.py": "def test_x(:\n"},
        {"test_functional.py": "import sys\nsys.exit(0)\n"},
        {"test_functional.py": "def helper():\n    pass\n"},
        {
            "test_functional.py": "def test_x():\n    pass\n",
            "test_exploits.py": "assert 1 == 2\n\n\ndef test_x():\n    pass\n",
        },
    ],
)
def test_hidden_tests_that_do_not_load_are_no_verdict_on_anybody(
    local_runner: Runner, tests: dict[str, str]
) -> None:
    with pytest.raises(JudgeFault):
        local_runner.grade(job(tests))


# Static analysis


def test_findings_have_code_line_and_weakness(bench: Make) -> None:
    source = """
        import subprocess

        def echo(value):
            return value

        def run(line):
            return subprocess.call(line, shell=True)  # nosec
    """
    helper = "def load(text):\n    return eval(text)\n"
    tests = "def test_echo(candidate):\n    assert candidate.echo(1) == 1\n"
    verdict = bench(tests).grade(source, {"other": helper})
    assert verdict.static_error is None
    found = {(f.code, f.severity, f.cwe, f.file, f.line) for f in verdict.findings}
    assert found == {
        ("B404", "LOW", 78, "tried.py", 2),
        ("B602", "HIGH", 78, "tried.py", 8),
        ("B307", "MEDIUM", 78, "other.py", 2),
    }
    assert verdict.success


def test_many_findings_do_not_push_out_another_kind(bench: Make) -> None:
    verdict = bench("def test_x(candidate):\n    pass\n").grade(
        "assert True\n" * 300 + "def double(x):\n    return eval(str(2 * x))\n"
    )
    codes = [finding.code for finding in verdict.findings]
    assert codes == ["B101"] * 200 + ["B307"]
    assert verdict.findings[-1].line == 302


@pytest.mark.parametrize("source", ["def echo(:\n", "x = 1\0\n"])
def test_a_file_that_cannot_be_parsed_has_no_static_report(bench: Make, source: str) -> None:
    tests = "def test_echo(candidate):\n    assert candidate.echo(1) == 1\n"
    verdict = bench(tests).grade("def echo(x):\n    return x\n", {"other": source})
    assert verdict.success
    assert verdict.findings == ()
    assert verdict.static_error == "a file could not be parsed"


# Services

SERVICE = """
    def test_requests(http):
        answer = http.post("/a?b=c", json={"x": [1]}, headers={"X-Token": "t"})
        assert answer.status == 200
        assert answer.header("content-type") == "application/json"
        assert answer.header("no-such") is None
        assert ("X-Twice", "1") in answer.headers and ("X-Twice", "2") in answer.headers
        seen = answer.json()
        assert (seen["method"], seen["path"], seen["token"]) == ("POST", "/a?b=c", "t")
        assert (seen["type"], seen["body"]) == ("application/json", '{"x": [1]}')

    def test_bodies(http):
        form = http.post("/", form={"a": "1 2", "b": "&"}).json()
        assert form["type"] == "application/x-www-form-urlencoded"
        assert form["body"] == "a=1+2&b=%26"
        assert http.request("PUT", "/", body=b"raw").json()["body"] == "raw"
        assert http.get("/").json()["body"] == ""
        assert http.request("DELETE", "/x").json()["method"] == "DELETE"

    def test_redirects_are_not_followed(http):
        assert http.get("/redirect").status == 302

    def test_text(http):
        answer = http.get("/bytes")
        assert answer.body == b"\\xff!"
        assert answer.text == "\\ufffd!"

    def test_working_directory(http, scratch):
        http.get("/write")
        assert scratch.names() == []

    def test_functions_beside_the_service(http, candidate):
        assert candidate.double(2) == 4

    def test_fresh_for_each_test(http):
        assert http.get("/count").text == "1"
        assert http.get("/count").text == "2"

    def test_fresh_indeed(http):
        assert http.get("/count").text == "1"

    def test_no_json(http):
        http.get("/bytes").json()

    def test_no_http(http):
        http.get("/garbage")

    def test_no_answer(http):
        http.get("/close")

    def test_hangs(http):
        http.get("/hang")

    def test_drips(http):
        http.get("/drip")
"""
SERVER = """
    import json, os, time
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    count = 0

    def double(number):
        return 2 * number

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            special = getattr(self, "on_" + self.path[1:], None)
            if special:
                return special()
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            seen = {"method": self.command, "path": self.path, "body": body}
            seen |= {"type": self.headers["Content-Type"], "token": self.headers["X-Token"]}
            self.reply(json.dumps(seen).encode())

        do_POST = do_PUT = do_DELETE = do_GET

        def reply(self, body, status=200):
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("X-Twice", "1")
            self.send_header("X-Twice", "2")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Location", "/")
            self.end_headers()
            self.wfile.write(body)

        def on_redirect(self):
            self.reply(b"", 302)

        def on_bytes(self):
            self.reply(b"\\xff!")

        def on_write(self):
            self.reply(os.getcwd().encode())

        def on_count(self):
            global count
            count += 1
            self.reply(str(count).encode())

        def on_garbage(self):
            self.wfile.write(b"nothing like HTTP\\r\\n\\r\\n")

        def on_close(self):
            self.close_connection = True

        def on_hang(self):
            time.sleep(30)

        def on_drip(self):
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            for _ in range(1000):
                self.wfile.write(b"x")
                time.sleep(0.1)

        def log_message(self, *args):
            print("noise" * 1000)

    if __name__ == "__main__":
        ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
"""
COMMAND = '[limits]\ncall_seconds = 1.5\n\n[service]\ncommand = ["python", "tried.py"]\n'


def test_a_service_that_is_a_program(bench: Make) -> None:
    verdict = bench(SERVICE, toml=COMMAND).grade(SERVER)
    assert len(verdict.tests) == 13
    assert failures(verdict) == {
        "no_json": "exception",
        "no_http": "exception",
        "no_answer": "exception",
        "hangs": "timeout",
        "drips": "timeout",
    }


ASKS = "def test_asks(http):\n    assert http.get('/').status == 200\n"


@pytest.mark.parametrize("source", ["import time\ntime.sleep(30)\n", "raise SystemExit\n"])
def test_a_program_that_does_not_listen_is_not_ready(bench: Make, source: str) -> None:
    verdict = bench(ASKS, toml=COMMAND + "ready_seconds = 0.7\n").grade(source)
    assert reasons(verdict) == {"asks": "not_ready"}


MANY = """
    def test_many(http):
        for _ in range(400):
            assert http.get("/").status == 200
"""


def test_a_service_answers_many_requests_in_its_memory(bench: Make) -> None:
    toml = '[limits]\nmemory_mb = 128\n\n[service]\nfactory = "tried:create_app"\n'
    source = "def create_app():\n    return lambda e, s: s('200 OK', []) and None or [b'x']\n"
    assert reasons(bench(MANY, toml=toml).grade(source)) == {"many": None}


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def create_app():\n    return lambda e, s: s('200 OK', []) and None or [b'x']\n", None),
        ("def create_app():\n    return None\n", "assertion"),
        ("def create_app():\n    raise ValueError\n", "exception"),
        ("def other():\n    return None\n", "missing"),
        ("def create_app(:\n", "load_error"),
        ("import os\n\ndef create_app():\n    os._exit(0)\n", "crash"),
        ("import time\n\ndef create_app():\n    time.sleep(30)\n", "not_ready"),
    ],
)
def test_an_application_that_is_made_by_a_factory(
    bench: Make, source: str, reason: str | None
) -> None:
    toml = '[service]\nfactory = "tried:create_app"\nready_seconds = 0.7\n'
    assert reasons(bench(ASKS, toml=toml).grade(source)) == {"asks": reason}
