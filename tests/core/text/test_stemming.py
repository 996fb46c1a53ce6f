"""Stems without an index are those of the index."""

from ragtui_core.text.stemming import stems
from support.vaults import MakeVault

TEXT = "The Impellers of São Bento: 12 sensors, E-709."


def test_stems_are_those_of_the_index(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": TEXT})
    vault.index(embed=False)
    with vault._store.reader() as reader:
        found = reader.keywords.document_frequencies(stem for _, stem in stems(TEXT))
    assert set(found.values()) == {1}
    assert [word for word, _ in stems(TEXT)][1:5] == ["Impellers", "of", "São", "Bento"]
