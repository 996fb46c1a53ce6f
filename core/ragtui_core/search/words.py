"""The words of a query in terms of an index: their forms, and how rare they are."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import log1p
from types import MappingProxyType

from ragtui_core.language.function_words import function_words_in
from ragtui_core.language.sentences import without_stops
from ragtui_core.search.word_forms import OtherForm, other_forms
from ragtui_core.settings.schema import SearchSettings, Stemmer
from ragtui_core.store.matching import (
    MAX_FOUND,
    AllOf,
    AnyOf,
    Matching,
    Phrase,
    Prefix,
    TermKind,
)
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.folding import is_alphabetic
from ragtui_core.text.stemming import stemmed, tokens
from ragtui_core.text.subwords import (
    grouped_numbers,
    query_grams,
    split_identifier,
    split_quantity,
    without_unspaced_runs,
)

MAX_QUERY_CHARS = 2_000
"""Maximum length of a query; the rest is ignored, with a note."""

MAX_TERMS = 24
"""Only the rarest words of a long query are searched; more are slower, not better."""

MAX_REPEATS = 4
"""A word that the query repeats counts up to this many times."""

RARE_CHUNKS = 3
"""A word in at most this many chunks is informative in any vault."""

_POSSESSIVE = re.compile("(?<=\\w['\u2019])s\\b")

OTHER_FORM = 0.6
"""How much an inflected form, a compound or a part of an identifier counts, against the
word itself."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a text may have a word: as one term of the index, or as several in a row."""

    text: str
    stems: tuple[str, ...]
    weight: float = 1.0
    kind: TermKind = TermKind.WORD

    @property
    def matching(self) -> Matching:
        """The condition on a chunk."""
        is_begun = self.kind is TermKind.GRAM and len(self.text) == 1
        return Prefix(self.text) if is_begun else Phrase(self.text)


@dataclass(frozen=True, slots=True)
class Word:
    """A distinct word of a query, as typed, with its forms: the word itself is first.

    A pair of characters of a script without spaces is a word, too.
    """

    surface: str
    forms: tuple[Form, ...]
    repeats: int = 1
    chunks: int = 0
    """The estimated number of chunks with the word, in any form."""

    @property
    def stem(self) -> str:
        """The term of the index that the word is itself."""
        return self.forms[0].stems[0]

    def matching(self, kind: TermKind = TermKind.WORD) -> tuple[Matching, ...]:
        """Conditions of a kind, one of which a chunk with the word satisfies."""
        return tuple(form.matching for form in self.forms if form.kind is kind)


@dataclass(frozen=True)
class Words:
    """The text of a query and its words.

    `text` has no marks at its end. `terms` are the stems of all its words in order,
    function words included. `asked`
    are the words that say what it is about; `wanted` are those of them that are in
    the index and are informative, the rarest first.
    """

    text: str
    terms: tuple[str, ...] = ()
    surfaces: tuple[str, ...] = ()
    asked: tuple[Word, ...] = ()
    wanted: tuple[Word, ...] = ()
    corpus: int = 0
    """How many chunks the index has."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to search for."""
        return not self.asked

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The words that no chunk has, as typed."""
        return tuple(word.surface for word in self.asked if not word.chunks)

    @cached_property
    def codes(self) -> list[tuple[str, ...]]:
        """What is typed as one but split by the index, such as `CTS-010`."""
        codes, left = [], [*reversed(self.surfaces)]
        for typed in self.text.split():
            pieces = []
            while left and left[-1] in typed:
                pieces.append(left.pop())
                typed = typed.partition(pieces[-1])[2]
            code = "".join(pieces)
            if len(pieces) > 1 and not is_alphabetic(code) and not code.isdigit():
                codes.append(tuple(pieces))
        return codes

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems and grams of all forms that are one term."""
        forms = (form for word in self.asked for form in word.forms)
        return frozenset(form.stems[0] for form in forms if len(form.stems) == 1)

    @property
    def every(self) -> Matching | None:
        """The condition that a chunk has every word; None if a word is in none."""
        each = [forms for word in self.asked if (forms := word.matching())]
        if not each or self.unknown:
            return None
        return AllOf(tuple(map(AnyOf, each[:MAX_TERMS])))

    @property
    def every_gram(self) -> Matching | None:
        """The condition that a chunk has all characters of scripts without spaces."""
        grams = tuple(w.forms[0].matching for w in self.asked if not w.matching())
        return AllOf(grams) if grams else None

    @property
    def joined(self) -> dict[str, str]:
        """The joined forms, such as `5kg`, and the words as typed, such as `5 kg`."""
        pieces = dict[str, list[str]]()
        for word in self.asked:
            for form in word.forms[1:]:
                if form.weight == 1 and form.kind is TermKind.WORD:
                    pieces.setdefault(form.text, []).append(word.surface)
        return {text: " ".join(of) for text, of in pieces.items() if len(of) > 1}

    @cached_property
    def grams(self) -> tuple[str, ...]:
        """The pairs of characters of scripts without spaces."""
        forms = (word.forms[0] for word in self.asked)
        return tuple(form.text for form in forms if form.kind is TermKind.GRAM)

    def idf(self, word: Word) -> float:
        """The information of a word: the rarer, the more."""
        return word.repeats * log1p((self.corpus + 0.5) / (word.chunks + 0.5))


@dataclass(frozen=True, slots=True)
class _Token:
    """A token of a query, and the form joined with its neighbours, such as `5kg`."""

    surface: str
    stem: str
    joined: str = ""


def tokens_of(text: str) -> list[_Token]:
    """The tokens of a text, without those in scripts without spaces."""
    text = without_unspaced_runs(text[:MAX_QUERY_CHARS])
    numbers = grouped_numbers(text)
    found = []
    for start, end, stem in tokens(text):
        joined = (joined for span, joined in numbers if span.start <= start < span.end)
        found.append(_Token(text[start:end], stem, next(joined, "")))
    for at, (number, unit) in enumerate(pairwise(list(found))):
        joined_text = number.surface + unit.surface
        if number.surface.isdigit() and split_quantity(joined_text):
            found[at] = replace(number, joined=joined_text)
            found[at + 1] = replace(unit, joined=joined_text)
    return found


def words_of(
    text: str,
    reader: Reader,
    settings: SearchSettings,
    *,
    beside: str = "",
    elsewhere: Mapping[str, int] = MappingProxyType({}),
) -> Words:
    """The words of a text in terms of the index.

    Args:
        text: Without syntax.
        reader: Of the index.
        settings: Those of the search.
        beside: The whole line, whose function words show the language.
        elsewhere: By stem, how many chunks to subtract, since they are excluded.
    """
    text = text[:MAX_QUERY_CHARS]
    listed = tokens_of(text)
    surfaces = tuple(token.surface for token in listed)
    omitted = frozenset[str]()
    if settings.stop_words:
        omitted = function_words_in((*surfaces, *re.findall(r"\w+", beside)))
        omitted |= {*_POSSESSIVE.findall(text)}
    content = [token for token in listed if token.surface not in omitted] or listed
    # FTS5 reads all occurrences of a word to count its passages: of few, not of "the".
    counts = reader.keywords.document_frequencies([token.stem for token in content])
    counts = {s: n - elsewhere.get(s, 0) for s, n in counts.items()}
    others = dict[str, list[OtherForm]]()
    if settings.stemmer is Stemmer.LANGUAGE:
        distinct = {token.stem: token for token in content}
        others = other_forms(surfaces, distinct.values(), reader)
    asked = (*_asked(content, counts, others, reader), *_grams(text, reader))
    corpus = reader.counts().chunks
    wanted = informative(asked, corpus, settings)
    stems = tuple(token.stem for token in listed)
    return Words(without_stops(text), stems, surfaces, asked, wanted, corpus)


def _asked(
    tokens: Sequence[_Token],
    counts: Mapping[str, int],
    others: Mapping[str, Sequence[OtherForm]],
    reader: Reader,
) -> Iterator[Word]:
    """The distinct words, with their forms and the number of chunks with one."""
    repeats = Counter([token.stem for token in tokens])
    distinct = {token.stem: token for token in tokens}
    forms = {stem: _own_forms(token) for stem, token in distinct.items()}
    parts = _part_counts(forms, reader)
    for stem, token in distinct.items():
        found = others.get(stem, ())
        own = [f for f in forms[stem] if not _is_part(f) or parts.get(f.stems)]
        own += [Form(text, (other,), OTHER_FORM) for text, other, _ in found]
        in_parts = [(f.weight, parts[f.stems]) for f in own if _is_part(f)]
        as_rare = [number for weight, number in in_parts if weight >= OTHER_FORM]
        written = _joined_count(own, reader), *(number for *_, number in found)
        chunks = max([counts[stem], *as_rare, *written])
        chunks = chunks if chunks > 0 else max([n for _, n in in_parts], default=0)
        yield Word(token.surface, tuple(own), min(repeats[stem], MAX_REPEATS), chunks)


def is_common(chunks: int, corpus: int, settings: SearchSettings) -> bool:
    """Whether a word that so many chunks of an index have says little."""
    return chunks > max(settings.common_term_share * corpus, RARE_CHUNKS)


def informative(
    words: Iterable[Word], corpus: int, settings: SearchSettings
) -> tuple[Word, ...]:
    """The words that are in the index and not frequent, the rarest first.

    If all are frequent, the rarest of them.
    """
    known = sorted((w for w in words if w.chunks), key=lambda word: word.chunks)
    chosen, total = list[Word](), 0
    for word in known[:MAX_TERMS]:
        total += word.chunks
        if total <= MAX_FOUND and not is_common(word.chunks, corpus, settings):
            chosen.append(word)
    return tuple(chosen or known[:1])


def _own_forms(token: _Token) -> list[Form]:
    """The forms of a token that are known without an index.

    An identifier or a quantity may be written as several words, numbers and their units
    as one, and each may be a part of an identifier.
    """
    forms = [Form(token.surface, (token.stem,))]
    pieces = split_identifier(token.surface) or split_quantity(token.surface)
    if pieces:
        text = " ".join(pieces)
        stems = tuple(stemmed(text))
        forms.append(Form(text, stems))
        forms.append(Form(text, stems, OTHER_FORM, TermKind.PART))
        letters = (piece for piece in pieces if piece.isalpha())
        forms += [Form(p, (stemmed(p)[0],), 0.3, TermKind.PART) for p in letters]
    forms.append(Form(token.surface, (token.stem,), OTHER_FORM, TermKind.PART))
    if token.joined:
        stem = stemmed(token.joined)[0]
        forms.append(Form(token.joined, (stem,)))
        forms.append(Form(token.joined, (stem,), kind=TermKind.PART))
    return forms


def _is_part(form: Form) -> bool:
    return form.kind is TermKind.PART


def _part_counts(
    forms: Mapping[str, Sequence[Form]], reader: Reader
) -> dict[tuple[str, ...], int]:
    """For the forms that are parts of identifiers, how many chunks have each."""
    listed = {f.stems for own in forms.values() for f in own if _is_part(f)}
    stems = {stem for stems in listed for stem in stems}
    counts = reader.keywords.document_frequencies(sorted(stems), TermKind.PART)
    return {stems: min(counts[stem] for stem in stems) for stems in listed}


def _joined_count(forms: Sequence[Form], reader: Reader) -> int:
    """The estimated number of chunks with the word written split or joined."""
    others = [f for f in forms[1:] if f.weight == 1 and not _is_part(f)]
    if not others:
        return 0
    stems = {stem for form in others for stem in form.stems}
    counts = reader.keywords.document_frequencies(sorted(stems))
    return max(min(counts[stem] for stem in form.stems) for form in others)


def _grams(text: str, reader: Reader) -> list[Word]:
    """The characters of scripts without spaces, in pairs."""
    grams = query_grams(text)[: 2 * MAX_TERMS]
    if not grams:
        return []
    counts = reader.keywords.document_frequencies(grams, TermKind.GRAM)
    return [
        Word(
            gram,
            (Form(gram, (gram,), kind=TermKind.GRAM),),
            chunks=counts[gram] or int(len(gram) == 1),
        )
        for gram in grams
    ]
