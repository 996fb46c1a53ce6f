"""Links of a note lead to notes, headings and blocks, or name what is not there."""

import pytest

from ragtui_serve.rendering.note_links import NoteLinks
from support.vaults import MakeVault

NOTE = "# Plan\n\nFirst.\n\nThe probe is late. ^late\n"


@pytest.mark.parametrize(
    ("target", "address"),
    [
        ("plan", "#/note/plan.md"),
        ("plan#Next step", "#/note/plan.md?heading=next-step"),
        ("plan#^late", "#/note/plan.md?at={start}-{end}"),
        ("#^late", "#/note/plan.md?at={start}-{end}"),
        ("plan#^none", "#/note/plan.md?heading=%5Enone"),
        ("nowhere#^late", None),
    ],
)
def test_addresses(make_vault: MakeVault, target: str, address: str | None) -> None:
    vault = make_vault({"plan.md": NOTE})
    vault.index(embed=False)
    links = NoteLinks(vault, "plan.md", lambda path: path)
    start = NOTE.index("The probe")
    end = NOTE.index(" ^late")
    expected = address and address.format(start=start, end=end)
    assert links.href(target, is_wiki=True) == expected
