"""Excerpts of notes as words: an editor's lists show no Markdown."""

from collections.abc import Sequence

from ragtui_core import Span
from ragtui_core.documents import ParserPanic, TextLeaf, shown_blocks


def shown_words(
    excerpt: str, matches: Sequence[Sequence[int]] = ()
) -> tuple[str, list[list[int]]]:
    """An excerpt as it is displayed, of links their words, and where matches are then.

    It may begin and end within markup; a match is two characters, start and end.
    """
    words, found = "", []
    try:
        leaves = [leaf for leaf in shown_blocks(excerpt) if isinstance(leaf, TextLeaf)]
    except ParserPanic:
        return excerpt, [list(match) for match in matches]
    for text in (text for leaf in leaves for text in leaf.texts):
        words += " " if words else ""
        for match in matches if text.runs else ():
            place = Span(*(len(words) + text.displayed(end) for end in match))
            if place:
                found.append([place.start, place.end])
        words += text.text.replace("\n", " ")
    return words, found
