"""Items by their state and due date, messages by who speaks, and notes of a day."""

from collections.abc import Iterator
from datetime import date

import pytest

from ragtui_core import Vault, open_vault

NOTES = {
    "garden.md": "# Garden\n\n## Beds\n- [ ] mulch 📅 2026-12-04\n"
    "- [x] lift the dahlias ✅ 2026-11-08\n- [-] build a pond\n\n"
    "## Tools\n- [ ] Ravi: shears [due:: 2026-12-15]\n- [ ] oil the spade\n",
    "work.org": "* TODO Grant report\nDEADLINE: <2026-11-30 Mon>\n",
    "2026-11-24.md": "# Tuesday\n\nLong walk to the weir.\n",
    "rest.md": "# Rest\n\nSlept well. No tasks.\n",
    "chat.txt": "05.11.26, 08:12 - Lena: Paul?\n07.11.26, 19:44 - Lena: Oma kommt\n",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    root = tmp_path_factory.mktemp("items")
    for path, text in NOTES.items():
        (root / path).write_text(text, encoding="utf-8")
    db = tmp_path_factory.mktemp("index") / "index.db"
    opened = open_vault(root, db=db, today=lambda: date(2026, 11, 29))
    opened.index()
    yield opened
    opened.close()


def test_messages_are_found_by_who_writes_them(vault: Vault) -> None:
    result = vault.search("what did Lena write on 7 November 2026?")
    assert [hit.entry.day for hit in result.hits] == ["2026-11-07"]
    assert not vault.search("what did Paul write?").by_date
