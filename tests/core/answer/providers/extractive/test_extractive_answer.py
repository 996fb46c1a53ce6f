"""Answers without a model: exact passages, or no answer."""

from time import process_time

import pytest

from ragtui_core import Notice, Sent, Sources, Vault
from ragtui_core.answer.answer_json import (
    answer_as_json,
    answer_as_markdown,
    answer_as_note,
)
from ragtui_core.answer.passages import abstention
from ragtui_core.answer.passages.abstention import AbstentionFeatures
from ragtui_core.answer.providers.extractive import extracts
from ragtui_core.answer.request import AnswerQuality
from ragtui_core.answer_events import WEAK_EVIDENCE
from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_core.settings import AnswerSettings
from support.answers import citations, collected, said
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


async def test_links_with_tags_are_no_evidence(index_vault: IndexVault) -> None:
    names = "[[Solar roof]] [[Glass roof]] #project/roof ^roof"
    text = f"# Roof\n\nThe roof leaks.\n\n{names}\n"
    vault = index_vault({"a.md": text, "b.md": "- [[a]] [[a|Roof]]\n\n^roof-leaks\n"})
    events = await collected(vault.ask("Which roof leaks?"))
    assert [citation.quote for citation in citations(events)] == ["The roof leaks."]


async def test_a_long_paragraph_is_read_in_linear_time(index_vault: IndexVault) -> None:
    filler = "\n".join(f"Line {n} says nothing at all." for n in range(8_000))
    vault = index_vault({"long.md": f"{filler}\nThe needle is here.\n{filler}"})
    began = process_time()
    events = await collected(vault.ask("needle"))
    assert process_time() - began < 30  # It took minutes for each block of passages.
    assert "The needle is here." in citations(events)[0].quote


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


async def test_json_is_the_documented_object(vault: Vault) -> None:
    question = "How often is the impeller replaced?"
    found = answer_as_json(question, await collected(vault.ask(question)), 12)
    keys = "question answer provider model confidence sources time citations notices"
    assert list(found) == [*keys.split(), "usage", "latency_ms"]
    source, citation = found["sources"][0], found["citations"][0]
    keys = "path title lines score weak sent location state date changed dates"
    assert list(source) == keys.split()
    assert list(citation) == [
        *("path", "span", "lines", "quote", "verdict"),
        *("quoted", "sign", "label", "passage", "location"),
    ]


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
