"""Stems without an index are those of the index."""

from hypothesis import given, strategies as st

from ragtui_core.text.stemming import stems, tokens, tokens_with
from support.vaults import IndexVault

LETTERS = st.sampled_from("aeiysing tdoMB-_\u2019\u2026·é°\u00ad\u0301م한\U0001f600")
TEXT = "The Impellers of São Bento: 12 sensors, E-709."


def test_stems_are_those_of_the_index(index_vault: IndexVault) -> None:
    vault = index_vault({"a.md": TEXT})
    with vault._store.reader() as reader:
        found = reader.keywords.document_frequencies(stem for _, stem in stems(TEXT))
    assert set(found.values()) == {1}
    assert [word for word, _ in stems(TEXT)][1:5] == ["Impellers", "of", "São", "Bento"]


@given(st.text(LETTERS, max_size=60), st.data())
def test_the_words_with_some_stems_are_those_of_the_tokenizer(
    text: str, data: st.DataObject
) -> None:
    every = tokens(text)
    wanted = frozenset(
        data.draw(st.sets(st.sampled_from(["s", *(t[2] for t in every)])))
    )
    assert tokens_with(text, wanted) == [t for t in every if t[2] in wanted]
