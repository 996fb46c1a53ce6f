"""Answers without a model: exact passages, or no answer."""

import pytest

from ragtui_core import Done, Notice, Sent, Sources, Vault
from ragtui_core.answer.answer_json import (
    answer_as_json,
    answer_as_markdown,
    answer_as_note,
)
from ragtui_core.answer.passages import abstention
from ragtui_core.answer.passages.abstention import AbstentionFeatures
from ragtui_core.answer.providers.extractive import extracts
from ragtui_core.answer.request import AnswerQuality
from ragtui_core.answer_events import NO_ANSWER, WEAK_EVIDENCE
from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_core.search_results import Confidence
from ragtui_core.settings import AnswerSettings
from support.answers import citations, collected, notices, said
from support.extensions import needs_files
from support.vaults import Files, IndexVault, vault_fixture

PUMP = (
    "The pump is painted blue. The impeller is changed every second winter. "
    "Call Rosa about spare parts."
)
NOTES: dict[str, str | bytes] = {
    "pump.md": f"# Pump\n\n{PUMP}\n",
    "prices.md": "# Cost\n\n| part | euros |\n|---|---|\n| seal | 12 |\n| belt | 31 |",
    "list.md": "# List\n\nThe gasket [9] is oiled, see [[12]] and b[0].\n",
    "boat.md": "# Boat\n\nThe ferry leaves the island at seven in the morning.\n",
}


vault = vault_fixture(NOTES, embed=True)


FERRY = "The ferry leaves the island at seven in the morning."
WITHDRAWN = "The impeller of the pump is changed every summer."
PHONE = "Phone: +49 170 555 01 42"
LATE = "\n\n".join(f"## Part {n}\n\nThe ferry is late." for n in range(300))
WINTER = "Every second winter we change the impeller."


@pytest.mark.parametrize(
    ("files", "question", "quotes"),
    [
        (NOTES, "How often is the impeller replaced?", [PUMP]),
        # Without the borders of its row.
        (NOTES, "What does a belt cost?", ["belt | 31"]),
        (NOTES, "When does the boat depart?", [FERRY]),
        (
            {"faq.md": "# FAQ\n\nHow old is the belt?\n\nThe belt is 12 years old.\n"},
            "how old is the belt",
            ["The belt is 12 years old."],
        ),
        (
            {"log.md": f"# Log\n\n{LATE}\n\n## Crew\n\nRosa steers it.\n\n{LATE}"},
            "Who steers it? Which crew?",
            ["Rosa steers it."],
        ),
        (
            {"anna.md": f"---\naliases: [Nuppi]\n---\n# Anna\n\nHi.\n\n{PHONE}\n"},
            "What is Nuppi's phone number?",
            [PHONE],
        ),
        (
            {
                "prices.md": "# Curlew price list\n\n| device | price |\n|---|---|\n"
                "| Plover | 2,180 EUR |\n| Curlew | 1,290 EUR |\n| Grebe | 3 EUR |\n"
            },
            "What is the price of the Curlew?",
            ["Curlew | 1,290 EUR"],
        ),
        (
            {
                "keel.md": "# Keel\n\nThe keel of the boat is made of oak.\n\n"
                '<Figure caption="The keel of the boat, made of oak">\n\n</Figure>\n\n'
                "<!-- The keel of the boat is made of oak. -->\n"
            },
            "What is the keel of the boat made of?",
            ["The keel of the boat is made of oak."],
        ),
        (
            {
                "old.html": f"<p><s>{WITHDRAWN}</s></p><p>The pump is blue.</p>",
                "old.md": f"# Pump\n\n~~Once. {WITHDRAWN}~~ It hums.\n",
                "new.md": "# Pump\n\nThe impeller is changed every winter.\n",
            },
            "When is the impeller of the pump changed?",
            ["The impeller is changed every winter."],
        ),
        *(
            (
                {"pump.md": f"# Impeller\n\n{block}\n\n{WINTER}\n"},
                "How often is the impeller changed?",
                [WINTER],
            )
            for block in (
                "```rust\n{{#rustdoc_include ../listings/impeller/main.rs}}\n```",
                "[impeller]: impeller-is-changed.html",
                "{{< include impeller-is-changed >}}",
            )
        ),
    ],
)
@needs_files
async def test_the_passage_that_answers_is_quoted_first(
    index_vault: IndexVault, files: Files, question: str, quotes: list[str]
) -> None:
    vault = index_vault({"boat.md": NOTES["boat.md"], **files}, embed=True)
    events = await collected(vault.ask(question))
    assert isinstance(events[0], Sources)
    cited = citations(events)
    assert [citation.quote for citation in cited][: len(quotes)] == quotes
    assert not any(
        quote.startswith("<") or "summer" in quote or "{{" in quote
        for quote in (citation.quote for citation in cited)
    )
    assert cited[0].verdict is Verdict.EXACT
    text = (vault.root / cited[0].path).read_text()
    assert cited[0].span.of(text) == cited[0].quote
    assert said(events).startswith("No language model is configured")
    assert f"> {cited[0].quote} [1]" in said(events)
    assert isinstance(events[-1], Done)


async def test_equal_documents_are_quoted_once(index_vault: IndexVault) -> None:
    note = "# Boiler\n\nThe pressure of the boiler is 1.5 bar.\n"
    made = index_vault({"a/boiler.md": note, "b/boiler.md": note}, embed=True)
    events = await collected(made.ask("What is the pressure of the boiler?"))
    assert len(citations(events)) == 1


async def test_a_question_in_a_note_is_no_evidence(index_vault: IndexVault) -> None:
    vault = index_vault(
        {
            "draft.md": "# Draft\n\n- [ ] **Who built the weir?**\n",
            "weir.md": "# Day trip\n\nUp at five to be at the weir before the rain.\n",
        },
        embed=True,
    )
    events = await collected(vault.ask("Who built the weir?"))
    assert "draft.md" not in {citation.path for citation in citations(events)}
    done = events[-1]
    assert isinstance(done, Done)
    assert done.confidence is Confidence.LOW


async def test_a_long_one_is_read_around_its_hit(index_vault: IndexVault) -> None:
    filler = "\n\n".join(f"Paragraph {n} of nothing at all." for n in range(2000))
    notes = {f"{n}.md": f"# Pump {n}\n\nA pump." for n in range(20)}
    needle = f"{filler}\n\nThe needle is here.\n\n{filler}"
    vault = index_vault({**notes, "long.md": needle})
    first, *_ = events = await collected(vault.ask("needle"))
    assert isinstance(first, Sources)
    assert first.sources[0].sent is Sent.PASSAGES
    assert citations(events)[0].quote == "The needle is here."
    sources, *_ = await collected(vault.ask("pump"))
    assert isinstance(sources, Sources)
    defaults = AnswerSettings()
    sent = [source.sent for source in sources.sources]
    assert sent.count(Sent.FULL) == defaults.full_documents
    assert sent.count(Sent.METADATA) == defaults.top - defaults.full_documents


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("How often is the impeller replaced?", ""),
        ("What does a belt cost?", ""),
        ("Which gasket is oiled?", ""),
        ("How many notes mention the pump?", "1 note contains “pump” in any form"),
    ],
)
async def test_what_is_saved_quotes_each_passage_once(
    vault: Vault, question: str, kept: str
) -> None:
    events = await collected(vault.ask(question))
    cited = citations(events)
    note = answer_as_note(events)
    for text in (note, answer_as_markdown(question, events)):
        saved = [citation.quote for citation, _ in read_citations(text)]
        assert saved == [citation.quote for citation in cited] != []
        for quote in saved:
            assert text.count(quote) == 1
    start, _, _ = note.partition("> ")
    assert start.startswith(kept)
    assert bool(start) == bool(kept)


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Who won the chess championship of 1972?", []),
        ("What is the salary of Ingeborg?", []),
        ("How often does Zebrano change the belt?", ["No note has “Zebrano”."]),
    ],
)
async def test_without_evidence_it_says_so(
    vault: Vault, question: str, missing: list[str]
) -> None:
    events = await collected(vault.ask(question))
    assert said(events) == "I don't have information about that."
    assert citations(events) == []
    assert notices(events) == missing


@pytest.mark.parametrize(
    ("question", "is_answered"),
    [
        ("Wie hoch ist die Miete für den Stellplatz in der Hafenstraße?", True),
        ("Wann kommt das Boot aus der Halle ins Wasser des Hafens?", True),
        ("Wann hat Tante Hilde Geburtstag?", False),
    ],
)
async def test_a_german_noun_in_other_words_is_no_missing_name(
    index_vault: IndexVault, question: str, is_answered: bool
) -> None:
    made = index_vault(
        {
            "miete.md": "# Garage\n\nDie Garage in der Hafenstraße ist seit dem "
            "Frühjahr vermietet. Die Miete beträgt 85 Euro im Monat.\n",
            "boot.md": "# Boot\n\nDas Boot liegt im Winter in der Halle und wird im "
            "April wieder ins Wasser gelassen.\n",
            "rad.md": "# Fahrrad\n\nDie Kette vom Fahrrad braucht Öl, und die Bremse "
            "hat einen neuen Zug bekommen.\n",
        },
        embed=True,
    )
    assert bool(citations(await collected(made.ask(question)))) is is_answered


async def test_weak_evidence_names_the_passages_that_are_weak(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[AbstentionFeatures | None] = []

    def quality_of(features: AbstentionFeatures | None) -> AnswerQuality:
        """All together are weak evidence, and so is each passage but one."""
        if features not in seen:
            seen.append(features)
        return AnswerQuality.GOOD if seen.index(features) == 1 else AnswerQuality.WEAK

    monkeypatch.setattr(abstention, "quality_of", quality_of)
    events = await collected(vault.ask("How often is the impeller replaced?"))
    [weak] = [e for e in events if isinstance(e, Notice) and e.text == WEAK_EVIDENCE]
    numbers = {each.number for each in citations(events)}
    assert numbers.issuperset(weak.citations)
    assert len(weak.citations) == len(numbers) - 1 >= 2


async def test_only_the_first_answer_says_that_there_is_no_model(vault: Vault) -> None:
    first, second = [said(await collected(vault.ask("the ferry"))) for _ in range(2)]
    assert first == f"{extracts.NO_MODEL} {second}"


@pytest.mark.parametrize(
    ("question", "is_named"),
    [
        ("Who painted the pump?", True),
        ("Who is the belt?", False),
        ("How much is the belt?", True),
        ("How many impellers of the pump are there?", False),
        ("When does the ferry leave?", True),
        ("When is the pump painted?", False),
    ],
)
async def test_a_person_time_or_number_that_is_asked_for_has_to_be_named(
    index_vault: IndexVault, question: str, is_named: bool
) -> None:
    made = index_vault(
        {
            "pump.md": "# Pump\n\nThe pump is painted by Rosa.\n\nThe impeller of "
            "the pump is changed.\n",
            "prices.md": "# Belt\n\nthe belt is 31 euros.\n",
            "boat.md": "# Boat\n\nThe ferry leaves at seven.\n",
        }
    )
    events = await collected(made.ask(question))
    assert citations(events)
    assert (NO_ANSWER not in said(events)) is is_named
    assert notices(events) == []


async def test_passages_with_the_same_words_are_quoted_together(
    index_vault: IndexVault,
) -> None:
    items = [f"- {name} {price} a month" for name, price in PRICES.items()]
    note = "\n".join(["# Subscriptions", "", *items, ""])
    vault = index_vault({"subscriptions.md": note, **NOTES}, embed=True)
    events = await collected(vault.ask("what do my subscriptions cost a month?"))
    assert {each.quote for each in citations(events)} == {*items}


PRICES = {"Music": "10.99", "Gym": "24.90", "Newspaper": "16.90", "Storage": "2.99"}


async def test_what_would_be_no_answer_alone_is_not_quoted(vault: Vault) -> None:
    events = await collected(vault.ask("How often is the impeller replaced?"))
    spans = [(each.path, each.span) for each in citations(events)]
    assert len(set(spans)) == len(spans) <= extracts.MAX_PASSAGES
    assert {path for path, _ in spans} == {"pump.md"}
    alone = [each.quote for each in citations(await collected(vault.ask("the ferry")))]
    assert alone == ["The ferry leaves the island at seven in the morning."]


async def test_json_is_the_documented_object(vault: Vault) -> None:
    question = "How often is the impeller replaced?"
    found = answer_as_json(question, await collected(vault.ask(question)), 12)
    keys = "question answer provider model confidence sources time citations notices"
    assert list(found) == [*keys.split(), "usage", "latency_ms"]
    source, citation = found["sources"][0], found["citations"][0]
    keys = "path title lines score sent location state date changed dates"
    assert list(source) == keys.split()
    assert list(citation) == [
        *("path", "span", "lines", "quote", "verdict"),
        *("quoted", "sign", "label", "passage", "location"),
    ]


@pytest.mark.parametrize(
    ("files", "question", "wanted"),
    [
        (
            {
                "2026-10-06 start.md": "# Start\n\nThe ticket costs 12 euros.\n",
                "2026-11-10 sync.md": "# Sync\n\nThe ticket costs 14 euros now.\n",
            },
            "what does the ticket cost?",
            ["The ticket costs 14 euros now.", "The ticket costs 12 euros."],
        ),
        (
            {
                "vet.md": "# Cat\n\n## 2026-09-03\nThe cat weighs 4.6 kg.\n\n"
                "## 2026-11-24\nThe cat weighs 4.3 kg.\n"
            },
            "how much does the cat weigh?",
            ["The cat weighs 4.3 kg.", "The cat weighs 4.6 kg."],
        ),
        (
            {
                "wording.md": "# Mail\n\nThe mail to guests is sent at 18:00.\n\n"
                "Update 2026-11-05: it is sent at 12:00.\n"
            },
            "when is the mail to guests sent?",
            [
                "Update 2026-11-05: it is sent at 12:00.",
                "The mail to guests is sent at 18:00.",
            ],
        ),
        (
            {
                "decisions.md": "# Decisions\n\n| date | what |\n|---|---|\n"
                "| 2026-10-20 | Stripo for payments |\n"
                "| 2026-11-10 | Mollio for payments |\n"
            },
            "what do we take for payments?",
            ["2026-11-10 | Mollio for payments", "2026-10-20 | Stripo for payments"],
        ),
        (
            {
                "wording.md": "# Letters\n\nIn letters we write a formal Sie.\n\n"
                "Update 2026-11-05: from now on we write du.\n"
            },
            "do we write Sie or du in letters?",
            [
                "Update 2026-11-05: from now on we write du.",
                "In letters we write a formal Sie.",
            ],
        ),
    ],
)
async def test_of_passages_that_state_the_same_the_newest_is_first(
    index_vault: IndexVault, files: Files, question: str, wanted: list[str]
) -> None:
    made = index_vault(files, embed=True)
    events = await collected(made.ask(question))
    assert [citation.quote for citation in citations(events)] == wanted
    assert f"{wanted[1]} [2] [older than the passage above]" in said(events)


async def test_an_order_is_named_only_if_passages_have_it(
    index_vault: IndexVault,
) -> None:
    notes: Files = {
        "2026-11-21.md": "# Saturday\n\nSaw the flat. Then cinema with Pia.\n",
        "2026-11-25.md": "# Wednesday\n\nFixed the bug. Yoga with Pia.\n",
        "2026-11-28.md": "# Saturday\n\nIn the museum with Pia, then soup.\n",
        **{f"{n}.md": f"# Ferry {n}\n\nNumber {n} is late.\n" for n in range(40)},
    }
    vault = index_vault(notes, embed=True)
    events = await collected(vault.ask("when did I last see Pia?"))
    told = [event.text for event in events if isinstance(event, Notice)]
    paths = [citation.path for citation in citations(events)]
    assert paths != sorted(paths, reverse=True)
    assert not any("newest first" in each for each in told)
    assert "by date" not in said(events)


async def test_no_passage_is_older_that_may_be_of_another_thing(
    index_vault: IndexVault,
) -> None:
    notes: Files = {
        "2026-10-06.md": "# Tuesday\n\nThe cat got new straw.\n",
        "2026-11-10.md": "# Sync\n\nThe cat slept in the new box.\n",
    }
    vault = index_vault(notes, embed=True)
    events = await collected(vault.ask("what new toys has the cat got?"))
    assert len(citations(events)) > 1
    assert "older than" not in said(events)


async def test_what_is_of_another_time_is_doubted(index_vault: IndexVault) -> None:
    made = index_vault({"2026-03-04.md": "# Wednesday\n\nBought a kettle in town.\n"})
    events = await collected(made.ask("what did I buy in May 2026?"))
    [done] = [event for event in events if isinstance(event, Done)]
    assert done.confidence is Confidence.LOW


@pytest.mark.parametrize(
    ("question", "is_doubted"),
    [
        ("Rosa's phone number", True),
        ("Viktor's phone number", False),
        ("what did we paint for Rosa?", True),
        ("where does Rosa live?", False),
        ("when does Rosa leave?", False),
    ],
)
async def test_what_is_told_of_a_name_has_another_word_of_the_question(
    index_vault: IndexVault, question: str, is_doubted: bool
) -> None:
    made = index_vault(
        {
            "rosa.md": "# Rosa\n\nRosa lives in Kiel, she leaves on 3 May 2027.\n",
            "viktor.md": "# Viktor\n\nViktor has the phone number 0151 222.\n",
            "hull.md": "# Hull\n\nWe paint the hull in spring.\n",
        }
    )
    events = await collected(made.ask(question))
    assert citations(events)
    [done] = [event for event in events if isinstance(event, Done)]
    assert (done.confidence is Confidence.LOW) is is_doubted


SPENT = (
    "Date;Shop;Kind;Pieces;Amount\n2026-08-30;Lenz;food;1;9,00\n"
    "2026-09-02;Lenz;food;1;41,20\n2026-10-04;Mohn;home;2;129,00\n"
    "2026-11-14;Lenz;food;3;-2,10\n"
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("total spent on food", "Sum of “Amount” of 3 rows: 48.1."),
        (
            "total spent on food since September 2026",
            "Sum of “Amount” of 2 rows: 39.1.",
        ),
        ("how many pieces of food did I pay at Lenz", "Sum of “Pieces” of 3 rows: 5."),
        ("wie viel habe ich bei Lenz ausgegeben?", "Sum of “Amount” of 3 rows: 48.1."),
        ("how much money did Lenz get?", "Sum of “Amount” of 3 rows: 48.1."),
        ("what did I buy at Lenz?", "Sum of “Amount” of 3 rows: 48.1."),
        ("how much did the kettle of Lenz and Anna cost?", NO_ANSWER),
        ("how much did I spend?", NO_ANSWER),
        ("when did I pay Lenz?", NO_ANSWER),
    ],
)
@needs_files
async def test_a_total_is_given_with_its_rows_and_its_column(
    index_vault: IndexVault, question: str, first: str
) -> None:
    vault = index_vault({"money.csv": SPENT})
    events = await collected(vault.ask(question))
    told = said(events)
    assert first in told
    if first.startswith("Sum"):
        assert len(citations(events)) == int(first.split(" rows")[0].split()[-1])
        assert all("Lenz" in citation.quote for citation in citations(events))


DIARY: Files = {
    "diary.md": "# Diary\n\n## 2026-10-23\nMigraine all day.\n\n"
    "## 2026-11-07\nMade a lantern.\n\n## 2026-11-19\nMigraine, early to bed.\n",
    "team.md": "# Team meeting\n\n## 2026-10-13\n- The hours are 7:30 to 19.\n"
    "- [x] Kim: renew the insurance\n",
}


@pytest.mark.parametrize(
    ("question", "count", "quotes"),
    [
        (
            "how often did I have a migraine?",
            "1 note contains “migraine” in any form on 2 days.",
            ["Migraine all day.", "Migraine, early to bed."],
        ),
        (
            "what did we decide in the team meeting in October 2026?",
            "1 note dated Oct 2026 contains “team”, “meeting” in any form.",
            ["- The hours are 7:30 to 19.", "- [x] Kim: renew the insurance"],
        ),
    ],
)
async def test_a_list_quotes_each_day_of_a_note_and_counts_them(
    index_vault: IndexVault, question: str, count: str, quotes: list[str]
) -> None:
    events = await collected(index_vault(DIARY).ask(question))
    assert count in said(events)
    assert sorted(each.quote for each in citations(events)) == sorted(quotes)
