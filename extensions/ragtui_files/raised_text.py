"""Raised numbers as characters of their own: `10⁶`, `m²`."""

_RAISED = str.maketrans("0123456789+-\u2212n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")


def raised(text: str) -> str:
    """A superscript; only numbers and their signs have characters of their own."""
    words = text.strip()
    shown = words.translate(_RAISED)
    return text if set(shown) & set(words) else text.replace(words, shown)
