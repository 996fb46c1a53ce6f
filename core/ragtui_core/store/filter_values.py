"""Which values of a field a filter means."""

import difflib
import re
from collections.abc import Iterable, Iterator

from ragtui_core.store.selection import FilterField
from ragtui_core.text.folding import folded

OF_MAILS = frozenset({FilterField.FROM, FilterField.TO, FilterField.SUBJECT})
"""Fields in which a filter finds words."""

COUNTED_OF_MAILS = frozenset({FilterField.FROM, FilterField.TO, FilterField.HAS})
"""Fields of which only mails have values that are counted."""


def matching_values(
    field: FilterField, value: str, values: Iterable[str]
) -> Iterator[str]:
    """Which of `values` of `field` match `value`."""
    wanted = folded(value.removeprefix("#") if field is FilterField.TAG else value)
    for text in values:
        known = folded(text)
        if known == wanted or (wanted and _belongs(field, known, wanted)):
            yield text


def _belongs(field: FilterField, known: str, wanted: str) -> bool:
    """A tag below the one wanted; a company with the words wanted in its name."""
    if field is FilterField.TAG:
        return known.startswith(f"{wanted}/")
    if field is FilterField.COMPANY or field in OF_MAILS:
        return bool(re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", known))
    return False


def most_similar(value: str, values: Iterable[str]) -> str | None:
    """The one of `values` most similar to `value`, as a suggestion."""
    known = {folded(text): text for text in values}
    near = difflib.get_close_matches(folded(value), known, n=1, cutoff=0.6)
    return known[near[0]] if near else None


def escaped(text: str) -> str:
    r"""`text` for a pattern of LIKE whose escape is `\`."""
    return re.sub(r"([%_\\])", r"\\\1", text)


def lower_ascii(text: str) -> str:
    """`text` with letters of ASCII in lower case, as `lower` of both stores has it."""
    return "".join(
        character.lower() if character.isascii() else character for character in text
    )
