"""Excerpts of notes as words: an editor's lists show no Markdown."""

from collections.abc import Sequence

from ragtui_core import Span
from ragtui_core.documents import displayed_parts


def shown_words(
    excerpt: str, matches: Sequence[Sequence[int]] = ()
) -> tuple[str, list[list[int]]]:
    """An excerpt as it is displayed, of links their words, and where matches are then.

    It may begin and end within markup; a match is two characters, start and end.
    """
    words, found = "", list[list[int]]()
    for parts in displayed_parts(excerpt, [Span(*match) for match in matches]):
        words += " " if words else ""
        for part, is_match in parts:
            if is_match:
                found.append([len(words), len(words) + len(part)])
            words += part.replace("\n", " ")
    return words, found
