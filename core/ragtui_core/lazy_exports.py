"""Public packages that import a module when one of its names is first used.

The stub beside a package's `__init__` declares its names, for type checkers and for
the program: importing the package costs nothing, so a front end may import from the
public API and still start in the time of what it uses (PEP 562).
"""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

_IMPORT = re.compile(r"^from (\S+) import (\([^()]*\)|.+)$", re.MULTILINE)
_NAME = re.compile(r"(\w+) as \w+")


def lazy_exports(package: str) -> tuple[Callable[[str], object], list[str]]:
    """A package's `__getattr__`, which loads a name at its first use, and `__all__`.

    Args:
        package: Each statement of its `__init__.pyi` is of the form
            `from module import name as name, ...`, perhaps in parentheses.
    """
    stub = Path(str(sys.modules[package].__file__)).with_suffix(".pyi")
    modules = {
        name: module
        for module, names in _IMPORT.findall(stub.read_text("utf-8"))
        for name in _NAME.findall(names)
    }

    def load(name: str) -> object:
        if name not in modules:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        value: object = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return load, sorted(modules)
