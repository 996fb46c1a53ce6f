"""Conditions on words in FTS5's query language."""

from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, Prefix
from ragtui_core.text.word_folding import as_words


def expression_of(matching: Matching) -> str:
    """The condition in FTS5's query language."""
    match matching:
        case Phrase(text):
            # For FTS5 an expression ends at a NUL.
            return '"' + as_words(text).replace('"', '""').replace("\0", " ") + '"'
        case Prefix(text):
            return expression_of(Phrase(text)) + "*"
        case AllOf(parts):
            return f"({' AND '.join(map(expression_of, parts))})"
        case AnyOf(parts):
            return f"({' OR '.join(map(expression_of, parts))})"
