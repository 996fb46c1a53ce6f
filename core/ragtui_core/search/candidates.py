"""What was found for a query, with the values from which it is scored."""

from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from ragtui_core.embedding.cosine_scale import BUNDLED_SCALE, CosineScale
from ragtui_core.search.words import Words
from ragtui_core.search_results import Mode, Relaxation
from ragtui_core.store.records import CandidateInfo
from ragtui_core.types import ChunkId, DocumentId


@dataclass(frozen=True, slots=True)
class Candidates:
    """The candidates of one text, with the values from which they are scored.

    `own` and `fields` have, by chunk, how often it has each of `words.wanted` in its
    text and in the fields of its document, times the weights of fields and forms.
    `phrases` is how much of the text a chunk has as a phrase, 0..1; `named` whether its
    document has this name, 1, or more if a name of it begins like the line.
    """

    words: Words
    own: Mapping[ChunkId, Sequence[float]] = field(default_factory=dict)
    fields: Mapping[ChunkId, Sequence[float]] = field(default_factory=dict)
    complete: frozenset[ChunkId] = frozenset()
    """Chunks that have every word of the text, or its name."""
    phrases: Mapping[ChunkId, float] = field(default_factory=dict)
    named: Mapping[ChunkId, float] = field(default_factory=dict)
    cosines: Mapping[ChunkId, float] = field(default_factory=dict)

    def is_in_fields(self, chunk: ChunkId) -> bool:
        """Whether the fields have each word."""
        if chunk not in self.own or not all(self.fields[chunk]):
            return False
        return not self.words.unknown


@dataclass(frozen=True, slots=True)
class Found:
    """The candidates of all texts of a query. `mode` is the one that was used.

    That of keywords stays if no word is found and vectors are compared. `failure` is
    why it is not the one that was asked for, if the model failed.
    """

    candidates: tuple[Candidates, ...]
    info: Mapping[ChunkId, CandidateInfo]
    mode: Mode
    scale: CosineScale = BUNDLED_SCALE
    failure: str = ""
    is_full: bool = False
    """Whether there may be further candidates."""

    @property
    def relaxation(self) -> Relaxation | None:
        """How far the words were relaxed: None if a passage has all of them."""
        if not self.candidates or self.mode is Mode.SEMANTIC:
            return None
        first = self.candidates[0]
        if first.complete:
            return None
        has_any = any(map(any, (*first.own.values(), *first.fields.values())))
        return Relaxation.SOME_WORDS if has_any else Relaxation.SEMANTIC


def without_copies(
    order: Sequence[ChunkId],
    info: Mapping[ChunkId, CandidateInfo],
    conflicts: Mapping[str, str],
) -> tuple[Sequence[ChunkId], Mapping[DocumentId, Set[str]]]:
    """The chunks without those of copies of documents before.

    Args:
        order: The chunks.
        info: What is known of them.
        conflicts: The paths of conflict copies of other documents, with those of these.

    Returns:
        The chunks kept, in order, and of each document with copies the paths of these.
    """
    kept, copies = list[ChunkId](), dict[DocumentId, set[str]]()
    originals, documents = dict[Hashable, DocumentId](), dict[str, DocumentId]()
    for chunk in order:
        candidate = info[chunk]
        original = documents.get(conflicts.get(candidate.path, ""))
        original = original or originals.setdefault(
            candidate.content, candidate.document
        )
        if original == candidate.document:
            kept.append(chunk)
            documents[candidate.path] = original
        else:
            copies.setdefault(original, set()).add(candidate.path)
    return kept, copies
