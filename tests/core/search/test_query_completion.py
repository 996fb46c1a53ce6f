"""Completing names of fields and values while one types."""

import pytest

from ragtui_core import Vault
from support.vaults import IndexVault


def texts(vault: Vault, typed: str) -> list[str]:
    return [item.text for item in vault.complete(typed, len(typed))]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("ta", ["tag:"]),
        ("TA", ["tag:"]),
        ("probe -ca", ["category:"]),
        ("t", []),
        ("harbour", []),
        ("tag:p", ["tag:probe ", "tag:project/alpha "]),
        ("tags:st", ["tag:staff "]),
        ("tag:#st", ["tag:staff "]),
        ("-tag:st", ["-tag:staff "]),
        ("company:ke", ['company:"Kestrel Cell Works" ']),
        ('company:"kestrel c', ['company:"Kestrel Cell Works" ']),
        ("company:nord", ['company:"Fjordlax Nord" ']),
        ("folder:peo", ["folder:people ", "folder:people/old "]),
        ("folder:ol", ["folder:people/old "]),
        ("year:20", ["year:2026 ", "year:2025 ", "year:2021 ", "year:2019 "]),
        ("after:2", ["after:2w ", "after:2026 ", "after:2025 ", "after:2021 "]),
        ("before:y", ["before:yesterday "]),
        ("path:zo", []),
        ("nofield:x", []),
        ("tag:zz", []),
        ('company:"Fjordlax Nord"', []),
        ("tag:staff", []),
        ("tag:Staff", ["tag:staff "]),
    ],
)
def test_a_word_continues(field_vault: Vault, typed: str, expected: list[str]) -> None:
    found = texts(field_vault, typed)
    assert found[: len(expected)] == expected
    if not expected:
        assert not found


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
