"""Canvases of Obsidian."""

import json
from typing import Any

import pytest

from ragtui_core.errors import UnreadableFile
from ragtui_files.canvas import CanvasExtractor


def card(kind: str, x: int, y: int, **more: Any) -> dict[str, Any]:
    return {
        "id": f"{x}-{y}",
        "type": kind,
        "x": x,
        "y": y,
        "width": 200,
        "height": 90,
    } | more


def test_cards_by_group_from_top_to_bottom() -> None:
    board = {
        "nodes": [
            card("text", 10, 900, text="Outside **it**."),
            card("text", 10, 60, text="# Seals\n- [ ] replace *both*\n- ~~wait~~"),
            card("file", 10, 20, file="pumps/North.md", subpath="#Costs"),
            card("group", 0, 0, label="Repairs", width=500, height=500),
            card("link", 90, 910, url="https://example.org/a"),
        ],
        "edges": [{"fromNode": "a", "toNode": "b", "label": "leads to"}],
    }
    assert CanvasExtractor().extract(json.dumps(board).encode()).text == (
        "## Repairs\n\npumps/North.md#Costs\n\n### Seals\n\n"
        "- ☐ replace both\n\n- ~~wait~~\n\n"
        "Outside it.\n\nhttps://example.org/a\n\nleads to\n\n"
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"nodes": 3}',
        b'{"nodes": [3]}',
        b'{"nodes": [{}]}',
        b"\xff",
    ],
)
def test_what_has_no_cards_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        CanvasExtractor().extract(data)
