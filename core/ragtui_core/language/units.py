"""Units of measure, scales and number words."""

import re
from collections.abc import Mapping
from pathlib import Path

from ragtui_core.language import tables

_UNITS = Path(tables.__file__).with_name("units.txt").read_text("utf-8")
"""Measure, size in base units, and prefixes: the names of a unit, in lower case."""

_PREFIXES: Mapping[str, tuple[str, float]] = {
    "n": ("n nano", 1e-9),
    "µ": ("µ \u03bc micro mikro", 1e-6),
    "m": ("m milli mili", 1e-3),
    "c": ("c centi zenti", 1e-2),
    "h": ("h hecto hekto", 1e2),
    "k": ("k kilo", 1e3),
    "M": ("m mega", 1e6),
    "G": ("g giga", 1e9),
    "T": ("t tera", 1e12),
}

Unit = tuple[str, float]
"""What is measured, and how many base units one of it is."""


def _units() -> Mapping[str, Unit]:
    units: dict[str, Unit] = {}
    for line in _UNITS.strip().replace("\n ", " ").splitlines():
        unit, _, names = line.partition(": ")
        measure, size, *prefixes = unit.split()
        for prefix in ("", *"".join(prefixes)):
            written, factor = _PREFIXES.get(prefix, ("", 1))
            for name in names.split():
                for start in written.split() or [""]:
                    units[start + name] = (measure, float(size) * factor)
                    units[start.rstrip("o") + name] = units[start + name]
    return units


UNITS = _units()
"""Units by name, in lower case."""


def unit_named(name: str) -> Unit | None:
    """The unit of a name in any case, also of `mg/l` and `days per week`."""
    name = name.lower()
    above, *below = re.split(r"\s?/\s?|\s(?:per|pro|par|por|a)\s", name)
    if name in UNITS or len(below) != 1 or not {above, *below} <= UNITS.keys():
        return UNITS.get(name)
    (measure, size), (per, of) = UNITS[above], UNITS[below[0]]
    return f"{measure}/{per}:{of:g}", size


CURRENCIES = frozenset(str.split("€ $ £ ¥ eur usd gbp chf jpy"))
"""Units that may precede their number."""

SCALES: Mapping[str, float] = {
    name: scale
    for names, scale in (
        ("hundred hundert cent cien cento cem honderd", 1e2),
        ("thousand tausend tsd mille mil mila duizend", 1e3),
        ("million millions millionen mio millón millones milione milioni", 1e6),
        ("milhão milhões miljoen mn", 1e6),
        ("billion billions bn milliarde milliarden mrd milliard milliards", 1e9),
        ("miliardo miliardi miljard bilhão bilhões", 1e9),
    )
    for name in names.split()
}
"""What a word after a number multiplies it by."""

NUMBER_WORDS: Mapping[str, Mapping[str, int]] = {
    language: {
        word: number
        for number, names in enumerate(tables.words_of(language, "cardinals"))
        for word in names.split("/")
    }
    | {
        word: 10 * number
        for number, word in enumerate(tables.words_of(language, "tens"), 2)
    }
    for language in tables.languages_with("cardinals")
}
"""Numbers by word, by language."""

_ORDINALS = "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
INDIRECT: Mapping[str, tuple[float, ...]] = {
    word: values
    for words, values in (
        ("half halb halbe halben demi moitié mitad metà metade helft", (0.5, 50)),
        ("quarter viertel quart cuarto quarto kwart", (0.25, 25, 4)),
        ("third drittel tiers tercio terzo terço", (3, 33)),
        ("double twice twofold doppelt both pair couple dual", (2,)),
        ("beide zweimal doble doppio dobro dubbel ambos entrambi", (2,)),
        ("triple thrice threefold dreimal", (3,)),
        ("dozen dutzend douzaine docena dozzina dúzia dozijn", (12,)),
        ("once single einmal first", (1,)),
        ("second", (2,)),
        *((word, (number,)) for number, word in enumerate(_ORDINALS.split(), 4)),
    )
    for word in words.split()
}
"""Words of a passage that support a number of a claim."""

ARTICLES = frozenset(
    str.split("a an per each ein eine einem einen einer un une una uno um uma een")
)
"""Words before a unit that mean one of it."""
