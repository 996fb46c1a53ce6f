"""Units of measure, scales and number words of seven languages: data.

English, German, French, Spanish, Italian, Portuguese and Dutch.
"""

import re
from collections.abc import Mapping

_UNITS = """
time 1 nµm: s sec secs second seconds sekunde sekunden seconde secondes segundo segundos
 secondo secondi seconden
time 60: min mins minute minutes minuten minuto minutos minuti minuut
time 3600: h hr hrs hour hours stunde stunden heure heures hora horas ora ore uur uren
time 86400: day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen
time 604800: week weeks woche wochen semaine semaines semana semanas settimana settimane
 weken
months 1: month months monat monate monaten mois mes meses mese mesi mês maand maanden
months 12: year years yr yrs jahr jahre jahren an ans année années año años anno anni
 ano anos jaar jaren
months 120: decade decades
length 1 nµmck: m metre metres meter meters metern mètre mètres metro metros metri
length 1000: kilómetro kilómetros chilometro chilometri quilómetros quilômetros
length 0.000001: micron microns
length 0.0254: inch inches zoll
length 0.3048: ft foot feet
length 1609.344: mile miles meile meilen
area 1: m² m2 sqm quadratmeter
area 10000: ha hectare hectares hektar
mass 1 nµmk: g gram grams gramm gramme grammes gramo gramos grammo grammi
mass 1000: kilo kilos
mass 1000000: t tonne tonnes tonnen ton tons tonelada toneladas
mass 453.592: lb lbs
volume 1 µmc: l litre litres liter liters litro litros litri
volume 1000: m³ m3
volume 3.785: gallon gallons
memory 1 kMGT: byte bytes
memory 1000 : kb
memory 1000000: mb
memory 1000000000: gb
memory 1000000000000: tb
memory 1024: kib
memory 1048576: mib
memory 1073741824: gib
share 1: % percent prozent procent pct
share 0.1: ‰
degrees 1: ° degree degrees grad degré degrés grado grados gradi grau graus graden
 celsius °c
fahrenheit 1: fahrenheit °f
kelvin 1: kelvin
pressure 1 hkM: pa pascal
pressure 100000 m: bar bars
pressure 6894.76: psi
power 1 kMG: w watt watts
energy 1 kM: j joule joules
energy 3600 kMG: wh
volts 1 µmk: v volt volts
amperes 1: amp amps ampere amperes
amperes 0.001: ma milliamp milliamps milliampere
charge 1 mk: ah
resistance 1 mkM: ohm ohms ω
frequency 1 kMG: hz hertz
speed 1: km/h kph
speed 1.609344: mph
speed 3.6: m/s
euros 1: € euro euros eur
dollars 1: $ dollar dollars usd dólar dólares
pounds 1: £ pound pounds gbp pfund
francs 1: chf
yen 1: ¥ yen jpy
"""
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

_NUMBERS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "de": "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn "
    "vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize "
    "quatorze quinze seize",
    "es": "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece "
    "catorce quince",
    "it": "zero un due tre quattro cinque sei sette otto nove dieci undici dodici",
    "pt": "zero um dois/duas três quatro cinco seis sete oito nove dez onze doze",
    "nl": "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf",
}
"""From 0 on."""
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig",
    "fr": "vingt trente quarante cinquante",
    "es": "veinte treinta cuarenta cincuenta",
    "it": "venti trenta quaranta cinquanta",
    "pt": "vinte trinta quarenta cinquenta",
    "nl": "twintig dertig veertig vijftig",
}
"""From 20 on."""
NUMBER_WORDS: Mapping[str, Mapping[str, int]] = {
    language: {
        word: number
        for number, names in enumerate(words.split())
        for word in names.split("/")
    }
    | {word: 10 * ten for ten, word in enumerate(_TENS[language].split(), 2)}
    for language, words in _NUMBERS.items()
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
