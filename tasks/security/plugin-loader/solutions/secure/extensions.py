"""Finds and loads plugins: a name is looked up in the folder's listing, never put into a path."""

import importlib.util
import os
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any


class PluginError(Exception):
    """A plugin that cannot be used."""


class PluginNotFound(PluginError):
    """There is no plugin of that name."""


class _FreshLoader(SourceFileLoader):
    """Compiles the source at every load; reads and writes no cache."""

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file as it is now."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def plugin_names(folder: str) -> list[str]:
    """The names of all plugins in the folder, sorted."""
    return sorted(_plugin_files(folder))


def load_plugin(name: str, folder: str) -> dict[str, Any]:
    """Execute a plugin and return what its register() gives."""
    path = _plugin_files(folder).get(name)
    if path is None:
        raise PluginNotFound(f"there is no plugin {name!r} in {folder}")
    try:
        loader = _FreshLoader(name, path)
        module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
        loader.exec_module(module)
        result = module.register()
    except Exception as error:  # whatever a plugin does wrong
        raise PluginError(f"the plugin {name!r} failed: {error}") from error
    if not isinstance(result, dict):
        raise PluginError(f"the plugin {name!r} gave a {type(result).__name__}")
    return result


def _plugin_files(folder: str) -> dict[str, str]:
    """Path by name of every plugin in the folder."""
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return {}
    return {
        entry.name.removesuffix(".py"): entry.path
        for entry in entries
        if entry.name.endswith(".py")
        and not entry.name.startswith(("_", "."))
        and entry.is_file(follow_symlinks=False)
    }
