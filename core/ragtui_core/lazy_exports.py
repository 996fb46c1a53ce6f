"""Public packages that import a module when one of its names is first used.

A package's `__init__` declares its names; importing it costs nothing, so a front end
may import from the public API and still start in the time of what it uses (PEP 562).
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_exports(
    package: str, names: Mapping[str, tuple[str, ...]]
) -> Callable[[str], object]:
    """A module's `__getattr__` that loads declared names at their first use.

    Args:
        package: The name of the declaring package.
        names: By the module that defines them, the names that the package exports.

    Raises:
        AttributeError: The name is not declared.
    """
    modules = {name: module for module, exported in names.items() for name in exported}

    def load(name: str) -> object:
        module = modules.get(name)
        if module is None:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        value: object = getattr(import_module(module), name)
        setattr(sys.modules[package], name, value)
        return value

    return load
