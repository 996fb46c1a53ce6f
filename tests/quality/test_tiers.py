"""`.ci/nightly` names the folders of a tier: collecting only these takes less time."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.lint

ROOT = Path(__file__).parents[2]
TIERS = re.findall(
    r" -m (ocr|transformers|llama|large|postgres|nvim|emacs|vscode|page|mcp|openapi)\b"
    r"((?:\s+tests/\S+)+)",
    re.sub(r"\\\n|--\S+ \S+|-rR", " ", (ROOT / ".ci" / "nightly").read_text("utf-8")),
)


def test_a_tier_leaves_no_marked_test_out() -> None:
    for marker in {marker for marker, _ in TIERS}:
        folders = [ROOT / f for m, all_ in TIERS if m == marker for f in all_.split()]
        marked = [
            file
            for file in (ROOT / "tests").rglob("test_*.py")
            if f"mark.{marker}" in file.read_text("utf-8")
        ]
        assert [f for f in marked if not {*folders} & {f, *f.parents}] == []
