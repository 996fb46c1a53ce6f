"""Short texts of the screen."""

import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ragtui_core.text import LINE_END
from ragtui_core.types import Fields, Lines, Span
from ragtui_tui import formatting


@given(st.text())
def test_lines_can_be_shown_and_are_counted_as_in_the_file(text: str) -> None:
    shown = formatting.safe_lines(text)
    assert len(shown) == 1 + len(LINE_END.findall(text))
    for line in shown:
        line.encode()
        assert len(line.splitlines()) <= 1 or "\x1c" in line


def test_what_cannot_be_written_is_replaced() -> None:
    assert formatting.one_line("a\udc80b\nc") == "a?b c"


WORDS = st.from_regex(r"[^\W_]+( [^\W_]+)*", fullmatch=True)


@given(WORDS | st.text(), st.data())
def test_parts_of_an_excerpt_are_its_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    parts = [*formatting.excerpt_parts(text, [Span(start, end)])]
    assert sum(is_match for _, is_match in parts) <= 1
    if re.fullmatch(r"[^\W_]+( [^\W_]+)*", text):
        found = "".join(part for part, is_match in parts if is_match)
        assert (found, "".join(part for part, _ in parts)) == (text[start:end], text)


def test_facts_and_locations() -> None:
    fields = Fields(
        "T", company="C", status="archived", tags=("a", "b"), updated="2026-03-01T10:00"
    )
    shown = ["C", "changed 1 Mar 2026", "#a #b", "archived"]
    assert formatting.field_summary(fields) == shown
    assert formatting.location("a/b.md", Lines(3, 4)) == "a/b.md:3"
    assert formatting.heading_path(("T", "A", "B"), "T") == "A > B"


def test_a_folder_below_home_is_shown_relative_to_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert formatting.folder(tmp_path / "a" / "b") == "~/a/b"
    assert formatting.folder(Path("/elsewhere/\x1b[2Jnotes")) == "/elsewhere/notes"
