"""Regular expressions match in the same way in every supported version of Python."""

import re

import pytest

from support.commands import ROOT

pytestmark = pytest.mark.lint

POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[0-9,]+\})\+")
"""Before 3.11.5 such a group, `(?:a|b+)*+`, may fail to match (cpython issue 106052);
an atomic one, `(?>(?:a|b+)*)`, says the same and matches."""


def test_no_pattern_has_a_possessive_group() -> None:
    files = [
        file for part in ("core", "tui", "lsp") for file in (ROOT / part).rglob("*.py")
    ]
    assert len(files) > 500
    assert [
        str(file.relative_to(ROOT))
        for file in files
        if POSSESSIVE_GROUP.search(file.read_text("utf-8"))
    ] == []
    assert POSSESSIVE_GROUP.search(r"(?:a|b){0,3}+c")
