"""Related notes: by similarity (semantic, else by keywords), links and tags.

Evidence is combined like probabilities of independent events (noisy-or): a note with
similarity 0.5 and a link scores above 0.5, and none scores above 1.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ragtui_core.links.document_similarity import DocumentSimilarity
from ragtui_core.links.link_results import RelatedNote
from ragtui_core.links.link_target import Subject

MAX_TAGGED = 50
"""Number of the newest notes with the same tag that are considered."""
LINK_WEIGHT, TAG_WEIGHT = 0.3, 0.1
"""The weight of each link and of each common tag."""


@dataclass(slots=True)
class _Evidence:
    similarity: float = 0.0
    links: int = 0
    tags: list[str] = field(default_factory=list)

    def score(self) -> float:
        against = (1 - LINK_WEIGHT) ** self.links * (1 - TAG_WEIGHT) ** len(self.tags)
        return 1 - (1 - self.similarity) * against

    def why(self, kind: str) -> str:
        links = f"{self.links} link{'s' * (self.links > 1)}" if self.links else ""
        tags = f"tag{'s' * (len(self.tags) > 1)} {', '.join(self.tags)}"
        parts = (
            f"similar in {kind}" if self.similarity else "",
            links,
            tags * bool(self.tags),
        )
        return ", ".join(filter(None, parts))


def related_notes(
    note: Subject, comparison: DocumentSimilarity, limit: int
) -> list[RelatedNote]:
    """The notes most related to `note`, best first."""
    semantic = comparison.semantic(note)
    similarities = semantic or comparison.by_keywords(note)
    kind = "meaning" if semantic else "words"
    found = {other: _Evidence(value) for other, value in similarities.items()}
    for other, count in _links(note).items():
        found.setdefault(other, _Evidence()).links = count
    for other, tag in _tagged(note):
        found.setdefault(other, _Evidence()).tags.append(tag)
    found.pop(note.path, None)
    notes = note.names.notes
    related = [
        RelatedNote(
            path=other,
            title=notes[other].title,
            score=evidence.score(),
            summary=notes[other].summary,
            why=evidence.why(kind),
        )
        for other, evidence in found.items()
        if other in notes
    ]
    return sorted(related, key=lambda each: (-each.score, each.path))[:limit]


def _links(note: Subject) -> Counter[str]:
    """The number of links between the note and each other one."""
    resolve, path = note.names.resolve, note.path
    found = Counter(to for target in note.targets() if (to := resolve(target, path)))
    found.update(
        link.path
        for link in note.reader.links.by_key(note.names.keys(path))
        if resolve(link.target, link.path) == path
    )
    return found


def _tagged(note: Subject) -> Iterable[tuple[str, str]]:
    """Notes with a tag of the note, and the tag."""
    for tag in note.tags():
        for card in note.reader.tagged(tag, MAX_TAGGED):
            yield card.path, tag
