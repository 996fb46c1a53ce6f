"""How names of documents and sections are compared."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ragtui_core.language.function_words import is_function_word
from ragtui_core.text.folding import folded
from ragtui_core.text.stemming import stemmed, stems
from ragtui_core.types import DocumentId

MAX_NAMED = 20
"""A name of more documents, such as README, is of none in particular: more are not
looked for."""

_WORD = re.compile(r"[^\W_]+")
_SHORT_FORM = re.compile(r"(.+?)\s*\(([^()]+)\)\s*")
"""`Container Storage Interface (CSI)`."""


def has_initials(name: str, letters: str) -> bool:
    """Whether a name of several words has the initials `letters`, in any case.

    Function words of the name may be left out: `Internet of Things` is IoT and IT.
    """
    words = _WORD.findall(name)
    if len(words) < 2:
        return False
    content = [word for word in words if not is_function_word(word)]
    return folded(letters) in (_initials(words), _initials(content))


def _initials(words: Iterable[str]) -> str:
    return folded("".join(word[0] for word in words))


def names_of(title: str, name: str) -> Iterator[str]:
    """A document's names: its title, both forms of `Long Form (LF)`, its file's."""
    yield title
    if short := _SHORT_FORM.fullmatch(title):
        yield from short.groups()
    yield name


def folded_words(text: str) -> str:
    """The words of `text` without case and accents."""
    return " ".join(_WORD.findall(folded(text)))


@lru_cache(maxsize=1 << 13)
def terms_of(name: str) -> tuple[str, ...]:
    """The terms of a name, in order."""
    return tuple(stemmed(name))


def content_of(title: str) -> set[str]:
    """The terms of a title, without function words."""
    return {stem for word, stem in stems(title) if not is_function_word(word)}


_NO_WORD = re.compile(r"(?:[^\w\n]|_)+")
_LAST = "\U0010ffff"

MIN_MISSPELT, MIN_TWO_EDITS = 5, 8
"""From so many letters on, the beginning of a name may have one typo, or two."""


MANY = 10_000
"""Names that are compared in some milliseconds."""


class SortedNames:
    """The names of documents by their words, to find those that begin with a text."""

    def __init__(self, rows: Iterable[tuple[DocumentId, Sequence[str]]]) -> None:
        """Take documents with their names, the file's last."""
        listed = [
            (name, document, position == len(names))
            for document, names in rows
            for position, parts in enumerate(names, 1)
            if (name := " ".join(parts.split()))
        ]
        # All at once: a name at a time takes ten times as long.
        lines = "\n".join(name for name, _, _ in listed)
        words = _NO_WORD.sub(" ", folded(lines)).split("\n")
        self._names = sorted(
            (name.strip(), document, is_file)
            for name, (_, document, is_file) in zip(words, listed, strict=False)
        )

    def begun(self, text: str, *, may_be_misspelt: bool = True) -> list[DocumentId]:
        """The documents with a name that begins with `text`.

        If there are none and it may be misspelt, those with a name that begins so
        except for one or two typos. Titles and aliases come before names of files, and
        short names before long ones.
        """
        typed = folded_words(text)
        if not typed:
            return []
        names = [(0, *name) for name in self._with_start(typed)]
        if may_be_misspelt and not names and len(typed) >= MIN_MISSPELT:
            names = list(self._nearly_begun(typed))
        names.sort(key=lambda item: (item[0], item[3], len(item[1]), item[1]))
        return list(dict.fromkeys(document for _, _, document, _ in names))

    def _nearly_begun(self, typed: str) -> Iterator[tuple[int, str, DocumentId, bool]]:
        """Names that begin with `typed` but for some edits, after their number."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        names = self._names
        if len(names) > MANY:  # then without typos in the first letter
            names = [n for start in {*typed[:2]} for n in self._with_start(start)]
        most = 2 if len(typed) >= MIN_TWO_EDITS else 1
        cut = [name[: len(typed)] for name, _, _ in names]
        # A missing letter moves the end by one, which counts as another edit.
        near = process.extract_iter(
            typed, cut, scorer=OSA.distance, score_cutoff=2 * most
        )
        for _, _, at in near:
            name = names[at][0]
            lengths = range(len(typed) - most, len(typed) + most + 1)
            edits = min(OSA.distance(typed, name[:length]) for length in lengths)
            if edits <= most:
                yield (edits, *names[at])

    def _with_start(self, start: str) -> list[tuple[str, DocumentId, bool]]:
        first = bisect_left(self._names, (start,))
        return self._names[first : bisect_left(self._names, (start + _LAST,), first)]
