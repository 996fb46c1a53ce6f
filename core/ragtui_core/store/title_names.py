"""How names of documents and sections are compared."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ragtui_core.text.folding import folded
from ragtui_core.text.function_words import is_function_word
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


def names_of(title: str, name: str) -> Iterator[str]:
    """A document's names: its title, both forms of `Long Form (LF)`, its file's."""
    yield title
    if short := _SHORT_FORM.fullmatch(title):
        yield from short.groups()
    yield name


def paths_of(title: str, path: str) -> Iterator[str]:
    """A section's names: its heading, alone and with what is above it."""
    if path == title:
        return
    own = path.rpartition("\n")[2]
    yield own
    yield f"{title} {own}"
    if own != path:
        yield path
        yield f"{title} {path}"


def folded_words(text: str) -> str:
    """The words of `text` without case and accents."""
    return " ".join(_WORD.findall(folded(text)))


@lru_cache(maxsize=1 << 13)
def terms_of(name: str) -> tuple[str, ...]:
    """The terms of a name, in order."""
    return tuple(stemmed(name))


def have_name_with(names: Iterable[tuple[str, str]], wanted: Iterable[str]) -> bool:
    """Whether a title or file name has all of the terms `wanted`, perhaps among others.

    Args:
        names: The title and the file name of documents.
        wanted: The terms.
    """
    distinct = frozenset(wanted)
    return any(
        distinct.issubset(terms_of(each))
        for title, name in names
        for each in names_of(title, name)
    )


def content_of(title: str) -> set[str]:
    """The terms of a title, without function words."""
    return {stem for word, stem in stems(title) if not is_function_word(word)}
