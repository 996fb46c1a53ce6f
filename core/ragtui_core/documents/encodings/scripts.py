"""The ratio of a text in its main scripts: high for text, low for binary data."""

from bisect import bisect_right
from collections import Counter

_RUNS = """
0000:ascii 0080:latin 0250:other 0300:latin 0370:greek 0400:cyrillic 0530:armenian
0590:hebrew 0600:arabic 0700:other 0900:indic 0e00:thai 0e80:other 10a0:georgian
1100:east_asian 1200:other 1e00:latin 1f00:greek 2000:ascii 2e80:east_asian a000:other
ac00:east_asian d7b0:other f900:east_asian fb00:other fb50:arabic fe00:other
fe30:east_asian fe50:other feff:ascii ff00:east_asian fff0:other 1f000:ascii
20000:east_asian 32000:other
"""
"""First code points of runs of Unicode blocks, in hexadecimal. Combining marks, as
Vietnamese has them, count as Latin; shared signs and emoji as ASCII."""

_SCRIPTS = [run.partition(":")[2] for run in _RUNS.split()]
_FIRST = [int(run.partition(":")[0], 16) for run in _RUNS.split()]


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
        counts[_SCRIPTS[bisect_right(_FIRST, ord(char)) - 1]] += count
    neutral = counts.pop("ascii", 0)
    counts.pop("other", 0)
    main = sum(count for _, count in counts.most_common(scripts))
    return (neutral + main) / len(text)
