"""Items by their state and due date, messages by who speaks, and notes of a day."""

from collections.abc import Iterator
from datetime import date

import pytest

from ragtui_core import SearchOptions, Vault, open_vault
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


@pytest.mark.parametrize(
    "line", ["tasks", "open the garden", "what is left of the weir"]
)
def test_other_lines_are_searched_by_their_words(vault: Vault, line: str) -> None:
    assert vault.search(line).total is None


def test_messages_are_found_by_who_writes_them(vault: Vault) -> None:
    result = vault.search("what did Lena write on 7 November 2026?")
    assert [hit.entry.day for hit in result.hits] == ["2026-11-07"]
    assert not vault.search("what did Paul write?").by_date


@pytest.mark.parametrize("verb", ["complete", "finish", "accomplish", "knit"])
def test_what_there_is_of_a_day_is_listed_if_nothing_has_the_words(
    vault: Vault, verb: str
) -> None:
    options = SearchOptions(question=True)
    result = vault.search(f"what did I {verb} on 24 November 2026?", options)
    assert [hit.path for hit in result.hits] == ["2026-11-24.md"]
    assert any(verb in note for note in result.notes)


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


def test_another_state_than_those_of_items_is_words_and_they_are_named(
    vault: Vault,
) -> None:
    [note, *_] = vault.search("is:opne").notes
    assert "there are open, done, cancelled" in note


MAIL = "From: {}\nTo: {}\nDate: Mon, 9 Nov 2026 10:00:00 +0100\nSubject: Hi\n\n{}\n"
ME = "Me <me@home.example>"


def test_mails_are_of_one_person_with_two_addresses(make_vault: MakeVault) -> None:
    made = make_vault(
        {
            "1.eml": MAIL.format(
                "Ben Rau <rau@choir.example>", ME, "Bring the scores."
            ),
            "2.eml": MAIL.format("B. Rau <ben@post.example>", ME, "She says yes."),
            "3.eml": MAIL.format(ME, "Ben Rau <ben@post.example>", "Very good."),
            "4.eml": MAIL.format("Eva Rau <eva@post.example>", ME, "No."),
            "rau.md": "# People\n\nBen Rau writes little. Tom does not write.\n",
        }
    )
    made.index(embed=False)
    for line, paths, note in (
        ("what did Ben Rau write me?", ["1.eml", "2.eml"], ""),
        ("what did Mr Rau write me?", ["1.eml", "2.eml", "4.eml"], ""),
        ("what did I reply to Ben?", ["3.eml"], ""),
        (
            "did Ben Rau send me a mail in May?",
            [],
            "No mail of May 2026 is from Ben Rau.",
        ),
        ("what did Tom write me by mail?", [], "No mail is from Tom."),
    ):
        result = made.search(line)
        assert sorted(hit.path for hit in result.hits) == paths, line
        assert not note or note in result.notes
    made.close()
