"""Sentences: each rule by example, and that none loses a character."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.language.sentences import sentence_spans
from ragtui_core.types import Span
from support.notes import NOTE_TEXTS


def sentences(text: str) -> list[str]:
    return [span.of(text) for span in sentence_spans(text, Span(0, len(text)))]


@pytest.mark.parametrize(
    "marked",
    [
        "One ends. ¦Two begins.",
        "Really? ¦Yes! ¦Good.",
        "Wait... ¦Then it went on. ¦And… ¦Done.",
        "And ... so on… it went. ¦Yes.",
        "It rose by 3.5 per cent in 2024. ¦Then it fell.",
        "Use e.g. Python, i.e. the language, cf. Smith. ¦Or not.",
        "Dr. Smith met Prof. J. R. Miller in the U.S. Senate. ¦They talked.",
        "Apples, pears, etc. are fruit. ¦Also plums.",
        "See Fig. 3 and Nr. 7, vol. 2. ¦Then stop.",
        "He said no. ¦Then he left.",
        '"Stop." ¦"Why?" ¦(It was late.) ¦[So.] ¦The end.',
        "**Bold.** ¦_Then_ this. ¦`Code.` ¦End",
        "A claim.[^1] ¦Another one.[1][2] ¦End.",
        "Ask Yahoo! about it. ¦Or what?! ¦Well.",
        "Version 1.2.3 is out. ¦See example.com for more.",
        "Das gilt z.B. hier, d.h. bzw. dort. ¦Gut.",
        "Auszug zum 31. Januar, Umzug am 3. Advent. ¦Am 5. Tag war Ruhe.",
        "Rückgabe: 31. Dez. 2026. ¦Der 50. Geburtstag. ¦Das war 2024. ¦Mai wird es.",
        "We left in 2024. ¦May was better. ¦There were 12. ¦He saw them.",
        "第一句。¦第二句！¦「第三句。」¦第四句？¦最後",  # noqa: RUF001
        "これは文です。¦次の文です。",
        "First\n\n¦Second paragraph",
        "- one\n¦- two\n¦  * nested\n¦1. three\n¦2) four",
        "> - one\n¦> - two",
        "| a | b |\n¦| 1 | 2 |",
        "1. Numbered. ¦Next.",
        "a line\nbroken in two. ¦Then more.",
        "etc. ¦The capital tells.",
    ],
)
def test_rules(marked: str) -> None:
    expected = [part.strip() for part in marked.split("¦")]
    assert sentences(marked.replace("¦", "")) == expected


@given(NOTE_TEXTS, st.integers(0, 50), st.integers(0, 50))
def test_sentences_tile_the_span_but_for_white_space(
    text: str, left: int, right: int
) -> None:
    span = Span(min(left, len(text)), max(min(left, len(text)), len(text) - right))
    at = span.start
    for sentence in sentence_spans(text, span):
        assert not text[at : sentence.start].strip()
        assert sentence.of(text) == sentence.of(text).strip() != ""
        at = sentence.end
    assert not text[at : span.end].strip()


@pytest.mark.parametrize(
    "text",
    [
        "." * 1_000_000,
        "A. " * 300_000,
        ".)" * 300_000,
        "\n " * 300_000,
        "x" * 3_000_000,
    ],
    ids=range(5),
)
def test_long_runs_take_no_time(text: str) -> None:
    assert "".join(sentences(text)).replace(" ", "") == "".join(text.split())
