"""Items by their state and due date, messages by who speaks, and notes of a day."""

from collections.abc import Iterator
from datetime import date

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.search import search_as_json
from support.vaults import MakeVault

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


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("is:open", ["report", "mulch", "shears", "spade"]),
        ("is:cancelled", ["pond"]),
        ("due:2026-12", ["mulch", "shears"]),
        ("open tasks", ["report", "mulch", "shears", "spade"]),
        ("open tasks of Ravi", ["shears"]),
        ("what do I still have to do in the garden?", ["mulch", "shears", "spade"]),
        ("was muss ich noch tun", ["report", "mulch", "shears", "spade"]),
        ("was muss ich noch für den garden machen?", ["mulch", "shears", "spade"]),
        ("What must Ravi do", ["shears"]),
        ("what's left to do in Ravi's garden", ["shears"]),
        ("which tasks were cancelled", ["pond"]),
        ("what is due next week?", ["report", "mulch"]),
        ("what did I finish in November", ["dahlias"]),
        ("is:open spade", ["spade"]),
    ],
)
def test_items_are_listed_by_their_state_and_due_date(
    vault: Vault, line: str, expected: list[str]
) -> None:
    result = vault.search(line)
    assert len(result.hits) == len(expected)
    for word, hit in zip(expected, result.hits, strict=True):
        assert word in hit.excerpt
    assert result.total == len(expected)
    assert result.by_date


def test_messages_are_found_by_who_writes_them(vault: Vault) -> None:
    result = vault.search("what did Lena write on 7 November 2026?")
    assert [hit.entry.day for hit in result.hits] == ["2026-11-07"]
    assert not vault.search("what did Paul write?").by_date


def test_what_is_due_may_lack_a_year(make_vault: MakeVault) -> None:
    made = make_vault({"todo.md": "- [ ] cook by 9 December\n- [ ] nap\n"})
    made.index(embed=False)
    for line, number in (
        ("due:2027-12", 1),
        ("due:2026-12-09", 1),
        ("due:2026", 0),
        ("what is due next month?", 1),
        ("what is due between 1 December 2026 and 3 January 2027", 1),
        ("what is due between 28 December 2026 and 3 January 2027", 0),
    ):
        result = made.search(line)
        assert result.total == number, line
    assert "No open item is due on 28 Dec 2026 – 3 Jan 2027." in result.notes
    [hit] = search_as_json(made.search("due:2026-12"))["hits"]
    assert (hit["item_state"], hit["due"], hit["day"]) == ("open", "--12-09", "")
    made.close()
