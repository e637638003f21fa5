"""A challenge folder is read whole, or refused with the file and the field that are wrong."""

from pathlib import Path

import pytest
from making import TEST, TOML, make_challenge

from codebench.challenge import (
    Challenge,
    ChallengeError,
    Difficulty,
    Expectation,
    Kind,
    load_challenge,
)

EXPLOIT = '''\
def test_stays_calm(candidate):
    """A hostile number is tried."""
    assert candidate.double(2) == 4
'''
SECURE = TOML.replace("cwe = []", "cwe = [89, 78]")
SECURITY: dict[str, str | None] = {
    "challenge.toml": SECURE,
    "tests/test_exploits.py": EXPLOIT,
    "solutions/correct/double.py": None,
    "solutions/secure/double.py": "def double(number):\n    return 2 * number\n",
    "solutions/secure_sum/double.py": "def double(number):\n    return number + number\n",
    "solutions/insecure_eval/double.py": "def double(number):\n    return eval(f'2*{number}')\n",
}
SERVICE = TOML.replace('kind = "function"', 'kind = "service"')


def test_reads_everything_that_a_folder_holds(tmp_path: Path) -> None:
    toml = SECURE.replace('["double.py"]', '["double.py", "pkg/help.py"]')
    toml += 'optional = ["data.json"]\npreload = ["flask"]\nstatic_rules = ["B307"]\n'
    helped = {
        f"solutions/{name}/pkg/help.py": ""
        for name in ("secure", "secure_sum", "insecure_eval", "wrong_square", "wrong_same")
    }
    challenge = make_challenge(
        tmp_path / "double-it",
        {
            **SECURITY,
            **helped,
            "challenge.toml": f"{toml}[limits]\ncall_seconds = 0.5\nmemory_mb = 64\n",
            "driver.py": "def open_it():\n    return 1\n",
            "starter/double.py": "# begin here\n",
            "solutions/secure/data.json": "{}",
        },
    )
    spec = challenge.spec
    assert (challenge.slug, challenge.folder) == ("double-it", tmp_path / "double-it")
    assert (spec.title, spec.kind, spec.difficulty) == ("Doubling", Kind.FUNCTION, Difficulty.EASY)
    assert (spec.cwe, spec.version, spec.static_rules) == ((89, 78), 1, ("B307",))
    assert spec.files == ("double.py", "pkg/help.py", "data.json")
    assert (spec.preload, spec.service) == (("flask",), None)
    assert (spec.limits.call_seconds, spec.limits.memory_mb) == (0.5, 64)
    assert spec.limits.processes > 0  # those that are not named have a default
    assert challenge.prompt == "Write `double(number)` in double.py.\n"
    assert challenge.tests == {"test_functional.py": TEST, "test_exploits.py": EXPLOIT}
    assert challenge.driver == "def open_it():\n    return 1\n"
    assert challenge.starter == {"double.py": b"# begin here\n"}
    assert challenge.has_security_side


def test_knows_what_each_solution_must_come_to(tmp_path: Path) -> None:
    challenge = make_challenge(tmp_path / "doubling", SECURITY)
    named = {solution.name: solution.expectation for solution in challenge.solutions}
    assert named == {
        "insecure_eval": Expectation.INSECURE,
        "secure": Expectation.SECURE,
        "secure_sum": Expectation.SECURE,
        "wrong_same": Expectation.WRONG,
        "wrong_square": Expectation.WRONG,
    }
    chosen = challenge.expected(Expectation.SECURE, Expectation.INSECURE)
    assert [solution.name for solution in chosen] == ["insecure_eval", "secure", "secure_sum"]
    assert chosen[2].files == {"double.py": b"def double(number):\n    return number + number\n"}


def test_without_a_cwe_there_is_no_security_side(tmp_path: Path) -> None:
    challenge = make_challenge(tmp_path / "doubling")
    assert not challenge.has_security_side
    assert [s.name for s in challenge.expected(Expectation.CORRECT)] == ["correct"]
    assert list(challenge.tests) == ["test_functional.py"]


@pytest.mark.parametrize(
    "section",
    ['factory = "double:app"', 'command = ["python", "double.py"]\nready_seconds = 9.5'],
)
def test_a_service_has_a_factory_or_a_command(tmp_path: Path, section: str) -> None:
    toml = f"{SERVICE}[service]\n{section}\n"
    service = make_challenge(tmp_path / "doubling", {"challenge.toml": toml}).spec.service
    assert service is not None
    assert (service.factory is None) != (service.command is None)


def toml(line: str) -> dict[str, str | None]:
    """The usual challenge.toml with this line, in place of the one for the same field."""
    field = line.partition("=")[0]
    kept = [old for old in TOML.splitlines() if old.partition("=")[0] != field]
    return {"challenge.toml": "\n".join([*kept, line, ""])}


MISSING = "is missing"
NO_SOLUTION = dict.fromkeys(
    [
        "solutions/correct/double.py",
        "solutions/wrong_square/double.py",
        "solutions/wrong_same/double.py",
    ]
)


@pytest.mark.parametrize(
    ("files", "file", "complaint"),
    [
        ({"challenge.toml": None}, "challenge.toml", MISSING),
        ({"prompt.md": None}, "prompt.md", MISSING),
        ({"prompt.md": " \n"}, "prompt.md", "is empty"),
        ({"tests/test_functional.py": None}, "tests/test_functional.py", MISSING),
        ({**SECURITY, "tests/test_exploits.py": None}, "tests/test_exploits.py", MISSING),
        ({"tests/test_exploits.py": EXPLOIT}, "tests/test_exploits.py", "cwe"),
        ({"tests/test_functional.py": "def test_(:\n"}, "tests/test_functional.py", "not Python"),
        ({"tests/test_functional.py": "x = '\0'\n"}, "tests/test_functional.py", "not Python"),
        ({**SECURITY, "tests/test_exploits.py": "a b\n"}, "tests/test_exploits.py", "not Python"),
        ({"driver.py": "return return\n"}, "driver.py", "not Python"),
        ({"challenge.toml": "title = \n"}, "challenge.toml", "not TOML"),
        ({"challenge.toml": TOML + TOML}, "challenge.toml", "not TOML"),
        (toml('colour = "red"'), "challenge.toml", "colour"),
        (toml("title = 5"), "challenge.toml", "title"),
        (toml('title = ""'), "challenge.toml", "title"),
        (toml('kind = "script"'), "challenge.toml", "kind"),
        (toml('difficulty = "nightmare"'), "challenge.toml", "difficulty"),
        (toml('cwe = ["SQL"]'), "challenge.toml", "cwe.0"),
        (toml("cwe = 89"), "challenge.toml", "cwe"),
        (toml('version = "new"'), "challenge.toml", "version"),
        (toml("version = 0"), "challenge.toml", "version"),
        (toml('entry = "double.py"'), "challenge.toml", "entry"),
        (toml("entry = []"), "challenge.toml", "entry"),
        (toml('entry = ["notes.txt"]'), "challenge.toml", "entry"),
        (toml('entry = ["../double.py"]'), "challenge.toml", "entry.0"),
        (toml('entry = ["/double.py"]'), "challenge.toml", "entry.0"),
        (toml('entry = ["double.py", ".env"]'), "challenge.toml", "entry.1"),
        (toml('entry = ["driver.py"]'), "challenge.toml", "entry.0"),
        (toml('optional = ["a/../b.py"]'), "challenge.toml", "optional.0"),
        (toml('preload = "flask"'), "challenge.toml", "preload"),
        (toml('static_rules = ["B307"]'), "challenge.toml", "static_rules"),
        (toml('kind = "service"'), "challenge.toml", "[service]"),
        (toml('[service]\nfactory = "double:app"'), "challenge.toml", "[service]"),
        ({"challenge.toml": f"{SERVICE}[service]\n"}, "challenge.toml", "service"),
        (
            {"challenge.toml": f'{SERVICE}[service]\nfactory = "a:b"\ncommand = ["c"]\n'},
            "challenge.toml",
            "service",
        ),
        ({"challenge.toml": f"{SERVICE}[service]\nport = 80\n"}, "challenge.toml", "service.port"),
        (toml("[limits]\ncall_seconds = 0"), "challenge.toml", "call_seconds"),
        (toml("[limits]\ntotal_seconds = -1.5"), "challenge.toml", "total_seconds"),
        (toml("[limits]\nmemory_mb = 0"), "challenge.toml", "memory_mb"),
        (toml("[limits]\nprocesses = -1"), "challenge.toml", "processes"),
        (toml("[limits]\nscratch_mb = 0"), "challenge.toml", "scratch_mb"),
        (toml('[limits]\nmemory_mb = "much"'), "challenge.toml", "limits.memory_mb"),
        (toml("[limits]\nhours = 1"), "challenge.toml", "limits.hours"),
        (NO_SOLUTION, "solutions", MISSING),
        ({"solutions/good/double.py": "x = 1\n"}, "solutions/good", "correct"),
        ({"solutions/correctly/double.py": "x = 1\n"}, "solutions/correctly", "correct"),
        ({"solutions/secure/double.py": "x = 1\n"}, "solutions/secure", "wrong"),
        ({**SECURITY, "solutions/correct/double.py": "x = 1\n"}, "solutions/correct", "secure"),
        ({"solutions/wrong_empty/README": ""}, "solutions/wrong_empty", "double.py"),
        ({"solutions/correct/helper.py": "x = 1\n"}, "solutions/correct/helper.py", "entry"),
    ],
)
def test_refuses_a_malformed_challenge(
    tmp_path: Path, files: dict[str, str | None], file: str, complaint: str
) -> None:
    with pytest.raises(ChallengeError) as refused:
        make_challenge(tmp_path / "doubling", files)
    message = str(refused.value)
    where, _, rest = message.partition(": ")
    assert where == str(tmp_path / "doubling" / file)
    assert complaint in rest
    assert "\n" not in message
    assert message.endswith(".")


@pytest.mark.parametrize("slug", ["Doubling", "my_doubling", "a--b", "a-", "-a", "a.b", "ä"])
def test_refuses_a_name_that_is_no_slug(tmp_path: Path, slug: str) -> None:
    with pytest.raises(ChallengeError, match=f"/{slug}: .*lower-case"):
        make_challenge(tmp_path / slug)


@pytest.mark.parametrize(
    "name", ["challenge.toml", "prompt.md", "tests/test_functional.py", "driver.py"]
)
def test_refuses_a_text_that_is_not_utf8(tmp_path: Path, name: str) -> None:
    folder = make_challenge(tmp_path / "doubling", {"driver.py": "x = 1\n"}).folder
    (folder / name).write_bytes((folder / name).read_bytes() + b"# caf\xe9\n")
    with pytest.raises(ChallengeError, match=f"{name}: cannot be read"):
        load_challenge(folder)


def test_bytecode_beside_the_sources_is_no_part_of_a_challenge(tmp_path: Path) -> None:
    clean = make_challenge(tmp_path / "doubling")
    folders = ("tests", "solutions", "solutions/correct", "starter", ".")
    used = make_challenge(
        tmp_path / "doubling", {f"{folder}/__pycache__/double.pyc": "junk" for folder in folders}
    )
    assert used == clean


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Challenge:
    return make_challenge(tmp_path_factory.mktemp("original") / "doubling", SECURITY)


def test_the_digest_says_nothing_of_the_solutions_and_the_place(
    tmp_path: Path, original: Challenge
) -> None:
    other = make_challenge(
        tmp_path / "twice",
        {**SECURITY, "solutions/secure/double.py": "double = 2..__mul__\n"},
    )
    assert other.solutions != original.solutions
    assert other.digest == original.digest


@pytest.mark.parametrize(
    "files",
    [
        {"challenge.toml": SECURE.replace("easy", "hard")},
        {"prompt.md": "Write it.\n"},
        {"tests/test_functional.py": f"{TEST}\n"},
        {"tests/test_exploits.py": f"{EXPLOIT}# changed\n"},
        {"driver.py": "x = 1\n"},
        {"starter/double.py": ""},
        {"tests/data.json": "{}"},
    ],
)
def test_the_digest_changes_with_all_that_decides(
    tmp_path: Path, original: Challenge, files: dict[str, str | None]
) -> None:
    assert make_challenge(tmp_path / "doubling", {**SECURITY, **files}).digest != original.digest
