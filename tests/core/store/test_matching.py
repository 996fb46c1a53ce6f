"""Conditions on the terms of a chunk, as the store understands them."""

import pytest

from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, Prefix, TermKind
from support.vaults import MakeVault

NOTES: dict[str, str | bytes] = {
    "a.md": "The pump hums at night.",
    "b.md": 'A night pump, said "quiet".',
    "c.md": "The valve of readConfigFile. 泵在夜里响。",
}


@pytest.mark.parametrize(
    ("matching", "kind", "paths"),
    [
        (Phrase("pumps"), TermKind.WORD, {"a.md", "b.md"}),
        (Phrase("night pump"), TermKind.WORD, {"b.md"}),
        (Phrase('said "quiet"'), TermKind.WORD, {"b.md"}),
        (Phrase("pump AND (valve"), TermKind.WORD, set()),
        (Prefix("val"), TermKind.WORD, {"c.md"}),
        (AllOf((Phrase("pump"), Phrase("hums"))), TermKind.WORD, {"a.md"}),
        (AnyOf((Phrase("valve"), Phrase("hums"))), TermKind.WORD, {"a.md", "c.md"}),
        (
            AllOf((Phrase("night"), AnyOf((Phrase("hums"), Phrase("valve"))))),
            TermKind.WORD,
            {"a.md"},
        ),
        (Phrase("config"), TermKind.PART, {"c.md"}),
        (Phrase("config"), TermKind.WORD, set()),
        (AnyOf((Phrase("夜里"), Phrase("zz"))), TermKind.GRAM, {"c.md"}),
        (Prefix("泵"), TermKind.GRAM, {"c.md"}),
    ],
)
def test_a_condition_matches(
    make_vault: MakeVault, matching: Matching, kind: TermKind, paths: set[str]
) -> None:
    vault = make_vault(NOTES)
    vault.index(embed=False)
    with vault._store.reader() as reader:
        scores = dict(reader.keywords.match(matching, 10, kind=kind))
        documents = reader.keywords.documents_matching(matching, kind)
        locations = reader.candidate_info(scores).values()
    assert {location.path for location in locations} == paths
    assert {location.document for location in locations} == set(documents)
    assert all(score > 0 for score in scores.values())


@pytest.mark.parametrize("limit", [1, 2, 100])
@pytest.mark.parametrize("text", ["pump", "night pump", "nowhere"])
def test_chunks_without_scores_are_the_best_ones(
    make_vault: MakeVault, text: str, limit: int
) -> None:
    vault = make_vault(NOTES)
    vault.index(embed=False)
    with vault._store.reader() as reader:
        scored = reader.keywords.match(Phrase(text), limit)
        found = reader.keywords.best_chunks(Phrase(text), limit)
    assert sorted(found) == sorted(chunk for chunk, _ in scored)


def test_more_documents_than_a_name_can_mean_are_not_looked_for(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({f"n{n}.md": "# Manual of pumps\n\ntext\n" for n in range(60)})
    vault.index(embed=False)
    with vault._store.reader() as reader:
        assert reader.titles.named(["manual", "pumps"]) == []
