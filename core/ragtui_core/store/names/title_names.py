"""How names of documents and sections are compared."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ragtui_core.language.function_words import is_function_word
from ragtui_core.store.names.note_keys import CalledNote, alias_texts
from ragtui_core.text.folding import folded
from ragtui_core.text.stemming import stemmed, stems

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


def names_of(title: str, name: str, aliases: str) -> Iterator[str]:
    """A document's title, both forms of `Long Form (LF)`, file name, and aliases."""
    yield title
    if short := _SHORT_FORM.fullmatch(title):
        yield from short.groups()
    yield name
    yield from alias_texts(aliases)


@lru_cache(maxsize=1 << 13)
def terms_of(name: str) -> tuple[str, ...]:
    """The terms of a name, in order."""
    return tuple(stemmed(name))


def content_of(title: str) -> set[str]:
    """The terms of a title, without function words."""
    return {stem for word, stem in stems(title) if not is_function_word(word)}


def content_keys(*names: str) -> set[str]:
    """The keys in `note_keys` of names: the terms of each, without function words."""
    return {f"ragtui:terms:{' '.join(sorted(content_of(name)))}" for name in names}


MIN_MISSPELT, MIN_TWO_EDITS = 5, 8
"""From so many letters on, the beginning of a name may have one typo, or two."""

MANY = 10_000
"""Names that are compared in some milliseconds."""


def nearly_begun(typed: str, names: Sequence[CalledNote]) -> list[CalledNote]:
    """The names that begin with folded words but for one or two typos, nearest first.

    Of very many, those that begin with one of the first two letters count.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if len(typed) < MIN_MISSPELT:
        return []
    if len(names) > MANY:
        names = [name for name in names if name.words[:1] in typed[:2]]
    most = 2 if len(typed) >= MIN_TWO_EDITS else 1
    cut = [name.words[: len(typed)] for name in names]
    # A missing letter moves the end by one, which counts as another edit.
    near = process.extract_iter(typed, cut, scorer=OSA.distance, score_cutoff=2 * most)
    found = list[tuple[int, CalledNote]]()
    for _, _, at in near:
        lengths = range(len(typed) - most, len(typed) + most + 1)
        words = names[at].words
        edits = min(OSA.distance(typed, words[:length]) for length in lengths)
        if edits <= most:
            found.append((edits, names[at]))
    return [name for _, name in sorted(found, key=lambda it: (it[0], rank(it[1])))]


def rank(name: CalledNote) -> tuple[bool, int, str]:
    """Titles and aliases come before names of files, short names before long ones."""
    return name.is_file, len(name.words), name.words
