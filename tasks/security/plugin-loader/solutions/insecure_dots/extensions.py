"""Finds and loads plugins: names with two dots are turned away."""

import importlib.util
import sys
from pathlib import Path


class PluginError(Exception):
    """A plugin that cannot be used."""


class PluginNotFound(PluginError):
    """There is no plugin of that name."""


def plugin_names(folder: str) -> list[str]:
    """The names of all plugins in the folder, sorted."""
    return sorted(
        path.stem
        for path in Path(folder).glob("*.py")
        if path.is_file() and not path.is_symlink() and not path.name.startswith(("_", "."))
    )


def load_plugin(name: str, folder: str) -> dict:
    """Execute a plugin and return what its register() gives."""
    if ".." in name or name.startswith("_") or name == "":
        raise PluginNotFound(name)
    path = Path(folder) / f"{name}.py"
    if not path.is_file():
        raise PluginNotFound(name)
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        offer = module.register()
    except Exception as error:
        raise PluginError(name) from error
    if not isinstance(offer, dict):
        raise PluginError(name)
    return offer
