"""Finds and loads plugins: checks the name, opens the file without following links, compiles it."""

import os
import stat
from pathlib import Path
from types import ModuleType
from typing import Any


class PluginError(Exception):
    """A plugin that cannot be used."""


class PluginNotFound(PluginError):
    """There is no plugin of that name."""


def plugin_names(folder: str) -> list[str]:
    """The names of all plugins in the folder, sorted."""
    if not os.path.isdir(folder):
        return []
    paths = (path for path in Path(folder).iterdir() if path.suffix == ".py")
    return sorted(
        path.stem
        for path in paths
        if path.name[0] not in "_." and path.is_file() and not path.is_symlink()
    )


def load_plugin(name: str, folder: str) -> dict[str, Any]:
    """Execute a plugin and return what its register() gives."""
    if not name or name[0] in "_." or "/" in name:
        raise PluginNotFound(name)
    path = os.path.join(folder, f"{name}.py")
    source = _read(path)
    module = ModuleType(name)
    module.__file__ = path
    try:
        exec(compile(source, path, "exec"), module.__dict__)
        result = module.__dict__["register"]()
    except Exception as error:
        raise PluginError(f"{name}: {error}") from error
    if not isinstance(result, dict):
        raise PluginError(f"{name}: register() gave no dictionary")
    return result


def _read(path: str) -> bytes:
    try:
        with open(path, "rb", opener=_open_no_link) as file:
            if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return file.read()
    except (OSError, ValueError) as error:
        raise PluginNotFound(path) from error
    raise PluginNotFound(path)


def _open_no_link(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)
