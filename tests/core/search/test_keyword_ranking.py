"""What ranks first by keyword: topics before function words, titles, quoted phrases."""

from dataclasses import replace

from ragtui_core import SearchOptions
from ragtui_core.search_results import Mode
from support.vaults import IndexVault

KEYWORD = SearchOptions(mode=Mode.KEYWORD)
FILLER = {
    f"log/{number}.md": f"Round {number}: valve, filter, gauge and seal were fine."
    for number in range(12)
}


def test_a_file_name_finds_its_page_first(index_vault: IndexVault) -> None:
    notes = {
        "zero-code.md": "# Without changes\n\nAn agent does it.",
        "other.md": "# Other\n\nZero code, zero code, and zero code again.",
    }
    vault = index_vault({**FILLER, **notes})
    result = vault.search("zero code", SearchOptions(mode=Mode.KEYWORD, explain=True))
    assert result.hits[0].path == "zero-code.md"
    explanation = result.hits[0].explanation
    assert explanation
    assert explanation.parts["name"] > 0


def test_the_name_of_many_files_is_of_none(index_vault: IndexVault) -> None:
    many = {f"{number}/readme.md": "Nothing here." for number in range(30)}
    vault = index_vault({**FILLER, **many})
    result = vault.search("readme", SearchOptions(mode=Mode.KEYWORD, explain=True))
    explanations = [hit.explanation for hit in result.hits]
    assert all(each and "name" not in each.parts for each in explanations)


def long_note(*parts: str) -> str:
    """A note with a chunk for each part."""
    filler = "We wrote down what was seen on deck. " * 14
    return "\n\n".join(
        f"## Entry {n}\n\n{part} {filler}" for n, part in enumerate(parts)
    )


def test_a_document_has_the_words_of_its_chunks(index_vault: IndexVault) -> None:
    notes = {
        "both.md": long_note("The heron was rented.", "The deposit was paid."),
        "one.md": long_note("The heron was rented.", "The crew was paid."),
    }
    vault = index_vault({**FILLER, **notes})
    hits = vault.search("heron deposit rented", replace(KEYWORD, explain=True)).hits
    # Both have a chunk with the same two words, and only one has the third.
    assert [hit.path for hit in hits[:2]] == ["both.md", "one.md"]
    assert "rented" in hits[0].excerpt
    first, second = (hit.explanation.parts for hit in hits[:2] if hit.explanation)
    assert first["words"] > second["words"] > 0
