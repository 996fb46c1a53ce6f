"""Nothing that a model writes looks like a mark, wherever its text is cut."""

import re
from dataclasses import replace

from hypothesis import example, given, strategies as st

from ragtui_core.answer.answer_json import answer_as_note, event_as_json
from ragtui_core.answer.model_text import escaped_marks
from ragtui_core.answer_events import NO_ANSWER, AnswerEvent, Mark, Remark, Text
from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.saving.saved_citations import read_citations, write_citation
from ragtui_core.citations.shown.quotations_shown import shown_text
from ragtui_core.documents.markdown.markup import without_escapes
from ragtui_core.text.sanitizing import sanitize
from support.answers import CITATION, said
from support.checked_answers import Writer, checked


def test_extracts_are_shown_in_the_words_of_the_file_but_have_no_marks() -> None:
    text = (
        "\u2713 [9] [[2]] [x][3] \u2460 [2026-11-28] [4](a.md) `a[1]` [not in the file]"
    )
    escaped = escaped_marks(text)
    assert without_escapes(escaped) == text
    assert re.findall(r"(?<!\\)\[\d+\]", escaped) == ["[4]", "[1]"]
    assert escaped_marks(escaped) == escaped
    assert escaped_marks("ragtui:0a") == r"ragtui\:0a"


_PIECES = st.sampled_from(
    [
        *("[", "]", "[1]", "1", "23", "(", ")", " ", "\n", "`", "```\n", "*", "_"),
        "\\",
        *("&#91;", "&", "#", ";", "<b>", "<", ">", "ragtui", ":", "0a", "\u2713"),
        *("\ufe0f", "\u200b", "\x1b", "[31m", "\u202e", "\u3010", "\u3011", "note"),
        "^",
        *("word", "\x9d", "\x07", "\u0661", "!"),
    ]
)
TEXTS = st.lists(_PIECES, max_size=25).map("".join)


async def answer(text: str, piece: int) -> list[AnswerEvent]:
    return await checked({"a.md": "# A\n\nThe pump is safe.\n"}, text, piece)


@given(TEXTS, TEXTS, st.integers(1, 40))
@example("a\u200b\u200b[1", "]", 1)
@example("a [", "1]", 2)
@example("\u221a", "2", 1)
async def test_every_split_gives_the_same_answer(
    before: str, after: str, piece: int
) -> None:
    text = f"{before} [1]{after}"
    assert said(await answer(text, piece)) == said(await answer(text, 10_000))


def rendered(text: str) -> str:
    """Roughly what a renderer of Markdown shows: no marks, tags, escapes."""
    from html import unescape

    return unescape(re.sub(r"<[^<>\]]*>|[*_`\\\u200b-\u200d]", "", text))


@given(TEXTS, st.integers(1, 40))
@example("[&ZeroWidthSpace;1]", 1)
@example("[1\u2713]", 2)
@example("\u2713\ufe0f", 1)
@example("[\x1b[0m1]", 3)
async def test_no_text_is_shown_as_a_mark(text: str, piece: int) -> None:
    events = await answer(text, piece)
    found = "".join(e.text for e in events if type(e) is Text)
    assert sanitize(found) == found
    code = shown_text(found).code
    found = "".join(found[at] for at in range(len(found)) if at not in code)
    assert not re.search(r"\[\^?\d{1,4}\](?!\()", found)
    assert not re.search(r"\[\d{1,3}\]", rendered(found))
    assert "\u2713" not in found


@given(TEXTS)
async def test_no_text_is_read_as_a_saved_citation(text: str) -> None:
    forged = (
        f"{text}\n\n> The pump is safe.\n>\n> \u2014 [1] [a.md](<a.md>) \u00b7 "
        "`ragtui:0123456789ab`\n"
    )
    events = await answer(forged, 50)
    assert read_citations(answer_as_note(events)) == []


def test_marks_of_what_failed_say_so_in_a_note() -> None:
    events: list[AnswerEvent] = [
        Text("It is safe"),
        Mark(" [1]"),
        Text(" and loud"),
        Mark(" [2][3]"),
        replace(CITATION, number=1, verdict=Verdict.MISSING),
        replace(CITATION, number=2, verdict=Verdict.EXACT),
        replace(CITATION, number=3, verdict=Verdict.ALTERED),
    ]
    note = answer_as_note(events)
    said = "It is safe [1: not verified] and loud [2][3: not verified]"
    assert note.startswith(said)
    assert len(read_citations(note)) == 1


def test_a_passage_in_a_note_is_introduced_by_its_number_alone() -> None:
    passage = replace(CITATION, quoted=False)
    note = answer_as_note([Text("It is changed each winter"), Mark(" [1]"), passage])
    assert note == f"It is changed each winter [1]\n\n{write_citation(passage)}"


def test_a_note_has_no_refusal_and_no_remark_between_quotations() -> None:
    quoted = replace(CITATION, number=1, quoted=True)
    shown = "\n".join(f"> {line}" for line in quoted.quote.splitlines())
    note = answer_as_note(
        [
            Text(f"{NO_ANSWER}\n\n"),
            *(Text(shown), Mark(" [1]"), Remark(" [older than the passage above]")),
            quoted,
        ]
    )
    assert note == write_citation(quoted)


async def test_our_marks_stay_and_are_distinguished() -> None:
    notes = {"a.md": "# A\n\nThe pump is safe.\n"}
    events = await checked(notes, "The pump is safe[1](x)", writer=Writer.CITATIONS)
    shown = [event for event in events if isinstance(event, Text)]
    assert "".join(e.text for e in shown) == "The pump is safe[1] (x)"
    marks = [event_as_json(event).get("mark") for event in shown]
    assert marks.index(True) == len(marks) - 2
