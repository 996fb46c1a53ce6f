"""Documents, messages and code use plain technical English (docs/glossary.md)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.lint

ROOT = Path(__file__).parents[2]

FOLDERS = ("benchmarks", "core", "docs", "editors", "lsp", "tests", "tui")
PRODUCT = ("core", "lsp", "tui")
SUFFIXES = {".css", ".js", ".lua", ".md", ".py", ".tcss", ".ts"}
NOT_OURS = {"node_modules", "questions", Path(__file__).name}
"""Installed packages, quotations of vaults, and the words below."""

WORDS = (
    r"mend(?:s|ed|ing)?|slips?|anew|nobody|somebody|whoever|lest|thereby|whence",
    r"the one door|nineteen of twenty|stands? nowhere|puts? (?:it |them )?aside",
    r"stand(?:s|ing)? for|stood for|for good and all|(?:taken|take|takes) for an? ",
    r"(?<!here )(?:is|are|was|were) no (?!longer|such|more|reason|error)[a-z]+",
)
"""Dialect, and metaphors: use the terms of the glossary, or those of the field."""

DIALECT = re.compile(rf"\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)

EXAMPLES = {
    "tests/core/citations/test_citer.py": "a note",
    "tests/core/test_indexed_text.py": "a note",
    "tests/support/pooler.py": "a user of the system",
    "tests/support/postgres_server.py": "a user of the system",
}
"""Files whose data may contain these words, and what the words are there."""


def pages() -> Iterator[Path]:
    """The files that people read, without examples."""
    yield from ROOT.glob("*.md")
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            is_ours = not NOT_OURS.intersection(path.parts)
            if path.suffix in SUFFIXES and is_ours and name not in EXAMPLES:
                yield path


def test_no_page_uses_dialect() -> None:
    read = list(pages())
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in read
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if (match := DIALECT.search(line))
    ]
    assert len(read) > 500
    assert found == []


def test_dialect_is_recognised() -> None:
    assert DIALECT.search("Nobody mends it")
    assert DIALECT.search("a mark that stands for a note")
    assert DIALECT.search("`year:round` is no year")
    assert not DIALECT.search("there is no year; it is no longer one")
    assert not DIALECT.search("amended slippers of an ascetic")


WITHOUT_SUBJECT = re.compile(
    r'^\s*r?"""(?:As|It|Its|Of|The same|These|Those) ', re.MULTILINE
)
"""The beginning of a description that is understood only beside another one."""


def test_descriptions_name_their_subject() -> None:
    product = [path for path in pages() if path.parts[len(ROOT.parts)] in PRODUCT]
    modules = [path for path in product if path.suffix == ".py"]
    assert len(modules) > 500
    assert [
        str(path.relative_to(ROOT))
        for path in modules
        if WITHOUT_SUBJECT.search(path.read_text("utf-8"))
    ] == []
