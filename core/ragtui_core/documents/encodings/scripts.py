"""The ratio of a text in its main scripts: high for text, low for binary data."""

from bisect import bisect_right
from collections import Counter

_STARTS = (
    (0x0000, "ascii"),
    (0x0080, "latin"),
    (0x0250, "other"),
    (0x0300, "latin"),  # combining marks, as Vietnamese has them
    (0x0370, "greek"),
    (0x0400, "cyrillic"),
    (0x0530, "armenian"),
    (0x0590, "hebrew"),
    (0x0600, "arabic"),
    (0x0700, "other"),
    (0x0900, "indic"),
    (0x0E00, "thai"),
    (0x0E80, "other"),
    (0x10A0, "georgian"),
    (0x1100, "east_asian"),
    (0x1200, "other"),
    (0x1E00, "latin"),
    (0x1F00, "greek"),
    (0x2000, "ascii"),  # punctuation and signs of all scripts
    (0x2E80, "east_asian"),
    (0xA000, "other"),
    (0xAC00, "east_asian"),
    (0xD7B0, "other"),
    (0xF900, "east_asian"),
    (0xFB00, "other"),
    (0xFB50, "arabic"),
    (0xFE00, "other"),
    (0xFE30, "east_asian"),
    (0xFE50, "other"),
    (0xFEFF, "ascii"),
    (0xFF00, "east_asian"),
    (0xFFF0, "other"),
    (0x1F000, "ascii"),  # emoji
    (0x20000, "east_asian"),
    (0x32000, "other"),
)
"""First code points of runs of Unicode blocks; shared signs count as ASCII."""
_FIRST = [start for start, _ in _STARTS]


def script_ratio(text: str, scripts: int) -> float:
    """The ratio, 0..1, of `text` that is ASCII, signs, or in its most common scripts.

    Args:
        text: Any text.
        scripts: How many of the most common scripts count.
    """
    if not text:
        return 1.0
    counts = Counter[str]()
    for char, count in Counter(text).items():
        counts[_STARTS[bisect_right(_FIRST, ord(char)) - 1][1]] += count
    neutral = counts.pop("ascii", 0)
    counts.pop("other", 0)
    main = sum(count for _, count in counts.most_common(scripts))
    return (neutral + main) / len(text)
