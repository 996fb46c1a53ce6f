"""Answers without a model: exact passages, or no answer."""

import pytest

from ragtui_core import AskOptions, Done, Notice, Sent, Sources, Vault, open_vault
from ragtui_core.answer.answer_json import (
    answer_as_json,
    answer_as_markdown,
    answer_as_note,
)
from ragtui_core.answer.providers.extractive import extracts
from ragtui_core.answer.providers.extractive.abstention import (
    AbstentionFeatures,
    AnswerQuality,
)
from ragtui_core.answer_events import NO_ANSWER, WEAK_EVIDENCE
from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_core.errors import AnswerError
from ragtui_core.search_results import Confidence
from ragtui_core.settings import AnswerSettings
from support.answers import citations, collected, notices, said
from support.vaults import Files, MakeVault

PUMP = (
    "The pump is painted blue. The impeller is changed every second winter. "
    "Call Rosa about spare parts."
)
NOTES: dict[str, str | bytes] = {
    "pump.md": f"# Pump\n\n{PUMP}\n",
    "prices.md": "# Cost\n\n| part | euros |\n|---|---|\n| seal | 12 |\n| belt | 31 |",
    "boat.md": "# Boat\n\nThe ferry leaves the island at seven in the morning.\n",
}


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    made = make_vault(NOTES)
    made.index()
    return made


@pytest.mark.parametrize(
    ("question", "path", "quote"),
    [
        ("How often is the impeller replaced?", "pump.md", PUMP),
        # Without the borders of its row.
        ("What does a belt cost?", "prices.md", "belt | 31"),
        (
            "When does the boat depart?",
            "boat.md",
            "The ferry leaves the island at seven in the morning.",
        ),
    ],
)
async def test_the_passage_that_answers_is_quoted_first(
    vault: Vault, question: str, path: str, quote: str
) -> None:
    events = await collected(vault.ask(question))
    assert isinstance(events[0], Sources)
    first = citations(events)[0]
    assert (first.path, first.quote, first.verdict) == (path, quote, Verdict.EXACT)
    assert first.span.of((vault.root / path).read_text()) == quote
    assert said(events).startswith("No language model is configured")
    assert f"> {quote} [1]" in said(events)
    assert isinstance(events[-1], Done)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("How often is the impeller replaced?", ""),
        ("What does a belt cost?", ""),
        ("How many notes mention the pump?", "1 note contains “pump”"),
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


async def test_a_question_in_a_note_is_no_evidence(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "draft.md": "# Draft\n\n- [ ] **Who built the weir?**\n",
            "weir.md": "# Day trip\n\nUp at five to be at the weir before the rain.\n",
            "faq.md": "# FAQ\n\nHow old is the belt?\n\nThe belt is 12 years old.\n",
        }
    )
    vault.index()
    events = await collected(vault.ask("Who built the weir?"))
    assert "draft.md" not in {citation.path for citation in citations(events)}
    done = events[-1]
    assert isinstance(done, Done)
    assert done.confidence is Confidence.LOW
    events = await collected(vault.ask("how old is the belt"))
    assert [c.quote for c in citations(events)] == ["The belt is 12 years old."]


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
    make_vault: MakeVault, question: str, is_answered: bool
) -> None:
    made = make_vault(
        {
            "miete.md": "# Garage\n\nDie Garage in der Hafenstraße ist seit dem "
            "Frühjahr vermietet. Die Miete beträgt 85 Euro im Monat.\n",
            "boot.md": "# Boot\n\nDas Boot liegt im Winter in der Halle und wird im "
            "April wieder ins Wasser gelassen.\n",
            "rad.md": "# Fahrrad\n\nDie Kette vom Fahrrad braucht Öl, und die Bremse "
            "hat einen neuen Zug bekommen.\n",
        }
    )
    made.index()
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

    monkeypatch.setattr(extracts, "quality_of", quality_of)
    events = await collected(vault.ask("How often is the impeller replaced?"))
    [weak] = [e for e in events if isinstance(e, Notice) and e.text == WEAK_EVIDENCE]
    numbers = {each.number for each in citations(events)}
    assert numbers.issuperset(weak.citations)
    assert len(weak.citations) == len(numbers) - 1 >= 2


async def test_only_the_first_answer_says_that_no_model_is_configured(
    vault: Vault,
) -> None:
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
    make_vault: MakeVault, question: str, is_named: bool
) -> None:
    made = make_vault(
        {
            "pump.md": "# Pump\n\nThe pump is painted by Rosa.\n\nThe impeller of "
            "the pump is changed.\n",
            "prices.md": "# Belt\n\nthe belt is 31 euros.\n",
            "boat.md": "# Boat\n\nThe ferry leaves at seven.\n",
        }
    )
    made.index(embed=False)
    events = await collected(made.ask(question))
    assert citations(events)
    assert (NO_ANSWER not in said(events)) is is_named
    assert notices(events) == []


async def test_equal_documents_are_quoted_once(make_vault: MakeVault) -> None:
    note = "# Boiler\n\nThe pressure of the boiler is 1.5 bar.\n"
    made = make_vault({"a/boiler.md": note, "b/boiler.md": note})
    made.index()
    events = await collected(made.ask("What is the pressure of the boiler?"))
    assert len(citations(events)) == 1


async def test_what_would_be_no_answer_alone_is_not_quoted(vault: Vault) -> None:
    events = await collected(vault.ask("How often is the impeller replaced?"))
    spans = [(each.path, each.span) for each in citations(events)]
    assert len(set(spans)) == len(spans) <= extracts.MAX_PASSAGES
    assert {path for path, _ in spans} == {"pump.md"}
    alone = [each.quote for each in citations(await collected(vault.ask("the ferry")))]
    assert alone == ["The ferry leaves the island at seven in the morning."]


async def test_tags_alone_are_no_quotation(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "keel.md": (
                "# Keel\n\nThe keel of the boat is made of oak.\n\n"
                '<Figure caption="The keel of the boat, made of oak">\n\n'
                "See <https://example.org/keel> for the keel.\n\n</Figure>\n\n"
                "<!-- The keel of the boat is made of oak. -->\n"
            )
        }
    )
    vault.index()
    events = await collected(vault.ask("What is the keel of the boat made of?"))
    quoted = [each.quote for each in citations(events)]
    assert quoted[0] == "The keel of the boat is made of oak."
    assert not [quote for quote in quoted if quote.startswith("<")]


async def test_a_long_document_is_quoted_where_its_best_chunk_is(
    make_vault: MakeVault,
) -> None:
    filler = "\n\n".join(f"## Part {n}\n\nThe ferry is late." for n in range(300))
    note = f"# Log\n\n{filler}\n\n## Crew\n\nRosa steers it.\n\n{filler}"
    vault = make_vault({"log.md": note, **NOTES})
    vault.index()
    events = await collected(vault.ask("Who steers it? Which crew?"))
    assert citations(events)[0].quote == "Rosa steers it."


async def test_it_works_by_words_alone(make_vault: MakeVault) -> None:
    vault = make_vault(NOTES)
    vault.index(embed=False)
    events = await collected(vault.ask("impeller changed winter"))
    assert citations(events)[0].quote == PUMP


async def test_what_does_not_fit_is_cut_around_the_hit(make_vault: MakeVault) -> None:
    filler = "\n\n".join(f"Paragraph {n} of nothing at all." for n in range(2000))
    vault = make_vault({"long.md": f"{filler}\n\nThe needle is here.\n\n{filler}"})
    vault.index(embed=False)
    events = await collected(vault.ask("needle"))
    sources = events[0]
    assert isinstance(sources, Sources)
    assert sources.sources[0].sent is Sent.PASSAGES
    assert citations(events)[0].quote == "The needle is here."


async def test_only_the_best_are_read_in_full(make_vault: MakeVault) -> None:
    vault = make_vault({f"{n}.md": f"# Pump {n}\n\nA pump." for n in range(20)})
    vault.index(embed=False)
    sources = (await collected(vault.ask("pump")))[0]
    assert isinstance(sources, Sources)
    defaults = AnswerSettings()
    sent = [source.sent for source in sources.sources]
    assert sent.count(Sent.FULL) == defaults.full_documents
    assert sent.count(Sent.METADATA) == defaults.top - defaults.full_documents


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


async def test_claude_without_a_key_names_the_ways(vault: Vault) -> None:
    asked = open_vault(vault.root, flags={"answer.provider": "claude"})
    with pytest.raises(AnswerError, match=r"ANTHROPIC_API_KEY.*extractive") as caught:
        await collected(asked.ask("pump"))
    assert caught.value.kind == "no_key"
    asked.close()


@pytest.mark.parametrize(
    "block",
    [
        "```rust\n{{#rustdoc_include ../listings/impeller/main.rs}}\n```",
        "[impeller]: impeller-is-changed.html",
        "{{< include impeller-is-changed >}}",
    ],
)
async def test_names_of_other_files_are_not_quoted(
    make_vault: MakeVault, block: str
) -> None:
    text = "Every second winter we change the impeller."
    vault = make_vault({"pump.md": f"# Impeller\n\n{block}\n\n{text}\n"})
    vault.index()
    events = await collected(vault.ask("How often is the impeller changed?"))
    assert [each.quote for each in citations(events)] == [text]


async def test_withdrawn_passages_are_not_quoted(make_vault: MakeVault) -> None:
    withdrawn = "The impeller of the pump is changed every summer."
    vault = make_vault(
        {
            "old.html": f"<p><s>{withdrawn}</s></p><p>The pump is blue.</p>",
            "old.md": f"# Pump\n\n~~Once. {withdrawn}~~ It hums.\n",
            "new.md": "# Pump\n\nThe impeller is changed every winter.\n",
        }
    )
    vault.index()
    events = await collected(vault.ask("When is the impeller of the pump changed?"))
    quotes = [citation.quote for citation in citations(events)]
    assert quotes[0] == "The impeller is changed every winter."
    assert not any("summer" in quote for quote in quotes)


async def test_extracts_that_fit_are_numbered_from_one(make_vault: MakeVault) -> None:
    long = "The impeller is changed every second winter" + ", then checked" * 40
    vault = make_vault({"a.md": f"# Impeller\n\n{long}.\n", "b.md": NOTES["pump.md"]})
    vault.index()
    options = AskOptions(max_chars=300)
    events = await collected(vault.ask("When is the impeller changed?", options))
    cited = citations(events)
    assert [citation.number for citation in cited] == [*range(1, len(cited) + 1)]
    assert {citation.path for citation in cited} == {"b.md"}
    assert all(f" [{citation.number}]" in said(events) for citation in cited)
    assert any("did not fit" in notice for notice in notices(events))


async def test_a_question_may_name_a_note_by_an_alias(make_vault: MakeVault) -> None:
    phone = "Phone: +49 170 555 01 42"
    note = f"---\naliases: [Nuppi]\n---\n# Anna K.\n\nA gardener.\n\n{phone}\n"
    vault = make_vault({**NOTES, "anna.md": note})
    vault.index()
    events = await collected(vault.ask("What is Nuppi's phone number?"))
    assert citations(events)[0].quote == phone


async def test_the_row_with_the_asked_name_is_quoted_first(
    make_vault: MakeVault,
) -> None:
    rows = "| Plover | 2,180 EUR |\n| Curlew | 1,290 EUR |\n| Grebe | 3,100 EUR |\n"
    note = f"# Curlew price list\n\n| instrument | price |\n|---|---|\n{rows}"
    vault = make_vault({"prices.md": note, "boat.md": NOTES["boat.md"]})
    vault.index()
    events = await collected(vault.ask("What is the price of the Curlew?"))
    assert citations(events)[0].quote == "Curlew | 1,290 EUR"


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
    ],
)
async def test_of_passages_that_state_the_same_the_newest_is_first(
    make_vault: MakeVault,
    files: Files,
    question: str,
    wanted: list[str],
) -> None:
    made = make_vault(files)
    made.index()
    events = await collected(made.ask(question))
    assert [citation.quote for citation in citations(events)] == wanted
    assert f"{wanted[1]} [2] [older than the passage above]" in said(events)


async def test_what_is_of_another_time_than_asked_for_is_doubted(
    make_vault: MakeVault,
) -> None:
    made = make_vault({"2026-03-04.md": "# Wednesday\n\nBought a kettle in town.\n"})
    made.index(embed=False)
    events = await collected(made.ask("what did I buy in May 2026?"))
    [done] = [event for event in events if isinstance(event, Done)]
    assert done.confidence is Confidence.LOW
