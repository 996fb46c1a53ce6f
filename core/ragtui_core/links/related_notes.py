"""Notes like another one: in meaning or, without vectors, in words; by links and tags.

Evidence adds up as chances of independent events do: a note that is half alike and
linked once is more than half related, and none is more than wholly so.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ragtui_core.links.document_similarity import DocumentSimilarity
from ragtui_core.links.link_results import RelatedNote
from ragtui_core.links.link_target import Subject

MAX_TAGGED = 50
"""Notes with the same tag that are looked at, the newest."""
BY_LINK, BY_TAG = 0.3, 0.1
"""What each link and each shared tag are worth."""


@dataclass(slots=True)
class _Evidence:
    alike: float = 0.0
    links: int = 0
    tags: list[str] = field(default_factory=list)

    def score(self) -> float:
        against = (1 - BY_LINK) ** self.links * (1 - BY_TAG) ** len(self.tags)
        return 1 - (1 - self.alike) * against

    def why(self, alike: str) -> str:
        links = f"{self.links} link{'s' * (self.links > 1)}" if self.links else ""
        tags = f"tag{'s' * (len(self.tags) > 1)} {', '.join(self.tags)}"
        told = (
            f"alike in {alike}" if self.alike else "",
            links,
            tags * bool(self.tags),
        )
        return ", ".join(filter(None, told))


def related_notes(
    note: Subject, likeness: DocumentSimilarity, limit: int
) -> list[RelatedNote]:
    """The notes that are most like one, best first."""
    by_meaning = likeness.by_meaning(note)
    alike = by_meaning or likeness.by_words(note)
    kind = "meaning" if by_meaning else "words"
    found = {other: _Evidence(share) for other, share in alike.items()}
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
    """How many links lead from the note to each other one, or back."""
    resolve, path = note.names.resolve, note.path
    found = Counter(to for target in note.targets() if (to := resolve(target, path)))
    found.update(
        link.path
        for link in note.reader.links_by_key(note.names.keys(path))
        if resolve(link.target, link.path) == path
    )
    return found


def _tagged(note: Subject) -> Iterable[tuple[str, str]]:
    """Notes that share a tag with the note, and the tag."""
    for tag in note.tags():
        for card in note.reader.tagged(tag, MAX_TAGGED):
            yield card.path, tag
