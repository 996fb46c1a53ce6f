"""How well text can be read on the screen: contrast as WCAG 2.1 counts it, 1..21."""

from collections.abc import Iterator, Sequence

from rich.color import Color
from textual.strip import Strip

ENOUGH = 4.5
"""WCAG 2.1, level AA, for text of ordinary size."""

Pair = tuple[str, str]
"""Foreground and background colours, as `#rrggbb`."""


def weak_texts(strips: Sequence[Strip]) -> dict[Pair, tuple[float, str]]:
    """Pairs of colours whose contrast is too low, with it and a text that has them."""
    found: dict[Pair, tuple[float, str]] = {}
    for text, letters, behind in _texts(strips):
        contrast = ratio(letters, behind)
        if contrast < ENOUGH:
            found.setdefault((letters, behind), (round(contrast, 2), text.strip()))
    return found


def _texts(strips: Sequence[Strip]) -> Iterator[tuple[str, str, str]]:
    """Runs of letters or digits with their two colours; signs and bars are not text."""
    for strip in strips:
        for text, style, _ in strip:
            if style and any(char.isalnum() for char in text):
                letters, behind = _hex(style.color), _hex(style.bgcolor)
                pair = (behind, letters) if style.reverse else (letters, behind)
                yield text, *pair


def _hex(color: Color | None) -> str:
    assert color is not None, "a text without a colour of its own"
    return color.get_truecolor().hex


def ratio(some: str, other: str) -> float:
    """Contrast of two colours."""
    light, dark = sorted((_luminance(some), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    channels = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    ]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
