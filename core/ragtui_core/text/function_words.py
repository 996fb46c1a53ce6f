"""Function words (stop words), which carry no topical meaning."""

_WORDS = """
a about after all also am an and any are as at be because been before being but by
can could did do does doing for from had has have having he her here him his how i if
in into is it its just may me might more most must my no not of on or our out over
shall she should so some such than that the their them then there these they this to too
under up upon was we were what when where which while who whom whose why will with
would you your tell please give know say says many much often long
"""
FUNCTION_WORDS = frozenset(_WORDS.split())
"""English function words, in lower case; there are none for other languages."""


def is_function_word(word: str) -> bool:
    """Whether a word of a query has no topic; in capitals, as in CAN or IT, it has."""
    return word.lower() in FUNCTION_WORDS and not (word.isupper() and len(word) > 1)
