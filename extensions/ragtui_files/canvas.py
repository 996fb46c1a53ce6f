"""Obsidian's canvases: the texts, files and addresses on a board, group by group."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ragtui_core import UnreadableFile
from ragtui_core.documents import CanonicalWriter, Extracted, OwnExtractor
from ragtui_files.markdown_parts import write_markdown

MAX_CARDS = 20_000
MAX_GROUPS = 100
"""Groups that are searched for cards; later ones give only a heading."""

_Card = Mapping[str, Any]


class CanvasExtractor(OwnExtractor, kind="canvas"):
    """Extracts canvases (jsoncanvas.org); see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """Cards from top to bottom, those of a group below its label; then arrows."""
        try:
            board = json.loads(data)
            cards, arrows = _objects(board, "nodes"), _objects(board, "edges")
        except (ValueError, TypeError, AttributeError) as error:
            raise UnreadableFile("not a canvas, or a damaged one") from error
        writer = CanonicalWriter()
        if len(cards) > MAX_CARDS:
            writer.add_problems([f"only the first {MAX_CARDS:,} cards were read"])
        cards = sorted(
            cards[:MAX_CARDS], key=lambda card: (_at(card, "y"), _at(card, "x"))
        )
        groups = [card for card in cards if card.get("type") == "group"]
        outside = [card for card in cards if card.get("type") != "group"]
        for number, group in enumerate(groups):
            writer.heading(2, str(group.get("label") or ""))
            if number < MAX_GROUPS:
                parts: tuple[list[_Card], list[_Card]] = ([], [])
                for card in outside:
                    parts[_is_in(card, group)].append(card)
                outside, inside = parts
                _write(writer, inside)
        _write(writer, outside)
        labels = (str(arrow.get("label") or "") for arrow in arrows[:MAX_CARDS])
        writer.paragraph("\n\n".join(filter(None, labels)))
        found = writer.extracted()
        if not found.text:
            raise UnreadableFile("an empty canvas")
        return found


def _objects(board: _Card, name: str) -> list[_Card]:
    """The parts of a board of one kind, without damaged ones."""
    return [part for part in board.get(name) or () if isinstance(part, dict)]


def _at(card: _Card, name: str) -> float:
    """A number of a card; 0 if there is none."""
    value = card.get(name)
    return value if isinstance(value, int | float) else 0


def _is_in(card: _Card, group: _Card) -> bool:
    """Whether the upper left corner of a card is in a group."""
    return all(
        0 <= _at(card, position) - _at(group, position) <= _at(group, size)
        for position, size in (("x", "width"), ("y", "height"))
    )


def _write(writer: CanonicalWriter, cards: Sequence[_Card]) -> None:
    for card in cards:
        with writer.part("a card"):
            write_markdown(writer, str(card.get("text") or ""), below=2)
        named = (str(card.get(name) or "") for name in ("file", "subpath", "url"))
        writer.paragraph("".join(named))
