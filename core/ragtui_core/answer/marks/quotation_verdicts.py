"""Compares what an answer presents as quoted with the documents that were sent.

Words that the files lack are not reported if the question, the selection or the
conversation has them and their sentence cites nothing, nor if they are so few that they
may be anywhere: those are not checked.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice

from ragtui_core.answer.marks.mark_citations import Target
from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.citer import Citer, uncited
from ragtui_core.citations.comparing.block_context import headings_at
from ragtui_core.citations.comparing.normalization import plain
from ragtui_core.citations.comparing.verdicts import may_be_anywhere
from ragtui_core.citations.comparing.verification import locate, occurrence_of
from ragtui_core.citations.quoting.presented_quotations import PresentedQuotation
from ragtui_core.types import Document, Span

_CLAIMS_OWN = " ,.;:"
"""Punctuation at the end of a quotation that may be that of the sentence around it."""


_QUOTATION_MARKS = str.maketrans(
    dict.fromkeys("\"'`\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb")
)
"""Without them, a quotation within another one may be emphasis of the writer."""

_LABEL = re.compile(r"\A[^\s:\uff1a][^:\uff1a\n]{0,60}[:\uff1a][*_]*\s*")
"""What the writer may have put before the words of a block quote."""

_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
"""Between paragraphs of a quotation, which need not be neighbours in the file."""

_ELLIPSIS = re.compile(
    r"[ ,;.]*(?:[\[(](?:\u2026|\.{3}|\. \. \.)[\])]|\u2026|\.{3,}|\. \. \.)[ ,;.]*"
)
_SIC = re.compile(r"\s*[\[(](?:sic!?|!|emphasis added|my emphasis)[\])]", re.I)
_INSERTION = re.compile(r"\[[^\[\]]*\]")

MAX_COMPARED = 1_000
"""Characters of a quotation to look for something similar to, which takes long."""


_Source = tuple[Document, Sequence[tuple[str, Span]]]
"""A document with a quotation, and the parts of that with their places."""


class QuotationVerdicts:
    """Judges the quotations of one answer."""

    def __init__(
        self,
        sent: Sequence[Excerpted],
        uncited_texts: Callable[[], Iterable[str]],
        citer: Citer,
    ) -> None:
        """Compare with the documents of `sent`.

        `uncited_texts` returns what an answer may repeat without a source.
        """
        self._sent = sent
        self._uncited_texts = uncited_texts
        self._citer = citer

    def of(
        self,
        quotation: PresentedQuotation,
        cited: Sequence[Target],
        *,
        is_attributed: bool = False,
    ) -> Citation | None:
        """The citation of a quotation, without a number; None if it is not checked.

        Args:
            quotation: A quotation of the answer.
            cited: What the marks near it name; empty compares all documents.
            is_attributed: Whether its own sentence names them: then words that the
                question also has are compared, too.
        """
        forms = list(dict.fromkeys(self._forms(quotation)))
        if not forms:
            return None
        if given := _as_given(forms, cited):
            return given
        if all(may_be_anywhere(form) for form in forms):
            return None
        documents = [target.document for target in cited if target.document]
        all_sent = [text.document for text in self._sent]
        source = _first(forms, documents if cited else all_sent)
        if source:
            return self._cited(source)
        if self._is_uncheckable(quotation, [*documents, *all_sent]):
            return None
        if elsewhere := _first(forms, all_sent):
            return replace(self._cited(elsewhere), verdict=Verdict.ELSEWHERE)
        if not is_attributed and any(
            f" {_words(form)} " in self._repeatable for form in forms
        ):
            return None
        return self._false(forms[0], cited, documents if cited else all_sent)

    def _forms(self, quotation: PresentedQuotation) -> Iterator[str]:
        """What may be in the file: as written, and as displayed."""
        end = quotation.attribution
        if end and not self._is_source(end):
            yield f"{quotation.words}{end}".rstrip()
            return
        for words in (quotation.words, quotation.shown):
            bare = words if quotation.is_block else words.rstrip(_CLAIMS_OWN)
            if plain(bare):
                yield bare.strip()
        if not quotation.is_code and _PARAGRAPHS.search(quotation.words):
            yield _PARAGRAPHS.sub(" \u2026 ", quotation.words)

    def _is_source(self, line: str) -> bool:
        """Whether the last line of a quotation names a document that was sent."""
        said = set(_words(line).split()) - _POSITION_WORDS
        said = {word for word in said if any(map(str.isalpha, word))}
        return any(
            said <= set(_words(f"{text.source.title} {text.source.path}").split())
            for text in self._sent
        )

    def _cited(self, source: _Source) -> Citation:
        """The citation of a quotation's longest part, if all parts are in the file."""
        document, parts = source
        citations = [
            self._citer.at(part, span, headings_at(document, span.start), document)
            for part, span in parts
        ]
        worst = next((c for c in citations if not c.verdict.verified), None)
        best = worst or max(citations, key=lambda citation: len(citation.quote))
        return replace(best, quoted=True)

    def _is_uncheckable(
        self, quotation: PresentedQuotation, documents: Sequence[Document]
    ) -> bool:
        """Whether another reading of it is in a file, so that it may be right."""
        shorter = [form for form in quotation.shorter if form.count(" ") > 1]
        label = quotation.is_block and _LABEL.match(quotation.shown)
        if label and not quotation.attribution:
            shorter.append(quotation.shown[label.end() :])
        if _first(shorter, documents):
            return True
        parts = parts_of(quotation.shown, at_insertions=True)
        parts = parts or [quotation.shown.strip("[]")]
        if len(parts) > 1 or has_insertion(quotation.shown):
            return any(_in_order(parts, document) for document in documents)
        bare = quotation.shown.translate(_QUOTATION_MARKS)
        return bare != quotation.shown and _first([bare], documents) is not None

    @cached_property
    def _repeatable(self) -> str:
        return f" {' '.join(map(_words, self._uncited_texts()))} "

    def _false(
        self, quote: str, cited: Sequence[Target], documents: Sequence[Document]
    ) -> Citation | None:
        """A citation of words that no document has, of the one most like them."""
        for document in documents:
            closest = locate(quote[:MAX_COMPARED], document)
            if closest.span is not None or closest.verdict is Verdict.ALTERED:
                altered = Verdict.ALTERED.about(document)
                return _quoted(quote, document.path, altered)
        if documents:
            first = documents[0]
            return _quoted(quote, first.path, Verdict.MISSING.about(first))
        name = cited[0].path if cited else ""
        return _quoted(quote, name, Verdict.NOT_SENT)


def _quoted(quote: str, path: str, verdict: Verdict) -> Citation:
    return replace(uncited(quote, path, verdict), quoted=True)


def _words(text: str) -> str:
    """The words of a text alone, for comparison with another one."""
    return " ".join(plain(text).casefold().translate(_PUNCTUATION).split())


_PUNCTUATION = str.maketrans(
    dict.fromkeys(".,;:!?()[]{}<>'\"/\\`*_-\u2010\u2011\u2012\u2013\u2014\u2015", " ")
)
_POSITION_WORDS = frozenset(
    {"from", "in", "line", "lines", "note", "p", "page", "source"}
)


def _as_given(forms: Sequence[str], cited: Iterable[Target]) -> Citation | None:
    """The provider's own citation, if the answer shows just its words."""
    shown = {plain(form) for form in forms}
    for target in cited:
        if target.citation and plain(target.citation.quote) in shown:
            return replace(target.citation, quoted=True)
    return None


def _first(forms: Iterable[str], documents: Sequence[Document]) -> _Source | None:
    """The first document that has one of some forms of a quotation."""
    for form in forms:
        for document in documents:
            span = None
            if not may_be_anywhere(form):
                span = occurrence_of(form, document).span
            if span is not None:
                return document, [(form, span)]
            parts = parts_of(form)
            is_cut = parts != [form] and _is_telling(parts)
            if is_cut and (placed := _in_order(parts, document)):
                return document, placed
    return None


def _in_order(parts: Sequence[str], document: Document) -> list[tuple[str, Span]]:
    """The parts of a quotation with their places; empty unless all are in order."""
    placed: list[tuple[str, Span]] = []
    end = 0
    for part in parts:
        bare = part.strip(_CLAIMS_OWN)
        within = Span(end, len(document.text))
        span = occurrence_of(bare, document, end, within=within).span
        if span is None:
            return []
        placed.append((bare, span))
        end = span.end
    return placed


def _is_telling(parts: Sequence[str]) -> bool:
    """Whether enough parts are long: single words are in any file, in any order."""
    short = sum(may_be_anywhere(part) for part in parts)
    return 2 * short <= len(parts) and short < len(parts)


def parts_of(words: str, *, at_insertions: bool = False) -> list[str]:
    """The parts of a quotation between ellipses, without `[sic]`.

    With `at_insertions`, other words in brackets end a part, too.
    """
    words = _SIC.sub("", words)
    if at_insertions:
        words = _INSERTION.sub("\u2026", words)
    parts = _ELLIPSIS.split(words)
    return [part.strip() for part in parts if part.strip()]


def has_insertion(words: str) -> bool:
    """Whether words in brackets may be those of the writer, not of the quoted text."""
    insertions = islice(_INSERTION.finditer(words), 100)
    return any(
        character.isalpha() for insertion in insertions for character in insertion[0]
    )
