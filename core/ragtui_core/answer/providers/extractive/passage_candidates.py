"""Candidate passages for extracts: those of the best chunks of a search."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.chunking.named_texts import is_contents
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.errors import RagtuiError
from ragtui_core.language.function_words import function_words_in
from ragtui_core.language.question_words import distinctive_terms, terms_of_text
from ragtui_core.search.options import SearchOptions
from ragtui_core.store.names.note_keys import stored_aliases
from ragtui_core.text.stemming import stems
from ragtui_core.types import BlockKind, Document, Hit

CLOSEST_CHUNKS = SearchOptions(limit=15, dedup=False)
"""Options of the search for chunks; they have about a hundred passages."""

_MARKUP = re.compile(
    r"""</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>  # an HTML tag
    |<!--.*?-->
    |\{\{[#%<].*?\}\}                      # a directive of mdBook or Hugo
    |^[ ]{0,3}\[[^\]\n]+\]:[ \t]*\S[^\n]*  # a link definition
    |^[ ]{0,3}(?:```|~~~)[^\n]*        # a code fence
    |(?<![^\s])\#[^\s#]+               # a tag
    """,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
"""What says nothing itself: it formats, or names other files."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that may be quoted, with its surroundings.

    `prior` is the evidence of its chunk relative to the best one's, 1 for that. Words
    are stems. `state` and `successor`
    are those of its note, as of a hit.
    """

    document: Document
    passage: Passage
    prior: float
    own: frozenset[str]
    around: frozenset[str]
    """Words of the title, aliases, a mail's sender, the headings above and the column
    headers."""
    state: str = ""
    successor: str = ""

    @property
    def quote(self) -> str:
        """The passage, verbatim."""
        return self.passage.span.of(self.document.text)

    @property
    def is_question(self) -> bool:
        """Whether it asks something."""
        return self.quote.endswith("?")

    @property
    def headings(self) -> str:
        """The title, the heading above, and column headers, if any."""
        title, path = self.document.fields.title, self.passage.heading_path
        above = " > ".join(dict.fromkeys((title, *path[-1:])))
        return "\n".join(filter(None, (above, self.passage.column_heads)))

    @property
    def surroundings(self) -> frozenset[str]:
        """The words of the passage, its surroundings and the document's fields."""
        fields = self.document.fields
        values = [fields.company, fields.category, fields.summary, *fields.tags]
        texts = "\n".join([*values, self.document.path])
        return self.own | self.around | terms_of_text(texts)


PRIOR_SCALE = 15.0
"""Log-odds below the best chunk at which a chunk has a prior of 0."""


def find_candidates(
    question: str, context: PromptContext, chunks: Sequence[Hit], read: Read | None
) -> list[Candidate]:
    """The passages within `chunks`, each once, best chunk first.

    Of documents with equal text, those of the best chunk's alone.

    Without chunks, all passages of the context. `read` reads documents that are not in
    it.
    """
    asked = frozenset(distinctive_terms(question))
    known = {text.document.path: text.document for text in context.texts}
    if not chunks:
        return [
            _candidate(text.document, passage, state=text.source.state)
            for text in context.texts
            for passage in _quotable(text.document, text.passages, asked)
        ]
    by_place: dict[tuple[str, int], Candidate] = {}
    quotable, texts = {}, set[str]()
    for path in dict.fromkeys(hit.path for hit in chunks):
        document = _read(path, known, read)
        if document and document.text not in texts:
            texts.add(document.text)
            passages = _quotable(document, passages_of(document), asked)
            quotable[path] = [(document, passage) for passage in passages]
    for hit in chunks:
        for document, passage in quotable.get(hit.path, ()):
            start = passage.span.start
            if hit.span.start <= start < hit.span.end:
                prior = 1 + (hit.fused - chunks[0].fused) / PRIOR_SCALE
                candidate = _candidate(document, passage, hit, prior=prior)
                by_place.setdefault((hit.path, start), candidate)
    return list(by_place.values())


def _read(
    path: str, known: Mapping[str, Document], read: Read | None
) -> Document | None:
    """None if it cannot be read; the context has a notice if it is among the best."""
    try:
        return known.get(path) or (read(path) if read else None)
    except RagtuiError:
        return None


def _quotable(
    document: Document, passages: Iterable[Passage], asked: frozenset[str]
) -> Sequence[Passage]:
    """The passages of a document that may answer.

    Headings, the heads of tables and what the document strikes through or hides never
    may. These are left out too, unless a document has nothing else: a table of
    contents; the head of a mail, and what it quotes; and what says nothing alone, such
    as `It does.`
    """
    file, is_mail = quotable(document), bool(_sender(document))
    telling, empty = list[Passage](), list[Passage]()
    for passage in passages:
        is_head = passage.kind is BlockKind.HEADING or passage.is_column_heads
        is_stated = bool(file.places_in(passage.span))
        words = _MARKUP.sub("", passage.span.of(document.text)) if is_stated else ""
        if is_head or not any(char.isalnum() for char in words):
            continue
        is_empty = (
            is_contents(words)
            or (is_mail and _is_beside_text(passage, document))
            or _says_nothing(words, asked)
        )
        (empty if is_empty else telling).append(passage)
    return telling or empty


_PRONOUN = re.compile(
    r"\W*(?:it|this|that|these|those|they|he|she|we|i|you|es|das|dies|er|sie|wir|ich|il"
    r"|elle|ils|elles|c'est|ça|cela|nous|on|je|es|esto|eso|ello|è|questo|io|noi|é|isso"
    r"|isto|het|dit|dat|hij|zij|wij|ik)\b",
    re.IGNORECASE,
)


def _says_nothing(text: str, asked: frozenset[str]) -> bool:
    """Whether a sentence about what the one before names has one word at most.

    `It is urgent.` does not say what is, unless a question asks what is urgent.
    """
    if not _PRONOUN.match(text):
        return False
    words = stems(text)
    omitted = function_words_in(word for word, _ in words)
    said = {stem for word, stem in words if word not in omitted}
    is_name = any(word[0].isupper() or word[0].isdigit() for word, _ in words[1:])
    return len(said) <= 1 and not is_name and asked.isdisjoint(said)


def _is_beside_text(passage: Passage, mail: Document) -> bool:
    """Whether a passage is of a mail's head, a signature, or quoted from another."""
    title, head, *_ = (*mail.text.split("\n\n", 2), "")
    start = passage.span.start
    return start < len(title) + len(head) + 2 or any(
        span.start <= start < span.end for span in mail.quoted
    )


def _sender(document: Document) -> str:
    """The sender of a mail; "" for other documents."""
    is_mail = document.encoding.startswith("mail/")
    return str(document.metadata.get("from", "")) if is_mail else ""


def _candidate(
    document: Document,
    passage: Passage,
    hit: Hit | None = None,
    *,
    state: str = "",
    prior: float = 0.0,
) -> Candidate:
    names = (document.fields.title, stored_aliases(document.metadata))
    around = [*names, _sender(document), *passage.heading_path, passage.column_heads]
    return Candidate(
        document=document,
        passage=passage,
        prior=prior,
        own=terms_of_text(passage.span.of(document.text)),
        around=terms_of_text("\n".join(around)),
        state=hit.state if hit else state,
        successor=hit.successor if hit else "",
    )
