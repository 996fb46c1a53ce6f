"""Suggests notes for an unresolved link target."""

import posixpath
from collections.abc import Sequence

from ragtui_core.links.link_results import NoteName
from ragtui_core.text.folding import folded, without_extension

MIN_SIMILARITY = 75.0
"""Minimum of rapidfuzz's WRatio, 0..100."""


def nearest_notes(notes: Sequence[NoteName], target: str, limit: int) -> list[str]:
    """The paths of the notes whose name or title is most similar to `target`."""
    from rapidfuzz import fuzz, process

    names = [(_name(note.path), note.path) for note in notes]
    names += [(folded(note.title), note.path) for note in notes]
    best = process.extract(
        _name(target),
        [name for name, _ in names],
        scorer=fuzz.WRatio,
        score_cutoff=MIN_SIMILARITY,
        limit=2 * limit,
    )
    return list(dict.fromkeys(names[index][1] for _, _, index in best))[:limit]


def _name(path: str) -> str:
    return folded(without_extension(posixpath.basename(path.rstrip("/"))))
