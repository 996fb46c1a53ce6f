"""Tables of texts, in files: what each text becomes.

A section of a file begins with `== ` and its fact. A row is a text, ` → `, and what it
becomes: nothing without an arrow, itself if that is `=`. Escapes are those of Python:
`\\n`, `\\r`, `\\t`, `\\\\`, `\\xHH`, `\\uHHHH` and `\\UHHHHHHHH`. A fact may end with
`, at least 95%`, the share of rows that must be right, which is 100% otherwise.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Reader = Callable[[str], object]
"""What a text becomes, and is compared as text."""

_ESCAPE = re.compile(r"\\(?:[nrt\\]|x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8})")


def rows_test(
    file: Path,
    readers: Mapping[str, Reader | str],
    marks: Mapping[str, pytest.MarkDecorator] | None = None,
) -> Callable[..., None]:
    """A test of each section of a file, by the reader and the mark of its fact.

    A reader that is a text is the name of a fixture.
    """
    sections = dict(map(_section, file.read_text("utf-8").split("\n== ")[1:]))
    assert sections.keys() == readers.keys()
    facts = (pytest.param(fact, marks=(marks or {}).get(fact, ())) for fact in sections)

    @pytest.mark.parametrize("fact", facts)
    def test_texts_become_what_rows_say(
        fact: str, request: pytest.FixtureRequest
    ) -> None:
        share, rows = sections[fact]
        found = readers[fact]
        reader = request.getfixturevalue(found) if isinstance(found, str) else found
        read = ((text, str(reader(text)), expected) for text, expected in rows)
        wrong = [row for row in read if row[1] != row[2]]
        assert len(wrong) <= (1 - share) * len(rows), wrong

    return test_texts_become_what_rows_say


def _section(text: str) -> tuple[str, tuple[float, list[tuple[str, str]]]]:
    head, *rows = text.splitlines()
    fact, _, share = head.partition(", at least ")
    written = (row.partition("→") for row in rows if row)
    return fact, (
        float(share.rstrip("%") or 100) / 100,
        [
            (unescaped(row), unescaped(row if expected == " =" else expected))
            for row, _, expected in written
        ],
    )


def unescaped(text: str) -> str:
    def char(escape: re.Match[str]) -> str:
        return escape[0].encode("ascii").decode("unicode_escape")

    return _ESCAPE.sub(char, text.strip(" "))
