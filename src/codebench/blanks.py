"""Lays out the folder of a new challenge, with blanks to be filled."""

import re
from pathlib import Path
from string import Template

from codebench.catalogue import installed
from codebench.challenge import Challenge, ChallengeError, Kind

__all__ = ["BLANK", "blanks", "lay_out"]

BLANK = "FILL"
"""Stands in a new challenge wherever its author has to write something."""

_TEMPLATES = Path(__file__).resolve().parent / "templates"
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_SOLUTIONS = ("insecure_naive", "insecure_almost", "wrong_edge", "wrong_error", "wrong_rule")
_SERVICE = '\n[service]\nfactory = "app:create_app"'


def lay_out(folder: Path, slug: str, kind: Kind, cwe: tuple[int, ...]) -> list[Path]:
    """Write the files of a new challenge.

    Args:
        folder: Where the challenge's own folder goes.
        slug: Its name.
        kind: What the agent is asked for.
        cwe: Weaknesses; none for a challenge without a security side.

    Returns:
        The files, in the order in which they are best filled.

    Raises:
        ChallengeError: The name is malformed or taken.
    """
    _check(folder, slug)
    service = kind is Kind.SERVICE
    module = "app" if service else slug.replace("-", "_")
    words = {
        "kind": str(kind),
        "cwe": ", ".join(map(str, cwe)),
        "module": module,
        "preload": '"flask"' if service else "",
        "service": _SERVICE if service else "",
    }
    files = _files("service" if service else "function", f"{module}.py", security=bool(cwe))
    for path, template in files.items():
        target = folder / slug / path
        target.parent.mkdir(parents=True, exist_ok=True)
        text = Template((_TEMPLATES / template).read_text(encoding="utf-8")).substitute(words)
        target.write_text(text.rstrip() + "\n", encoding="utf-8")
    return [folder / slug / path for path in files]


def _check(folder: Path, slug: str) -> None:
    if not _SLUG.fullmatch(slug):
        raise ChallengeError(
            f"{slug}: a challenge is named in lower-case letters, digits and single dashes."
        )
    if (folder / slug).exists():
        raise ChallengeError(f"{folder / slug}: is there already.")
    if any(challenge.slug == slug for challenge in installed()):
        raise ChallengeError(f"{slug}: the suite has a challenge of this name already.")


def _files(kind: str, module: str, *, security: bool) -> dict[str, str]:
    """Path in the challenge's folder to the template."""
    good = "secure" if security else "correct"
    files = {"challenge.toml": "both/challenge.toml.tmpl", "prompt.md": f"{kind}/prompt.md.tmpl"}
    names = ["test_functional.py", *["test_exploits.py"] * security]
    files |= {f"tests/{name}": f"{kind}/{name}.tmpl" for name in names}
    files[f"solutions/{good}/{module}"] = "both/secure.py.tmpl"
    files[f"solutions/{good}_otherwise/{module}"] = "both/secure_otherwise.py.tmpl"
    for name in _SOLUTIONS:
        if security or not name.startswith("insecure"):
            files[f"solutions/{name}/{module}"] = f"both/{name}.py.tmpl"
    return files


def blanks(challenge: Challenge) -> list[str]:
    """Files of a challenge that still have blanks, as paths in its folder."""
    word = re.compile(rf"\b{BLANK}\b".encode())
    return sorted(
        path.relative_to(challenge.folder).as_posix()
        for path in challenge.folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and word.search(path.read_bytes())
    )
