"""What two versions of a text have in common."""


def common_start(one: str, other: str) -> int:
    """How many characters at the start of two texts are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_end(one: str, other: str, maximum: int) -> int:
    """How many characters at the end of two texts are the same; at most `most`."""
    low, high = 0, maximum
    while low < high:
        middle = (low + high + 1) // 2
        if (
            one[len(one) - middle : len(one) - low]
            == other[len(other) - middle : len(other) - low]
        ):
            low = middle
        else:
            high = middle - 1
    return low
