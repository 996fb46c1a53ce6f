"""Marks are found wherever the text is cut, and only where they are marks."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.answer.providers.compatible.markers import (
    MarkParser,
    NamedNotes,
)


def parsed(*pieces: str) -> list[str | tuple[int, ...]]:
    """Texts, and the numbers of marks; neighbouring texts are joined."""
    parser = MarkParser()
    parts = [part for piece in pieces for part in parser.feed(piece)]
    joined: list[str | tuple[int, ...]] = []
    for part in (*parts, *parser.finish()):
        last = joined[-1] if joined else None
        if isinstance(part, NamedNotes):
            joined.append(part.numbers)
        elif isinstance(last, str):
            joined[-1] = last + part
        else:
            joined.append(part)
    return joined


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It is blue [1].", ["It is blue ", (1,), "."]),
        ("a [1, 2] b", ["a ", (1, 2), " b"]),
        ("a [1,2,1]", ["a ", (1, 2)]),
        ("a [1][2]", ["a ", (1,), (2,)]),
        ("a [Note 3]", ["a ", (3,)]),
        ("a [notes 3, 4]", ["a ", (3, 4)]),
        ("a [^5]", ["a ", (5,)]),
        ("a \u30106\u3011", ["a ", (6,)]),
        ("[[1]]", ["[", (1,), "]"]),
        ("a [1] (see below)", ["a ", (1,), " (see below)"]),
        ("a [1]: b", ["a ", (1,), ": b"]),
        ("`a` [1] ``b ` c`` [2]", ["`a` ", (1,), " ``b ` c`` ", (2,)]),
        ("```\n[1]\n```\n[2]", ["```\n[1]\n```\n", (2,)]),
        ("a ` b [1]\nc [2]", ["a ` b [1]\nc ", (2,)]),
    ],
)
def test_marks_are_found(text: str, parts: list[str | tuple[int, ...]]) -> None:
    assert parsed(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "[1](https://example.org)",
        "[1]: https://example.org",
        "a[x] [] [ ] [1 2 [2024] [1.5] [-1] [a1] [1",
        "`[1]` ``[2]``",
        "```\n[1]",
        "[notes on 1] [note] [" + "1, " * 20 + "1]",
        "[[link]] ![1](x.png)",
    ],
)
def test_what_is_no_mark_stays_text(text: str) -> None:
    assert parsed(text) == [text]


_PIECES = [
    "[",
    "]",
    "1",
    "2, ",
    "(",
    ":",
    "`",
    "```",
    "\n",
    " ",
    "note ",
    "^",
    "a",
    "\u3010",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_every_split_gives_the_same(text: str) -> None:
    whole = parsed(text)
    assert parsed(*text) == whole
    for place in range(len(text)):
        assert parsed(text[:place], text[place:]) == whole


@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_nothing_is_lost_but_marks(text: str) -> None:
    parser = MarkParser()
    parts = [*parser.feed(text), *parser.finish()]
    assert "".join(p.text if isinstance(p, NamedNotes) else p for p in parts) == text


def test_text_is_held_back_only_behind_a_bracket() -> None:
    parser = MarkParser()
    assert list(parser.feed("It is blue [1")) == ["It is blue "]
    assert list(parser.feed("0")) == []
    assert list(parser.feed("x")) == ["[10x"]
