"""Marks of tests that need an extension; `.ci` runs those of the core without any."""

from importlib.util import find_spec

import pytest


def _needs(package: str) -> pytest.MarkDecorator:
    reason = f"needs {package}"
    return pytest.mark.skipif(find_spec(package) is None, reason=reason)


needs_eval = _needs("ragtui_eval")
needs_files = _needs("ragtui_files")
needs_models = _needs("ragtui_models")
