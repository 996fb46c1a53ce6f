"""Document links of a note: where each link leads now."""

import json
from typing import Any

import pytest

from ragtui_lsp.features.document_links import links_as_json
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.workspace_vaults import ServedVault
from support.served import served_vault
from support.vaults import MakeVault

NOTE = "links.md"


@pytest.fixture
def served(make_vault: MakeVault) -> ServedVault:
    vault = make_vault({"a.md": "# A\n\nText.\n", "b.md": "# B\n\n## One\n\nText.\n"})
    vault.index(embed=False)
    return served_vault(vault)


def links(served: ServedVault, text: str) -> list[tuple[str, str]]:
    """The text of each link's range, and the end of the address that it leads to."""
    locations = LocationMapper(served, "utf-16", {NOTE: text}, NOTE)
    positioned = PositionedText(text, "utf-16")
    found: list[dict[str, Any]] = json.loads(links_as_json(positioned, locations).text)
    return [
        (_shown(link["range"], positioned), link["target"].rpartition("/")[2])
        for link in found
    ]


def _shown(where: dict[str, dict[str, int]], text: PositionedText) -> str:
    start, end = where["start"], where["end"]
    assert start["line"] == end["line"]
    units = text.line(start["line"]).encode("utf-16-le")
    return units[2 * start["character"] : 2 * end["character"]].decode("utf-16-le")


def test_links_lead_to_notes_and_lines_and_broken_ones_are_left_out(
    served: ServedVault,
) -> None:
    text = (
        "- é😀 [[a]] and [[b#One]], [[gone]]\r\n\r- [é😀](a.md) [[#Here]]\n\n# Here\n"
    )
    assert links(served, text) == [
        ("a", "a.md"),
        ("b#One", "b.md#L3"),
        ("a.md", "a.md"),
        ("#Here", "links.md#L5"),
    ]


def test_a_link_whose_target_changed_leads_elsewhere(served: ServedVault) -> None:
    text = "[[b#One]] [[b#Two]]\n"
    assert links(served, text) == [("b#One", "b.md#L3")]
    (served.vault.root / "b.md").write_text(
        "# B\n\nText.\n\n## Two\n\nText.\n", "utf-8"
    )
    served.vault.index(embed=False)
    assert links(served, text) == [("b#Two", "b.md#L5")]
