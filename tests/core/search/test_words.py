"""Typos, scripts without spaces, identifiers, fields: what counts as a word."""

import pytest

from ragtui_core import Vault
from ragtui_core.answer.prompt_context import build_prompt_context
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import LOW_CONFIDENCE, Mode
from support.vaults import IndexVault

KEYWORD = SearchOptions(mode=Mode.KEYWORD, archived=True)


def test_parts_of_identifiers_are_rare_as_the_word(index_vault: IndexVault) -> None:
    """Few notes have an identifier, so that `file` is rare among their parts."""
    notes: dict[str, str | bytes] = {
        **{f"{number}.md": f"A file about subject {number}." for number in range(20)},
        **{f"code{number}.md": f"It is a{number}b." for number in range(10, 30)},
        **{f"other{number}.md": f"About topic {number}." for number in range(30)},
        "part.md": "It is file1.",
    }
    vault = index_vault(notes, embed=True)
    options = SearchOptions(mode=Mode.KEYWORD, limit=30)
    hits = vault.search("file", options).hits
    assert hits[-1].path == "part.md"
    assert len(hits) == 21


def test_a_match_in_fields_shows_the_first_chunk(index_vault: IndexVault) -> None:
    body = "\n\n".join(f"## Part {n}\n\n" + f"Of topic{n}. " * 80 for n in range(5))
    vault = index_vault(
        {
            "long.md": f"---\ncompany: Zebrafish Ltd\n---\n\n{body}",
            "fields.md": "---\ncompany: Walrus\ntags: [mammal]\n---\n",
        },
        embed=True,
    )
    for mode in (Mode.KEYWORD, Mode.HYBRID):
        hit = vault.search("zebrafish", SearchOptions(mode=mode)).hits[0]
        assert (hit.path, hit.heading_path) == ("long.md", ("Part 0",))
    assert vault.search("walrus").hits[0].path == "fields.md"
    assert vault.search("mammal").hits[0].path == "fields.md"


def test_a_match_in_fields_shows_a_passage_of_the_time(index_vault: IndexVault) -> None:
    days = "\n".join(f"## 2026-{m}-03\n{f'Weighed {m}. ' * 60}" for m in (9, 10, 11))
    vault = index_vault({"zebra.md": f"# Zebra log\n{days.replace('-9-', '-09-')}"})
    for line in ("zebra after:2026-11-01", "zebra date:2026-11"):
        assert {hit.day for hit in vault.search(line).hits} == {"2026-11-03"}


def test_no_word_of_a_long_text_is_called_not_relevant(
    index_vault: IndexVault,
) -> None:
    text = "Of everything else much was said that day. " * 300
    vault = index_vault({"a.md": f"{text} A needle lay there. {text}"}, embed=True)
    result = vault.search("needle")
    assert result.hits[0].is_weak
    assert result.notes == ()


def test_every_mode_finds_something(field_vault: Vault) -> None:
    for mode in Mode:
        result = field_vault.search("quantum xylophone", SearchOptions(mode=mode))
        assert result.hits
        assert result.confidence == "low"
        assert any("Nothing clearly relevant" in note for note in result.notes)


def test_several_queries_are_merged_without_repeats(field_vault: Vault) -> None:
    options = SearchOptions(also=("故宫", "calibration manual"), limit=20)
    paths = [hit.path for hit in field_vault.search("wiper blade", options).hits]
    assert {"products/heron.md", "asia/travel.md", "people/old/tom.md"} <= set(paths)
    spans = {(hit.path, hit.span) for hit in field_vault.search("x", options).hits}
    assert len(spans) == len(field_vault.search("x", options).hits)


def test_each_document_can_be_shown_once(field_vault: Vault) -> None:
    options = SearchOptions(fill=False)
    paths = [hit.path for hit in field_vault.search("probe wiper", options).hits]
    assert paths[0] == "products/heron.md"
    assert len(paths) == len(set(paths))


def test_low_scores_can_be_omitted_and_that_is_reported(field_vault: Vault) -> None:
    result = field_vault.search("wiper blade", SearchOptions(min_score=0.9))
    assert [hit.path for hit in result.hits] == ["products/heron.md"]
    assert "Weaker results with scores below 0.9 are hidden." in result.notes


def test_a_lowest_score_cuts_where_no_good_match_follows(field_vault: Vault) -> None:
    every = field_vault.search("wiper blade")
    good = field_vault.search("wiper blade", SearchOptions(min_score=LOW_CONFIDENCE))
    assert [hit.path for hit in good.hits] == ["products/heron.md"]
    assert (every.listed, good.listed, every.hidden) == (1, 1, 0)
    assert [hit.is_weak for hit in every.hits] == [False, *[True] * good.hidden]
    assert "Weaker results with scores below 0.5 are hidden." in good.notes
    limited = field_vault.search("wiper blade", SearchOptions(limit=2))
    assert every.weaker == limited.weaker == "weaker results"
    assert every.cut("--weak shows them").hits == good.hits
    assert good.cut("--weak shows them") == good


def test_a_lowest_score_without_a_good_match_finds_nothing(field_vault: Vault) -> None:
    every = field_vault.search("zyzzyva quux")
    result = field_vault.search("zyzzyva quux", SearchOptions(min_score=LOW_CONFIDENCE))
    assert (result.hits, result.listed, result.weaker) == ((), 0, "")
    assert (every.listed, every.weaker) == (0, "weaker results")
    nothing = every.cut("--weak shows them")
    said = "Nothing clearly relevant was found: no note has these words."
    assert (nothing.hits, nothing.notes) == ((), (said,))
    assert (result.hidden, result.confidence) == (len(every.hits), "low")
    of_tag = field_vault.search("zyzzyva tag:probe").notes
    assert of_tag == (f"{said[:-1]} with tag:probe.",)
    said = "No good match: results with scores below 0.5 are hidden."
    assert said in result.notes


def test_every_hit_can_be_explained(field_vault: Vault) -> None:
    result = field_vault.search("kestrel wiper", SearchOptions(explain=True))
    hit = result.hits[0]
    why = hit.explanation
    assert why is not None
    assert why.matched["company"] == ("kestrel",)
    assert "wiper" in why.matched["body"]
    assert why.parts["words"] > 0
    assert sum(why.parts.values()) == pytest.approx(hit.fused)
    assert why.parts["recency"] > 0


def test_rows_of_a_table_are_found_by_their_columns(index_vault: IndexVault) -> None:
    rows = "".join(f"| M{row} | {7_000 + row} | Bergen |\n" for row in range(400))
    table = f"| Meter | Reading kWh | Site |\n|---|---|---|\n{rows}"
    others = {f"{at}.md": f"# Reading {at}\n\nReading in kWh.\n" for at in range(9)}
    vault = index_vault({"register.md": f"# Register\n\n{table}", **others})
    (hit, *_) = vault.search("reading kWh of meter M217", KEYWORD).hits
    assert hit.path == "register.md"
    assert hit.excerpt.startswith("Meter · Reading kWh · Site · ")
    assert "M217 · 7217 · Bergen" in hit.excerpt
    assert {m.of(hit.excerpt) for m in hit.matches} >= {"Meter", "kWh", "M217"}
    assert hit.span.of(vault.documents.text(hit.path)).startswith("| M")
    assert not hit.is_weak


def test_a_prompt_has_the_head_of_each_row(index_vault: IndexVault) -> None:
    rows = "".join(f"| M{row} | {7_000 + row} |\n" for row in range(400))
    vault = index_vault({"register.md": f"| Meter | kWh |\n|---|---|\n{rows}"})
    result = vault.search("kWh of M217", KEYWORD)
    context = build_prompt_context(result, vault.documents.read, full=1, max_chars=600)
    sent = [
        passage.span.of(context.texts[0].document.text)
        for passage in context.texts[0].passages
    ]
    assert sent[0].startswith("| Meter | kWh |")
    assert "| M217 | 7217 |" in sent
