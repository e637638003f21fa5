"""The submission's working directory, as a hidden test uses it."""

from typing import Any, cast

from codebench.sandbox.judge.candidate import Caller

__all__ = ["Scratch"]


class Scratch:
    """A folder of the submission's user; paths are relative to it."""

    def __init__(self, caller: Caller, root: str) -> None:
        self._caller = caller
        self._root = root

    def path(self, name: str = "") -> str:
        """The absolute path, for handing to the submission."""
        return f"{self._root}/{name}" if name else self._root

    def write(self, name: str, data: str | bytes, mode: int = 0o644) -> str:
        """Make a file, and the folders it lies in. Gives its absolute path."""
        content = data.encode() if isinstance(data, str) else data
        self._do("write", self.path(name), content, mode)
        return self.path(name)

    def folder(self, name: str) -> str:
        """Make a folder, and those above it. Gives its absolute path."""
        self._do("folder", self.path(name))
        return self.path(name)

    def link(self, name: str, target: str) -> str:
        """Make a symbolic link; a relative target starts at the folder the link lies in.

        Gives the link's absolute path.
        """
        self._do("link", self.path(name), target)
        return self.path(name)

    def read(self, name: str) -> bytes:
        """The bytes of a file of at most a megabyte; a longer one fails the test.

        Raises:
            FileNotFoundError: There is no regular file of this name.
        """
        data = self._do("read", self.path(name))
        if data is None:
            raise FileNotFoundError(name)
        return cast("bytes", data)

    def exists(self, name: str) -> bool:
        """Whether there is anything of this name."""
        return cast("bool", self._do("exists", self.path(name)))

    def mode(self, name: str) -> int:
        """Permission bits.

        Raises:
            FileNotFoundError: There is nothing of this name.
        """
        bits = self._do("mode", self.path(name))
        if bits is None:
            raise FileNotFoundError(name)
        return cast("int", bits)

    def names(self, folder: str = "") -> list[str]:
        """All files and links below a folder, as sorted relative paths."""
        return cast("list[str]", self._do("names", self.path(folder)))

    def _do(self, name: str, *args: object) -> Any:
        return self._caller.call(None, name, args, {})
