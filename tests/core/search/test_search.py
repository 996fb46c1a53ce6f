"""Searching real vaults: what is found, how, and what is said about it."""

import pytest

from ragtui_core import Vault
from ragtui_core.indexing.events import is_embedding
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.search_json import search_as_json
from ragtui_core.search_results import Mode
from support.index_states import interrupted
from support.vaults import Files, IndexVault, MakeVault, shared_vault_fixture

NOTES: dict[str, str | bytes] = {
    "pump.md": (
        "---\ntitle: Pump overhaul\ncompany: Brackwater Ltd\ntags: [hydraulics]\n---\n"
        "# Pump overhaul\n\nReplace the impeller every second winter.\n\n"
        "## Costs\n\nThe spare part is 340 euros.\n"
    ),
    "garden.md": "# Garden\n\nTomatoes want sun, water and patience.\n",
    "travel.md": "# Travel\n\nThe ferry to the island leaves at seven.\n",
    "code.md": "# Code\n\n`parse_query()` handles C++ and CTS-010 well.\n",
    "umlaut.md": "# Café Zoë\n\nDas Größte ist 😀 der Kuchen mit Äpfeln.\r\n",
}


vault = shared_vault_fixture(NOTES)


def test_one_hit_a_document_at_its_best_chunk(index_vault: IndexVault) -> None:
    sections = [f"## Part {n}\n\n" + f"Of topic{n} and more. " * 60 for n in range(5)]
    vault = index_vault({"long.md": "\n\n".join(sections), "other.md": "topic3"})
    hits = vault.search("topic3").hits
    own = [hit for hit in hits if not hit.additional]
    assert sorted(hit.path for hit in own) == ["long.md", "other.md"]
    assert [hit.additional for hit in hits] == sorted(hit.additional for hit in hits)
    long = next(hit for hit in hits if hit.path == "long.md")
    assert long.heading_path == ("Part 3",)


def test_a_hit_is_a_span_of_its_file(vault: Vault) -> None:
    for path in NOTES:
        for hit in vault.search(path.removesuffix(".md")).hits:
            text = (vault.root / hit.path).read_bytes().decode()
            passage = hit.span.of(text)
            assert passage == passage.strip() != ""
            before, upto = text[: hit.span.start], text[: hit.span.end]
            assert hit.lines.first == before.count("\n") + 1
            assert hit.lines.last == upto.count("\n") + 1


@pytest.mark.parametrize(
    "query", ["", "   ", "?!...", "→ ©", "\udcff", "->", "::", "#", "\u200b"]
)
def test_a_query_without_words_says_so(vault: Vault, query: str) -> None:
    result = vault.search(query)
    assert result.hits == ()
    assert "The query contains no words to search for." in result.notes


def test_without_vectors_it_says_it_is_by_keyword(index_vault: IndexVault) -> None:
    vault = index_vault(NOTES)
    result = vault.search("impeller")
    assert result.hits[0].path == "pump.md"
    assert result.hits[0].similarity is None
    assert (
        "Search by meaning covers 0% of the vault so far: the rest follows while "
        "the vault is indexed."
    ) in result.notes
    # Who types sees the state of the index beside the results.
    assert vault.search("impeller", SearchOptions(as_you_type=True)).notes == ()


def test_with_some_vectors_words_find_what_has_none(make_vault: MakeVault) -> None:
    files: dict[str, str | bytes] = {
        f"{n:03}.md": f"# Note {n}\n\nOf word{n:03}." for n in range(100)
    }
    vault = make_vault(files)
    interrupted(vault, is_embedding)
    assert 0 < vault.coverage.whole().embedded < 100
    for n in range(100):
        result = vault.search(f"word{n:03}")
        assert result.hits[0].path == f"{n:03}.md"
        assert any(note.startswith("Search by meaning covers") for note in result.notes)


def test_json_has_the_documented_keys(vault: Vault) -> None:
    found = search_as_json(vault.search("impeller"))
    assert list(found) == [
        *("query", "mode", "relaxed", "corrected", "confidence", "notes", "hidden"),
        *("total", "time", "by_date", "listed", "weaker", "hits"),
    ]
    assert found["hits"][0]["heading_path"] == "Pump overhaul"
    assert found["hits"][0]["lines"] == [6, 12]
    excerpt = found["hits"][0]["excerpt"]
    words = {excerpt[start:end].lower() for start, end in found["hits"][0]["matches"]}
    assert words == {"impeller"}


def test_frequent_words_are_shown_in_excerpts_too(index_vault: IndexVault) -> None:
    """Words of most notes do not rank, but say what a passage is about."""
    notes: dict[str, bytes | str] = {
        f"{n}.md": f"The heron catches fish number {n}.\n" for n in range(8)
    }
    rows = "\n".join(f"| part {n} | {n} |" for n in range(20))
    notes["list.md"] = (
        f"# Price list\n\n|a|b|\n|-|-|\n{rows}\n| heron | price 2,290 |\n"
    )
    vault = index_vault(notes)
    options = SearchOptions(mode=Mode.KEYWORD)
    hit = vault.search("the price of a heron", options).hits[0]
    assert hit.path == "list.md"
    assert {m.of(hit.excerpt) for m in hit.matches} == {"heron", "price"}


COPIED = "# Budget\n\nThe lamps cost 400 euros.\n"


def test_copies_of_a_note_are_one_result(index_vault: IndexVault) -> None:
    files: Files = {f"old/copy {number}.md": COPIED for number in range(3)}
    vault = index_vault(
        files
        | {
            "budget.md": COPIED,
            "other.md": "# Lamps\n\nLamps of 400 lumens.\n",
            "2026-03-01.md": "The lamps arrived.\n",
            "2026-03-02.md": "The lamps arrived.\n",
        },
        embed=True,
    )
    for mode in Mode:
        result = vault.search("lamps", SearchOptions(mode=mode))
        named = [(hit.path, *hit.copies) for hit in result.hits]
        assert sorted(path for hit in named for path in hit) == sorted(
            {*files, "budget.md", "other.md", "2026-03-01.md", "2026-03-02.md"}
        )
        assert sorted(map(len, named)) == [1, 1, 1, 4]
        assert max(named, key=len)[0] == "budget.md"
        assert result.found == "4"
    inside = vault.search("lamps path:old")
    assert {inside.hits[0].path, *inside.hits[0].copies} == {*files}
    every = vault.search("lamps", SearchOptions(dedup=False))
    assert {*files, "budget.md"} <= {hit.path for hit in every.hits}
    copies = [hit["copies"] for hit in search_as_json(vault.search("lamps"))["hits"]]
    assert sorted(map(len, copies)) == [0, 0, 0, 3]


@pytest.mark.parametrize("ending", ["md", "txt"])
def test_a_conflict_copy_is_shown_for_its_own_words(
    index_vault: IndexVault, ending: str
) -> None:
    copy = f"x/Budget (conflicted copy 2026-06-01).{ending}"
    files: Files = {
        f"x/Budget.{ending}": COPIED,
        copy: f"{COPIED}\nA chandelier, too.\n",
    }
    vault = index_vault(files, embed=True)
    (hit,) = vault.search("lamps").hits
    assert (hit.path, hit.copies) == (f"x/Budget.{ending}", (copy,))
    first = vault.search("chandelier").hits[0]
    assert (first.path, first.is_weak) == (copy, False)
    assert first.state == "superseded by Budget"
    folder = next(it for it in vault.facets("lamps") if it.field == "folder")
    assert [(it.value, it.count) for it in folder.values] == [("x", 1)]
    assert vault.coverage.whole().conflict_copies == 1


def test_a_copy_whose_name_is_typed_is_the_one_shown(index_vault: IndexVault) -> None:
    names = ["budget.md", "old/from march.md", "old/from may.md"]
    vault = index_vault(dict.fromkeys(names, COPIED))
    typed = SearchOptions(mode=Mode.KEYWORD, as_you_type=True)
    hit = vault.search("from mar", typed).hits[0]
    assert hit.path == "old/from march.md"
    assert vault.search("from may", typed).hits[0].path == "old/from may.md"
