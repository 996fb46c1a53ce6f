"""Names that a query may have: a quick look at the documents of its chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ragtui_core import SearchOptions
from ragtui_core.search.retrieval import named_documents
from ragtui_core.store.names.title_names import any_named
from ragtui_core.store.tables.titles import TitleReader
from ragtui_core.types import Mode

if TYPE_CHECKING:
    from support.vaults import MakeVault

NOTES: dict[str, str | bytes] = {
    "night-watch.md": "# Pump\n\nThe pump hums at night.",
    "second.md": "# Container Storage Interface (CSI)\n\nA pump for containers.",
    "third.md": "# The noise of pumps\n\nA container, its storage and interface.",
}


@pytest.mark.parametrize(
    ("words", "path", "expected"),
    [
        (["pumps"], "night-watch.md", True),
        (["watch", "Night"], "night-watch.md", True),
        (["pump", "night"], "night-watch.md", False),  # not in one name
        (["csi"], "second.md", True),
        (["interface", "container"], "second.md", True),
        (["pump"], "second.md", False),
        (["noise", "pump"], "third.md", True),
        (["container"], "third.md", False),
    ],
)
def test_documents_have_all_words_in_a_name(
    make_vault: MakeVault, words: list[str], path: str, *, expected: bool
) -> None:
    vault = make_vault(NOTES)
    vault.index(embed=False)
    with vault._store.reader() as reader:
        documents = reader.titles.named_in(reader.chunks_of(path))
    assert any_named(words, documents) is expected
    assert not any_named(words, [])


@pytest.mark.parametrize(
    "line",
    ["pump", "night watch", "csi", "container storage interface", "pumps noise of"],
)
def test_titles_are_found_as_without_the_look(
    make_vault: MakeVault, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(NOTES)
    vault.index(embed=False)
    options = SearchOptions(mode=Mode.KEYWORD, explain=True)
    found = vault.search(line, options).hits
    monkeypatch.setattr(named_documents, "any_named", lambda *_: True)
    assert vault.search(line, options).hits == found
    monkeypatch.setattr(named_documents, "any_named", lambda *_: False)
    assert vault.search(line, options).hits != found


def test_titles_are_not_looked_for_where_no_chunk_can_have_them(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(NOTES)
    vault.index(embed=False)
    asked: list[str] = []

    def titled(_: TitleReader, text: str, among: object = None) -> list[int]:
        asked.append(text)
        return []

    monkeypatch.setattr(TitleReader, "titled", titled)
    vault.search("pump hums at night", SearchOptions(mode=Mode.KEYWORD))
    assert not asked
    vault.search("night watch", SearchOptions(mode=Mode.KEYWORD))
    assert asked == ["night watch"]
