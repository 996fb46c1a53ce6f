"""Links after edits: the same as those of a text that is scanned as a whole."""

from unittest.mock import patch

import pytest
from hypothesis import example, given, strategies as st

from ragtui_core.documents.markdown import edited_links, markup, parser_events
from ragtui_core.documents.markdown.edited_links import LinkScans, scan_links
from ragtui_core.documents.markdown.link_extraction import links_of
from support.notes import NOTE_TEXTS

_PIECES = [
    *("[[", "]]", "[", "]", "(", ")", "![", "|", "\\|", "#", "\\", "<", ">", "]:"),
    *("[[a#b|c]]", "[t](a.md#b)", "[r]: x.md\n", "[r]", "`", "```\n", "<!--", "-->"),
    *(
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "    ",
        "- ",
        "1. ",
        "> ",
        "# ",
        "%%",
        "---\n",
        "$",
        "$$",
    ),
    *(
        '<a href="a.md">',
        "<img src='c.png' ",
        "<a href='b.md'>t</a>",
        "</a>",
        "c: [[d]]\n",
    ),
    *("](", '"', "'", " ", "é", "😀", "a", "%20", "https://x", "[p](p.png)"),
    *('[t](a "b")', "[t](a_(b).md)", "\n- [[a]]\n- [b](c.md)\n"),
]
LINK_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=40).map("".join)
EDITS = st.tuples(st.floats(0, 1), st.integers(0, 6), LINK_TEXTS)
"""Where, how many characters are removed, and what is inserted."""


def edited(text: str, edit: tuple[float, int, str]) -> str:
    share, removed, inserted = edit
    at = round(share * len(text))
    return f"{text[:at]}{inserted}{text[at + removed :]}"


@pytest.mark.parametrize("images", [False, True])
@given(text=st.one_of(LINK_TEXTS, NOTE_TEXTS), edits=st.lists(EDITS, max_size=4))
@example(text="[a](b\n- [[c]]", edits=[(1.0, 0, ")")])
@example(text='---\na: "[[b]]"\n---\n\n[[c]]\n', edits=[(1.0, 0, "[[d]]")])
@example(text='---\na: "[[b]]"\n---\n\n[[c]]\n', edits=[(0.3, 1, "x")])
@example(text='[a](b "c\n- [[d]]', edits=[(1.0, 0, '")')])
@example(text="[a]\n- [[b]]", edits=[(1.0, 0, "\n\n[a]: c.md\n")])
@example(text="- [a\n- b](c)", edits=[(0.5, 1, "")])
@example(text="- [[a]]\n- [[b]]\n- [[c]]\n- [[d]]\n", edits=[(0.0, 0, "```\n")])
@example(text="[[a]]\n- [[b]]\n- [[c]]\n- [[d]] $$", edits=[(0.0, 0, "$$")])
@example(text="[[a]]\n- [[b]]\n- [[c]]\n- [[d]] %%", edits=[(0.0, 0, "%%")])
@example(text="[r]\n- [[a]]\n- [[b]]\n- [[c]]\n", edits=[(1.0, 0, "\n[r]: x.md\n")])
def test_links_after_edits_are_those_of_the_whole_text(
    text: str, edits: list[tuple[float, int, str]], images: bool
) -> None:
    scan = scan_links(text, images=images)
    assert list(scan.links) == links_of(text, images=images)
    for edit in edits:
        text = edited(text, edit)
        scan = scan_links(text, scan, images=images)
        assert list(scan.links) == links_of(text, images=images)


def many(count: int) -> str:
    return "".join(f"- [[note-{n}|label]] and [text](n{n}.md)\n" for n in range(count))


@pytest.mark.parametrize("inserted", ["x", "\n", "[[new]]", "- [[a]]\n"])
def test_an_edit_parses_few_blocks(inserted: str) -> None:
    scans, text = LinkScans(), many(500)
    scans.links(text)
    at = text.index("- [[note-250")
    parsed: list[str] = []
    events = parser_events.parser_events

    def counted(part: str, **options: bool) -> parser_events.Events:
        parsed.append(part)
        return events(part, **options)

    with patch.object(markup, "parser_events", counted):
        found = scans.links(f"{text[:at]}{inserted}{text[at:]}")
    assert len(found) == 1000 + inserted.count("[[")
    assert 0 < len("".join(parsed)) < 300


def test_the_same_text_is_scanned_once() -> None:
    scans, text = LinkScans(), many(3)
    found = scans.links(text)
    with patch.object(edited_links, "scan_links") as scan:
        assert scans.links(text) is found
    scan.assert_not_called()


def test_texts_that_are_not_alike_are_scanned_apart() -> None:
    scans = LinkScans(size=2)
    one, other = many(200), many(200).replace("note", "page")
    for text in (one, other, "[[c]]", one):
        assert list(scans.links(text)) == links_of(text)
