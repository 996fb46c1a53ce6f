"""Times of questions: what providers are told of them, and what follow-ups keep."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.compatible_server import FakeCompatible
from ragtui_core import AskOptions, SearchOptions, Sources, Vault, open_vault
from ragtui_core.answer import answer_as_json, event_as_json
from ragtui_core.answer.follow_up import turns_of
from ragtui_core.answer_events import NO_ANSWER
from ragtui_core.search_results import TimeEffect
from support.answers import citations, collected, said, search_notes

TODAY = date(2026, 11, 27)

FILES = {
    "journal/2026-11-25.md": "# Wednesday\n\nMain goal: the grant. Anna called.\n",
    "journal/2026-11-18.md": "# Wednesday\n\nMain goal: the roof. Anna wrote.\n",
    "journal/2026-10-07.md": "# Wednesday\n\nMain goal: the fence. Anna came.\n",
    "minutes.md": "---\ndate: 2026-11-17\nupdated: 2026-11-20\n---\n\n"
    "# Main goals\n\nThe main goal of Anna is slate.\n",
    "goals.md": "# Goals\n\nA main goal is one that Anna knows.\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def opened(root: Path, **flags: str) -> Iterator[Vault]:
    named = {f"answer.{name}": value for name, value in flags.items()}
    vault = open_vault(root, flags=named, today=lambda: TODAY)
    vault.index(embed=False)
    yield vault
    vault.close()


@pytest.fixture
def vault(root: Path) -> Iterator[Vault]:
    yield from opened(root, provider="extractive")


async def asked(vault: Vault, *questions: str, dates: bool = True) -> Sources:
    """The sources of the last of several questions of one conversation."""
    options = AskOptions(search=SearchOptions(dates=dates))
    found = Sources(())
    for question in questions:
        first, *_ = await collected(vault.ask(question, options))
        assert isinstance(first, Sources)
        found, options = first, replace(options, chat=first.chat)
    return found


def paths(sources: Sources) -> set[str]:
    return {source.path for source in sources.sources}


OF_LAST_WEEK = {"journal/2026-11-18.md", "minutes.md"}
FIRST = "What was my main goal last week?"


async def test_a_time_is_an_event_and_in_json(vault: Vault) -> None:
    events = await collected(vault.ask(FIRST))
    shown = answer_as_json(FIRST, events, 1)
    assert shown["time"] == event_as_json(events[0])["time"]
    assert shown["time"]["shown"] == "16–22 Nov 2026"
    assert shown["time"]["words"] == "last week"
    assert any("16–22 Nov 2026" in note for note in search_notes(events))
    [minutes] = [s for s in shown["sources"] if s["path"] == "minutes.md"]
    assert (minutes["date"], minutes["changed"]) == ("2026-11-17", "2026-11-20")


@pytest.mark.parametrize(
    ("follow_up", "shown", "words"),
    [
        ("And Anna?", "16–22 Nov 2026", ""),
        ("What did she write then?", "16–22 Nov 2026", ""),
        ("And yesterday?", "26 Nov 2026", "yesterday"),
        ("And in October?", "Oct 2026", "in October"),
        ("What about October?", "Oct 2026", "October"),
        ("Und diese Woche?", "23–29 Nov 2026", "diese Woche"),
        ("Did Anna ever mention it?", None, None),
        ("Was it mentioned at any time?", None, None),
        ("Which notes explain what Anna knows?", None, None),
    ],
)
async def test_a_follow_up_keeps_the_time_unless_it_names_another(
    vault: Vault, follow_up: str, shown: str | None, words: str | None
) -> None:
    found = await asked(vault, FIRST, follow_up)
    time = found.time
    assert (time and time.shown, time and time.words) == (shown, words)
    if time and time.effect is TimeEffect.RESTRICTED and not words:
        assert paths(found) <= OF_LAST_WEEK
    if not time:
        assert "goals.md" in paths(found)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("And the week before?", "9–15 Nov 2026"),
        ("and the week before that?", "9–15 Nov 2026"),
        ("And the month before?", "Oct 2026"),
        ("And the year before?", "2025"),
        ("And three days earlier?", "13 Nov 2026"),
        ("And the day after?", "23 Nov 2026"),
        ("Und in der Woche davor?", "9–15 Nov 2026"),
        ("Et la semaine d'avant ?", "9–15 Nov 2026"),
        ("¿Y la semana anterior?", "9–15 Nov 2026"),
        ("E la settimana prima?", "9–15 Nov 2026"),
        ("E a semana anterior?", "9–15 Nov 2026"),
        ("En de week ervoor?", "9–15 Nov 2026"),
        ("And the week before Anna came?", "16–22 Nov 2026"),
        ("And on 9 November and the week before?", "9 Nov 2026"),
        ("And last month?", "Oct 2026"),
    ],
)
def test_a_time_is_counted_from_that_before(question: str, shown: str) -> None:
    turn = turns_of([(FIRST, "The roof."), (question, "Nothing.")], TODAY)[-1]
    assert turn.searched_time
    assert turn.searched_time.shown == shown
    assert turn.searched_time.effect is TimeEffect.RESTRICTED


@pytest.mark.parametrize(
    ("questions", "shown", "of_time"),
    [
        ([FIRST, "And Anna?", "And what of it?"], "16–22 Nov 2026", OF_LAST_WEEK),
        (
            ["What was my main goal this week?", "And the week before?"],
            "16–22 Nov 2026",
            OF_LAST_WEEK,
        ),
        (
            ["What was my main goal on 21 October?", *["And the week before?"] * 2],
            "5–11 Oct 2026",
            {"journal/2026-10-07.md"},
        ),
        (["What was my main goal in May 2020?", "And Anna?"], None, None),
    ],
)
async def test_a_time_is_kept_and_counted_on_over_several_follow_ups(
    vault: Vault, questions: list[str], shown: str | None, of_time: set[str] | None
) -> None:
    found = await asked(vault, *questions)
    assert (found.time and found.time.shown) == shown
    assert of_time is None or paths(found) <= of_time


async def test_what_is_kept_is_said_and_without_dates_nothing_is(vault: Vault) -> None:
    found = await asked(vault, FIRST)
    events = await collected(vault.ask("And Anna?", AskOptions(chat=found.chat)))
    assert "Only documents of 16–22 Nov 2026 were searched (as in the question " in (
        " ".join(search_notes(events))
    )
    assert "2026-10-07" not in said(events)
    found = await asked(vault, FIRST, "And Anna?", dates=False)
    assert found.time is None
    assert "goals.md" in paths(found)


async def test_a_time_hides_no_other_dates_nor_what_has_none(tmp_path: Path) -> None:
    (tmp_path / "2026-10-07.md").write_text("The pump seal was dry.\n")
    (tmp_path / "pumps.md").write_text("The pump seal was ordered in Bergen.\n")
    for vault in opened(tmp_path, provider="extractive"):
        told = said(await collected(vault.ask("Was a pump seal ordered in October?")))
        of_time, line, others = told.partition("Of other dates, or without a date:")
        assert line
        assert "The pump seal was dry." in of_time
        assert "The pump seal was ordered in Bergen." in others


async def test_a_time_of_a_conversation_not_stored_is_kept(vault: Vault) -> None:
    options = AskOptions(earlier=((FIRST, "The roof."), ("And Anna?", "She wrote.")))
    found, *_ = await collected(vault.ask("And what of it?", options))
    assert isinstance(found, Sources)
    assert found.time
    assert found.time.shown == "16–22 Nov 2026"
    first, second = turns_of(options.earlier, TODAY)
    assert "last" not in second.query
    assert first.searched_time


async def test_claude_is_told_day_and_dates(root: Path, fake: FakeAnthropic) -> None:
    for vault in opened(root, provider="claude"):
        found = await asked(vault, FIRST, "And Anna?")
        assert paths(found) == OF_LAST_WEEK
    for body in fake.calls:
        text = body["messages"][-1]["content"][-1]["text"]
        assert "Today is Friday, 2026-11-27." in text
        assert "date: 2026-11-17; changed: 2026-11-20" in text
        assert "2026-11-27" not in body["system"]


async def test_a_server_is_told_the_day_and_the_dates_of_notes(
    root: Path, server: FakeCompatible
) -> None:
    url = {"server.base_url": server.base_url, "server.model": "a-model"}
    for vault in opened(root, provider="compatible", **url):
        await asked(vault, "What is the goal of Anna?")
    [body] = server.calls
    text = body["messages"][-1]["content"]
    assert "Today is Friday, 2026-11-27.\n\nWhat is" in text
    assert 'path="minutes.md" date="2026-11-17" changed="2026-11-20"' in text
    # The file's time is not the note's.
    assert 'path="goals.md">' in text


THURSDAY = "journal/2026-11-26.md"
MET = "Bought quinces. Met Jonas. Slept."
GOALS = "- write to Ida", "- mow"
STEADY = "A steady day, nothing unusual. Repaired the brake. Met Ida."


@pytest.mark.parametrize(
    ("notes", "question", "quotes"),
    [
        (FILES, "What did I do in May 2020?", []),
        (FILES, "What happened two days ago?", ["Main goal: the grant. Anna called."]),
        (
            {"minutes.md": FILES["minutes.md"]},
            "What was the main goal of Anna yesterday?",
            ["The main goal of Anna is slate."],
        ),
        (FILES, "When did I last see the dentist?", []),
        ({THURSDAY: f"# Thursday\n\n{MET}\n"}, "what did I do yesterday", [MET]),
        ({THURSDAY: f"# Thursday\n\n{MET}\n"}, "when did I last meet Jonas", [MET]),
        (
            {THURSDAY: f"# Thursday\n\n{MET}\n\n## Goals\n\n" + "\n".join(GOALS)},
            "what were my biggest goals yesterday",
            [*GOALS],
        ),
        (
            {
                **FILES,
                THURSDAY: "# Thursday\n\nSlept badly. Tom wrote the runbook.\n",
                "journal/2026-10-29.md": "# Day\n\nBegan a course. Ran 2.1 km.\n",
            },
            "When did I last run?",
            ["Began a course. Ran 2.1 km."],
        ),
        (
            {f"2026-11-{day}.md": f"# Day\n\n{STEADY}\n" for day in range(16, 23)},
            "Summarise last week",
            [STEADY] * 7,
        ),
        (
            {
                f"2026-11-{day}{of}.md": text
                for day, met in enumerate(("Jonas", "Ida", "Tom"), 10)
                for of, text in (
                    ("", f"# Day\n\nMet {met} in the afternoon.\n"),
                    (" Roof meeting", "# Roof meeting\n\nWe talked of slate.\n"),
                )
            },
            "Who did I meet this month?",
            [f"Met {met} in the afternoon." for met in ("Ida", "Jonas", "Tom")],
        ),
    ],
)
async def test_what_extracts_quote_of_a_time(
    tmp_path: Path, notes: dict[str, str], question: str, quotes: list[str]
) -> None:
    for path, text in notes.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    for vault in opened(tmp_path, provider="extractive"):
        events = await collected(vault.ask(question))
        assert sorted(each.quote for each in citations(events)) == sorted(quotes)
        assert (said(events) == NO_ANSWER) is (quotes == [])


async def test_notes_of_a_time_need_not_name_it(root: Path) -> None:
    notes = {
        "2026-04-14.md": "# Steering\n\nThe budget of Heliotrope was raised.\n",
        "2026-09-09.md": "# Steering\n\nJonas took over Heliotrope from Rosa.\n",
        "2026-02-10.md": "# Start\n\nHeliotrope begins.\n",
    }
    for path, text in notes.items():
        (root / path).write_text(text, encoding="utf-8")
    for vault in opened(root, provider="extractive"):
        vault.index()
        question = "did Heliotrope get more expensive since March, and who leads it?"
        events = await collected(vault.ask(question))
        assert {each.path for each in citations(events)} == {*list(notes)[:2]}


CHANGES = {
    "2026-02-10.md": "# Heliotrope\n\nThe budget of Heliotrope is 48,000 euros.\n",
    "2026-04-20.md": "# Heliotrope\n\nThe deadline moved to September. #review\n",
    "2026-09-14.md": "# Heliotrope review\n\nIt is late. Budget raised. Priya leads.\n",
    "2026-09-15.md": "# Journal\n\nBought quinces.\n",
    **{
        f"2026-{month:02}-01.md": "# Minutes\n\nThe team of Heliotrope met. "
        "It is urgent. Decision: wait for the audit.\n"
        for month in (3, 5, 6, 7, 8, 10, 11)
    },
}


@pytest.mark.parametrize(
    "question",
    [
        "What changed about Heliotrope since March?",
        "Summarise Heliotrope since March.",
        "Was hat sich bei Heliotrope seit März geändert?",
    ],
)
async def test_what_changed_is_quoted_of_every_note_the_newest_first(
    tmp_path: Path, question: str
) -> None:
    for path, text in CHANGES.items():
        (tmp_path / path).write_text(text, encoding="utf-8")
    for vault in opened(tmp_path, provider="extractive"):
        vault.index()
        found = citations(await collected(vault.ask(question)))
        assert [each.path for each in found] == sorted(
            (path for path in CHANGES if "09-15" not in path and path > "2026-03"),
            reverse=True,
        )
        quotes = {each.path: each.quote for each in found}
        assert quotes["2026-09-14.md"] == "It is late. Budget raised. Priya leads."
        assert quotes["2026-04-20.md"].startswith("The deadline moved to September.")


@pytest.mark.parametrize("says_both", [False, True])
async def test_of_changes_no_question_and_no_other_subject_is_quoted(
    tmp_path: Path, says_both: bool
) -> None:
    asked = "# Heliotrope\n\nCould you send me the plan of Heliotrope?\n"
    other = "# Pump\n\nThe filter of the pump changed, and its oil was changed.\n"
    texts = {**CHANGES, "2026-05-30.md": asked, "2026-06-02.md": other}
    if says_both:
        texts["2026-06-03.md"] = "# Day\n\nThe supplier of Heliotrope changed.\n"
    for path, text in texts.items():
        (tmp_path / path).write_text(text, encoding="utf-8")
    for vault in opened(tmp_path, provider="extractive"):
        vault.index()
        for question in (
            "What changed about Heliotrope since March?",
            "What happened with Heliotrope since March?",
        ):
            found = citations(await collected(vault.ask(question)))
            quoted = {each.path for each in found}
            assert quoted >= {"2026-04-20.md", *(["2026-06-03.md"] * says_both)}
            assert quoted.isdisjoint({"2026-05-30.md", "2026-06-02.md"})
