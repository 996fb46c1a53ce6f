"""Links and tags: their syntax and spans, and text that only resembles them."""

import time

import pytest
from hypothesis import given, strategies as st

from ragtui_core.documents.markdown.link_extraction import links_of
from ragtui_core.documents.markdown.tags import tags_of
from support.notes import NOTE_TEXTS
from support.samples import sampled

_PIECES = [
    *("[[", "]]", "[", "]", "(", ")", "![", "|", "\\|", "#", "\\", "<", ">", "]:"),
    *("[[a#b|c]]", "[t](a.md#b)", "[r]: x.md\n", "[r]", "`", "```\n", "<!--", "-->"),
    *("\n", "\r\n", "\n\n", "    ", "- ", "é", "e\u0301", "😀", "a", "%20", '"'),
    "#tag ",
]
LINK_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=60).map("".join)


@given(st.one_of(LINK_TEXTS, NOTE_TEXTS))
def test_spans_are_in_order_apart_and_contain_their_targets(text: str) -> None:
    end = 0
    for link in links_of(text):
        assert end <= link.span.start < link.span.end <= len(text)
        assert link.span.start <= link.target_span.start
        assert link.target_span.end <= link.span.end
        assert link.target_span.of(text).strip()
        assert link.target or link.heading
        end = link.span.end


@given(st.one_of(LINK_TEXTS, NOTE_TEXTS))
def test_tags_are_at_their_spans(text: str) -> None:
    for tag in tags_of(text):
        assert tag.span.of(text).lstrip("#").casefold() == tag.name.casefold()


@given(LINK_TEXTS, LINK_TEXTS)
def test_a_link_between_paragraphs_is_found(before: str, after: str) -> None:
    text = f"{before}\n"
    if any(mark in text for mark in ("```", "<!--", "    ", "- ")):
        return
    text += f"\nSee [[note#part|that]].\n\n{after}"
    start = len(before) + 6
    assert any(link.span.start == start for link in links_of(text))


PIECES = (
    *("[", "]", "![", "[[", "[[a#", "[a](", "[a](b ", "[a](<", '[a](b "', "[a]: <"),
    *("`", "``a`", "```\n", "~~~", "<!--", "\\", "    x\n", "\n\n    x\n", "[a][b"),
    *("- [a]: b\n", "[a](b(", "](", "#", "#a", "> ", "|", "\r", "[[[]]]"),
)


@pytest.mark.parametrize("piece", sampled(PIECES, 4))
def test_time_grows_with_length_alone(piece: str) -> None:
    def took(length: int) -> float:
        text = "[a]: b\n" + piece * (length // len(piece))
        start = time.process_time()
        links_of(text)
        tags_of(text)
        return time.process_time() - start

    # Quadratic time would make this 64 times as long, and seconds of it. A collection
    # of garbage may fall into one of them.
    assert any(took(160_000) < 0.2 + 24 * took(20_000) for _ in range(3))


def test_elements_of_html_are_pictures() -> None:
    text = """<img src="a.png" width=20> [<img\n  alt='b' src='b.png'/>](c.md)
`<img src="no.png">` <img src="https://a.b/no.png"> <video controls src="d.mp4">
"""
    links = links_of(text, images=True)
    assert [link.target for link in links] == ["a.png", "c.md", "b.png", "d.mp4"]
    assert links[0].span.of(text) == '<img src="a.png" width=20>'
    assert [link.target_span.of(text) for link in links[2:]] == ["b.png", "d.mp4"]
