"""Completing names of fields and values while one types."""

from ragtui_core import Vault
from support.vaults import IndexVault


def texts(vault: Vault, typed: str) -> list[str]:
    return [item.text for item in vault.complete(typed, len(typed))]


def test_words_of_notes_are_no_beginnings_of_fields(index_vault: IndexVault) -> None:
    vault = index_vault({"a.md": "The clock will change on a subject of a tag.\n"})
    for typed in ("clock change", "change", "Change"):
        assert texts(vault, typed) == []
    assert texts(vault, "chang") == []
    assert texts(vault, "chan") == texts(vault, "changed") == ["changed:"]
    assert texts(vault, "tag") == ["tag:"]
    assert texts(vault, "subject") == ["subject:"]
    assert texts(vault, "compan") == ["company:"]


def test_what_is_replaced_is_the_word_before_the_cursor(field_vault: Vault) -> None:
    typed = "winter tag:pr blade"
    item = field_vault.complete(typed, len("winter tag:pr"))[0]
    put = typed[: item.start] + item.text.rstrip() + typed[item.end :]
    assert put == "winter tag:probe blade"
    assert (item.label, item.count) == ("probe", 2)


def test_an_offer_can_be_searched_for(field_vault: Vault) -> None:
    for typed in ("tag:", "company:", "category:", "folder:", "type:", "year:"):
        for text in texts(field_vault, typed):
            assert field_vault.search(f"{text} status:active").notes is not None
            assert "satisfies" not in " ".join(
                note
                for note in field_vault.search(text).notes
                if "archived" not in note
            )
