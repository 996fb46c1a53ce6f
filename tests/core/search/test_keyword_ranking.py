"""What ranks first by keyword: topics before function words, titles, quoted phrases."""

import pytest

from ragtui_core import SearchOptions, Vault
from ragtui_core.search.query.index_query import build_query
from ragtui_core.search.query.query_language import parse_line
from ragtui_core.search.retrieval.candidate_finder import readable_share
from ragtui_core.types import Mode
from support.vaults import MakeVault

KEYWORD = SearchOptions(mode=Mode.KEYWORD)
FILLER = {
    f"log/{number}.md": f"Round {number}: valve, filter, gauge and seal were fine."
    for number in range(12)
}


def vault_of(make_vault: MakeVault, notes: dict[str, str]) -> Vault:
    vault = make_vault({**FILLER, **notes})
    vault.index(embed=False)
    return vault


def found(vault: Vault, query: str) -> list[str]:
    return [hit.path for hit in vault.search(query, KEYWORD).hits]


def test_function_words_do_not_rank(make_vault: MakeVault) -> None:
    notes = {
        "why.md": "Why are we doing this? Why not? How do we do it, and why do it?",
        "traces.md": "Traces are sent by the exporter and show up on the board.",
    }
    vault = vault_of(make_vault, notes)
    query = "why do my traces not show up"
    assert found(vault, query)[0] == "traces.md"
    # Without other words they are all that there is.
    assert found(vault, "why do it") == ["why.md"]


def test_function_words_in_capitals_are_names(make_vault: MakeVault) -> None:
    notes = {"bus.md": "The bus leaves at noon.", "can.md": "A bus of type CAN."}
    assert found(vault_of(make_vault, notes), "CAN bus")[0] == "can.md"


def test_a_repeated_word_counts_as_often(make_vault: MakeVault) -> None:
    notes = {"pump.md": "A pump of steel.", "probe.md": "A probe of steel."}
    vault = vault_of(make_vault, notes)
    assert found(vault, "probe pump pump")[0] == "pump.md"
    assert found(vault, "probe probe pump")[0] == "probe.md"


@pytest.mark.parametrize("query", ["traces", "Trace", '"traces"'])
def test_a_title_finds_its_page_first(make_vault: MakeVault, query: str) -> None:
    notes = {
        "concepts/page.md": "# Traces\n\nThe path of a request.\n\n## More\n\nNothing.",
        "use.md": "# Use of traces\n\nTraces, traces and more traces: a trace.",
    }
    assert found(vault_of(make_vault, notes), query)[0] == "concepts/page.md"


def test_a_file_name_finds_its_page_first(make_vault: MakeVault) -> None:
    notes = {
        "zero-code.md": "# Without changes\n\nAn agent does it.",
        "other.md": "# Other\n\nZero code, zero code, and zero code again.",
    }
    vault = vault_of(make_vault, notes)
    result = vault.search("zero code", SearchOptions(mode=Mode.KEYWORD, explain=True))
    assert result.hits[0].path == "zero-code.md"
    explanation = result.hits[0].explanation
    assert explanation
    assert explanation.bm25["title"] > 0


def test_a_page_outside_of_the_filters_is_not_found(make_vault: MakeVault) -> None:
    notes = {"a/pump.md": "# Pump\n\nIt hums.", "b/use.md": "# Use\n\nOf a pump."}
    vault = vault_of(make_vault, notes)
    assert found(vault, "pump")[0] == "a/pump.md"
    assert found(vault, "pump folder:b") == ["b/use.md"]


def test_the_name_of_many_files_is_of_none(make_vault: MakeVault) -> None:
    many = {f"{number}/readme.md": "Nothing here." for number in range(30)}
    vault = vault_of(make_vault, many)
    result = vault.search("readme", SearchOptions(mode=Mode.KEYWORD, explain=True))
    explanations = [hit.explanation for hit in result.hits]
    assert all(each and "title" not in each.bm25 for each in explanations)


def test_a_quoted_phrase_is_preferred_among_other_words(make_vault: MakeVault) -> None:
    notes = {
        "exact.md": "Set the zero point of the oxygen probe with care and patience.",
        "mixed.md": "The oxygen probe: at this point, zero oxygen.",
        "only.md": "Oxygen, oxygen and oxygen.",
    }
    vault = vault_of(make_vault, notes)
    assert found(vault, 'oxygen "zero point"')[0] == "exact.md"
    assert "only.md" in found(vault, 'oxygen "zero point"')
    assert found(vault, 'oxygen +"zero point"') == ["exact.md"]
    assert found(vault, '"zero point"') == ["exact.md"]


def test_quoted_words_are_not_corrected(make_vault: MakeVault) -> None:
    vault = vault_of(make_vault, {"a.md": "The impeller of the pump."})
    assert vault.search("impelller pump", KEYWORD).corrected
    assert not vault.search('"impelller" pump', KEYWORD).corrected


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("how does the pump work", 1.0),
        ("работа насоса", 0.0),
        ("泵在夜里响", 0.0),
        ("12 34", 1.0),
    ],
)
def test_what_the_bundled_model_can_read(text: str, share: float) -> None:
    assert readable_share(build_query(parse_line(text))) == share


def test_a_foreign_question_is_mostly_unreadable() -> None:
    question = "Welche Verteidigung erlaubte die wenigsten Punkte der Liga"
    assert readable_share(build_query(parse_line(question))) < 0.5
