"""A question about a selection: its words are searched for, and not found in itself."""

import pytest

from ragtui_core import Citation, Done, Sources, Vault
from ragtui_core.answer.request import ABOUT_SELECTION, AskOptions
from ragtui_core.citations.selected_text import Selection
from ragtui_core.search_results import Confidence
from ragtui_core.types import Lines
from support.answers import collected
from support.vaults import IndexVault, MakeVault, vault_fixture

CLAIM = "The impeller of the pump is changed each winter."
NOTES: dict[str, str | bytes] = {
    "draft.md": f"# Draft\n\n{CLAIM}\n",
    "pump.md": "# Pump\n\nEach winter we changed its impeller.\n",
    "faq.md": "# What do my notes say\n\nWhat my notes say about this, and the text.\n",
}


vault = vault_fixture(NOTES)


async def sources(vault: Vault, question: str, lines: Lines | None) -> list[str]:
    selection = Selection(CLAIM, "draft.md" if lines else "", lines)
    events = await collected(vault.ask(question, AskOptions(selection=selection)))
    (found,) = (event for event in events if isinstance(event, Sources))
    return [source.path for source in found.sources]


async def test_a_question_without_words_searches_for_the_selection(
    vault: Vault,
) -> None:
    assert await sources(vault, ABOUT_SELECTION, Lines(3, 3)) == ["pump.md"]
    assert await sources(vault, ABOUT_SELECTION, None) == ["draft.md", "pump.md"]


async def test_a_question_with_words_does_so_besides(vault: Vault) -> None:
    found = await sources(vault, "What does the faq say?", Lines(3, 3))
    assert set(found) >= {"faq.md", "pump.md"}
    assert "draft.md" not in found


@pytest.mark.parametrize("embed", [False, True])
async def test_the_selection_is_no_answer(make_vault: MakeVault, embed: bool) -> None:
    rest = "\n\n".join(f"Paragraph {n} is about boats and sails." for n in range(90))
    vault = make_vault(NOTES | {"draft.md": f"# Draft\n\n{CLAIM}\n\n{rest}\n"})
    vault.index(embed=embed)
    for question in (ABOUT_SELECTION, "How often is the impeller changed?"):
        selection = Selection(CLAIM, "draft.md", Lines(3, 3))
        events = await collected(vault.ask(question, AskOptions(selection=selection)))
        quoted = [event.quote for event in events if isinstance(event, Citation)]
        assert "Each winter we changed its impeller." in quoted
        assert CLAIM not in quoted


@pytest.mark.parametrize(
    "question", [ABOUT_SELECTION, "Does any policy contradict it?"]
)
async def test_extracts_are_about_it(index_vault: IndexVault, question: str) -> None:
    care = (
        "**Recalibrate the probe every 6 months** with two solutions. Rinse the tip in "
        "fresh water and keep the grey cap on, because a dry foil needs a day."
    )
    vault = index_vault(
        {
            "curlew.md": f"# Curlew\n\n{care}\n\nThe probe has no other policy.\n",
            "policy.md": "# Calibration policy\n\n| probe | interval |\n|---|---|\n"
            "| Dipper | 24 months |\n| Curlew | 12 months |\n\nThe interval starts on "
            "the day of first immersion, provided the instrument was stored dry.\n",
            "turbidity.md": "# Turbidity\n\nClean the window with a drop of washing-up "
            "liquid. Rinse three times.\n",
            "contradict.md": "# Contradictions\n\nA policy may contradict another.\n",
        },
        embed=True,
    )
    selection = Selection(care, "curlew.md", Lines(3, 3))
    asked = AskOptions(selection=selection)
    events = await collected(vault.ask(question, asked))
    quoted = [(c.path, c.quote) for c in events if isinstance(c, Citation)]
    assert ("policy.md", "Curlew | 12 months") in quoted
    assert "curlew.md" not in dict(quoted)


async def test_loose_extracts_have_a_low_confidence(index_vault: IndexVault) -> None:
    tale = "Rinse the tip of the probe in fresh water, and keep the grey cap on it."
    vault = index_vault(
        {
            "draft.md": f"# Draft\n\n{tale}\n",
            "harbour.md": "# Harbour\n\nFresh water costs 4 euros, rinse the hose. "
            "Keep your cap on in the wind. The probe of the tax office ended.\n",
        },
        embed=True,
    )
    asked = AskOptions(selection=Selection(tale, "draft.md", Lines(3, 3)))
    events = await collected(vault.ask(ABOUT_SELECTION, asked))
    assert [c.path for c in events if isinstance(c, Citation)] == ["harbour.md"]
    assert isinstance(events[-1], Done)
    assert events[-1].confidence is Confidence.LOW


async def test_a_time_in_a_selection_restricts_nothing(index_vault: IndexVault) -> None:
    text = "In March 2024 the impeller of the pump broke."
    vault = index_vault(
        NOTES
        | {
            "draft.md": f"# Draft\n\n{text}\n",
            "2024-03-05.md": "# Diary\n\nIt was a wet day.\n",
        },
        embed=True,
    )
    asked = AskOptions(selection=Selection(text, "draft.md", Lines(3, 3)))
    events = await collected(vault.ask(ABOUT_SELECTION, asked))
    cited = [event.path for event in events if isinstance(event, Citation)]
    assert cited[:1] == ["pump.md"]
