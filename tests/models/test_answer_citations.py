"""A mark of "verified" stands only for words that are quoted and in the file."""

import re
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Remark, Text
from ragtui_core.answer.marks.answer_citations import AnswerCitations
from ragtui_core.answer.request import AskOptions
from ragtui_core.answer_events import AnswerEvent, Mark
from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.selected_text import Selection
from support.answer_requests import files_of, request_about
from support.answers import citations, said
from support.checked_answers import Writer, checked, remarks, summary, verified
from support.presented_answers import PresentedAnswer, files, presented_answers
from support.samples import sampled

PUMP = (
    "# Pump\n\nThe operator must wear a helmet. The pump isn't blue. Its impeller is "
    "changed every second winter. The pipe is 5\" wide and 6' long, they said. The "
    "operators' manual says so.\n\n> Quoted here by Anna in the winter\n\n"
    "- Check the oil level\n- Check the seal twice\n\n"
    "Read [1] and [2] for details of the pump.\n\n```sh\npump --start now --fast\n```\n"
)
BOAT = "# Boat\n\nThe boat leaks at the stern. The reason is unknown.\n"
NOTES = {"pump.md": PUMP, "boat.md": BOAT}

FALSE = "The operator may leave his helmet at home"
TRUE = "The operator must wear a helmet"
NOT_IN_FILE = "[not in the file]"

CASES = [
    *presented_answers(300, is_true=False),
    *presented_answers(300, is_true=True, seed=2),
]


def text_of(answer: PresentedAnswer) -> str:
    """The answer with the numbers of the notes."""
    numbers = {path: str(number) for number, path in enumerate(files(), 1)}
    return re.sub(r"\{(\w\w\.md)\}", lambda path: numbers[path[1]], answer.text)


def follows(events: list[AnswerEvent], words: str) -> str:
    """What is shown after the last of some words."""
    return said(events).rpartition(words.rstrip(".\u3002")[-6:])[2]


def assert_right(answer: PresentedAnswer, events: list[AnswerEvent]) -> None:
    """A true quotation is verified, an invented one is not, and is told apart."""
    found = verified(events)
    if answer.is_true:
        assert len(found) == 1, answer
        assert remarks(events) == [], answer
    else:
        assert (found, remarks(events)) == ([], [NOT_IN_FILE]), answer
        end = r"[^\w]*(?:\w{1,10}[>;])?[^\w]*(?:\[\d\] )?\[not in the file\]"
        assert re.match(end, follows(events, answer.words)), (answer, said(events))


@pytest.mark.parametrize("writer", Writer)
@pytest.mark.parametrize("first", sampled(range(0, 600, 50), 2))
async def test_every_presented_quotation_gets_its_own_verdict(
    first: int, writer: Writer
) -> None:
    for place, answer in enumerate(CASES[first : first + 50]):
        events = await checked(files(), text_of(answer), 1 + place % 9, writer)
        assert_right(answer, events)


_PIECES = st.sampled_from(
    [
        *(f'"{FALSE}"', f"\u201c{TRUE}\u201d", f"> {FALSE}\n", f"`{FALSE}`", TRUE),
        *("[1]", "[2]", "[9]", ". ", "\n\n", "- ", "> ", "```\n", "1. ", "> [1] "),
        *(" it says: *", "**", f" states _{FALSE}_ ", "\u2019s ", "<q>", "</q>", "| "),
        *("&quot;", "    ", " [1]. Now this ", ". And that "),
        *" \n`*\"':(\u2026",
    ]
)


BOTH = {
    "pump.md": "The operator must wear a helmet.",
    "boat.md": "The boat leaks at the stern.",
}
_DIVIDED = [
    '- "{0}" [1]\n- "{1}" [2]',
    '1. "{0}" [1]\n2. "{1}" [2]',
    '| "{0}" [1] | "{1}" [2] |\n|---|---|\n| x | y |',
    '| q | n |\n|---|---|\n| "{0}" | [1] |\n| "{1}" | [2] |',
]
_QUOTES = ["> {0} [1]\n>\n> {1} [2]\n", "> - {0} [1]\n> - {1} [2]"]


@pytest.mark.parametrize("form", _DIVIDED)
@pytest.mark.parametrize("writer", Writer)
async def test_each_of_several_has_its_verdict(form: str, writer: Writer) -> None:
    words = list(BOTH.values())
    for false in (None, 0, 1):
        shown = [FALSE if n == false else text for n, text in enumerate(words)]
        events = await checked(NOTES, form.format(*shown), 7, writer)
        right = [text.rstrip(".") for n, text in enumerate(words) if n != false]
        found = [quote.strip("- .") for quote in verified(events)]
        assert found == right, said(events)
        assert remarks(events) == ([NOT_IN_FILE] if false is not None else [])


@pytest.mark.parametrize("form", _QUOTES)
@pytest.mark.parametrize("writer", Writer)
async def test_blocks_of_a_quote_are_of_any_files(form: str, writer: Writer) -> None:
    words = list(BOTH.values())
    events = await checked(NOTES, form.format(*words), 7, writer)
    assert verified(events) == words
    events = await checked(NOTES, form.format(FALSE, words[1]), 7, writer)
    assert (verified(events), remarks(events)) == ([], [NOT_IN_FILE])


@pytest.mark.parametrize(
    "form", ["> {0} [1] {1} [2]", '"{0} [1] {1} [2]"', "> {0} [1]\n> {1} [2]"]
)
async def test_one_block_is_of_one_file(form: str) -> None:
    events = await checked(NOTES, form.format(*BOTH.values()))
    assert (verified(events), remarks(events)) == ([], [NOT_IN_FILE])


_ENDINGS = [
    *("`oil`", "`` oil`s ``", "**oil**", "*oil*", "***oil***", "**the `oil`**"),
    *("[oil](boat.md)", "[`oil`](boat.md)", "oil"),
]
_BLOCKS = ["{0}", "- {0}", "3. {0}", "- [ ] {0}", "- pump\n\n> {0}", "Pump\n> {0}"]


@pytest.mark.parametrize("ending", _ENDINGS)
@pytest.mark.parametrize("block", _BLOCKS)
async def test_one_mark_is_after_a_quoted_block(block: str, ending: str) -> None:
    note = block.format(f"Before the winter, check the level of the {ending}")
    text = f"> {note} [1]"
    events = await checked({"pump.md": note.replace("> ", "")}, text, 5)
    assert said(events) == text
    assert len(verified(events)) == 1


@pytest.mark.parametrize("piece", range(1, 12))
async def test_the_number_of_an_item_is_shown_once(piece: int) -> None:
    text = f'1. {TRUE}. [1]\n2. "The boat leaks at the stern." [2]'
    assert said(await checked(NOTES, text, piece)) == text


@given(st.lists(_PIECES, max_size=14).map("".join), st.data())
async def test_every_split_gives_the_same(text: str, data: st.DataObject) -> None:
    whole = summary(await checked(NOTES, text, max(1, len(text))))
    assert summary(await checked(NOTES, text, 1)) == whole
    piece = data.draw(st.integers(2, 40))
    assert summary(await checked(NOTES, text, piece)) == whole


@given(st.lists(_PIECES, max_size=14).map("".join), st.sampled_from(Writer))
async def test_no_text_makes_invented_words_verified(text: str, writer: Writer) -> None:
    text = text.replace("[9]", "[2]")
    events = await checked(NOTES, text, 7, writer)
    for quote in verified(events):
        assert "leave" not in quote
    numbers = [citation.number for citation in citations(events)]
    assert numbers == [*range(1, len(numbers) + 1)]
    marks = {
        n for e in events if isinstance(e, Mark) for n in re.findall(r"\d+", e.text)
    }
    assert marks == set(map(str, numbers))


@pytest.mark.parametrize("is_true", [True, False])
@pytest.mark.parametrize("form", ['It says "{}" [1].', "> {} [1]"])
async def test_a_quotation_of_five_thousand_words(form: str, *, is_true: bool) -> None:
    words = " ".join(f"word{number}" for number in range(5_000))
    quote = words if is_true else words.replace("word2500", "other")
    events = await checked({"long.md": f"# Long\n\n{words}\n"}, form.format(quote), 50)
    assert len(verified(events)) == is_true
    assert len(remarks(events)) == (not is_true)


@pytest.mark.parametrize(
    "request_of",
    [
        {"question": f"Is it said that {FALSE}?"},
        {"options": AskOptions(selection=Selection(FALSE, "x.md"))},
    ],
)
async def test_words_of_the_user_are_not_checked(request_of: dict[str, Any]) -> None:
    events = await checked(NOTES, f'You ask about "{FALSE}".', **request_of)
    assert (citations(events), remarks(events)) == ([], [])


@pytest.mark.parametrize(
    "says",
    [f'Yes, "{FALSE}" [1].', f'Yes: [1] says "{FALSE}".', f"Yes:\n\n> {FALSE}\n\n[1]"],
)
async def test_words_of_the_user_are_checked_beside_a_citation(says: str) -> None:
    events = await checked(NOTES, says, question=f"Is it said that {FALSE}?")
    assert (verified(events), remarks(events)) == ([], [NOT_IN_FILE])


async def test_words_of_the_user_are_not_those_of_a_mark_in_another_sentence() -> None:
    says = f'You ask about "{FALSE}". It says "{TRUE}" [1].'
    events = await checked(NOTES, says, question=f"Is it said that {FALSE}?")
    assert (verified(events), remarks(events)) == ([TRUE], [])


async def test_a_paragraph_is_shown_up_to_its_quotation_until_the_next() -> None:
    stages = AnswerCitations(request_about(NOTES), files_of(NOTES))
    shown = [*stages.take(Text(f'It\'s so. It says "{TRUE}".'))]
    shown += stages.take(Text("\n\n"))
    assert said(shown) == "It's so. It says"
    shown += stages.take(Text("Then "))
    assert said(shown) == f'It\'s so. It says "{TRUE}" [1].\n\nThen'
    assert [c.quote for c in citations(shown)] == [TRUE]


async def test_a_quotation_without_a_mark_waits_for_that_of_its_paragraph() -> None:
    events = await checked(NOTES, f'It says "{TRUE}". And so on. And more [2].', 3)
    assert [c.verdict for c in citations(events)] == [Verdict.ELSEWHERE]


async def test_a_remark_is_never_within_code() -> None:
    events = await checked(NOTES, f"> ```\n> {FALSE}\n> ```\n")
    assert f"> ```\n[1] {NOT_IN_FILE}" in said(events)
    assert any(isinstance(event, Remark) for event in events)
