"""Words that negate, of all languages, for the borders of quotations."""

from ragtui_core.language.tables import words

NEGATIONS_BEFORE = words("negations")
"""Words that negate what follows them."""

NEGATIONS_AFTER = words("negations_after")
"""Words that negate what they follow."""

PREFIXES = tuple(words("negation_prefixes"))
"""Negations before a word, in scripts without spaces."""

SUFFIXES = tuple(text.replace("_", " ") for text in words("negation_suffixes"))
"""Negations after a word, in such scripts and in Korean."""
