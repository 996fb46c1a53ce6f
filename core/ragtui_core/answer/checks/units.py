"""Units of measure, scales and number words of seven languages: data.

English, German, French, Spanish, Italian, Portuguese and Dutch.
"""

from collections.abc import Mapping

_UNITS = """
time 0.001: ms millisecond milliseconds millisekunden
time 1: s sec secs second seconds sekunde sekunden seconde secondes segundo segundos
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
length 0.000001: µm μm micron microns
length 0.001: mm millimetre millimetres millimeter millimeters
length 0.01: cm centimetre centimetres centimeter centimeters
length 1: m metre metres meter meters metern mètre mètres metro metros metri
length 1000: km kilometre kilometres kilometer kilometers kilomètres kilómetros
length 0.0254: inch inches zoll
length 0.3048: ft foot feet
length 1609.344: mile miles meile meilen
mass 0.001: mg milligram milligrams
mass 1: g gram grams gramm gramme grammes gramo gramos grammo grammi
mass 1000: kg kilo kilos kilogram kilograms kilogramm
mass 1000000: t tonne tonnes tonnen ton tons tonelada toneladas
mass 453.592: lb lbs
volume 0.001: ml millilitre millilitres milliliter milliliters
volume 0.01: cl
volume 1: l litre litres liter liters litro litros litri
volume 3.785: gallon gallons
memory 1: byte bytes
memory 1000: kb
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
pressure 0.001: mbar hpa
pressure 0.00001: pa
pressure 0.01: kpa
pressure 10: mpa
pressure 1: bar bars
pressure 0.0689476: psi
power 1: w watt watts
power 1000: kw
energy 1: wh
energy 1000: kwh
volts 1: v volt volts
volts 1000: kv
volts 0.001: mv
amperes 1: amp amps ampere amperes
amperes 0.001: ma
charge 1: mah
charge 1000: ah
frequency 1: hz
frequency 1000: khz
frequency 1000000: mhz
frequency 1000000000: ghz
speed 1: km/h kph
speed 1.609344: mph
speed 3.6: m/s
euros 1: € euro euros eur
dollars 1: $ dollar dollars usd dólar dólares
pounds 1: £ pound pounds gbp pfund
francs 1: chf
yen 1: ¥ yen jpy
"""

Unit = tuple[str, float]
"""What is measured, and how many base units one of it is."""


def _units() -> Mapping[str, Unit]:
    units: dict[str, Unit] = {}
    for line in _UNITS.strip().replace("\n ", " ").splitlines():
        unit, _, names = line.partition(": ")
        measure, size = unit.split()
        units |= dict.fromkeys(names.split(), (measure, float(size)))
    return units


UNITS = _units()
"""Units by name, in lower case."""

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

_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_COUNTED = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "de": "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn "
    "vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize "
    "quatorze quinze seize",
    "es": "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece "
    "catorce quince",
    "it": "zero un due tre quattro cinque sei sette otto nove dieci undici dodici",
    "pt": "zero um dois três quatro cinco seis sete oito nove dez onze doze",
    "nl": "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf",
}
_MORE = {
    "en": dict(zip(_TENS.split(), range(20, 100, 10), strict=True)),
    "de": dict(
        zip(
            str.split("zwanzig dreißig vierzig fünfzig sechzig"),
            range(20, 70, 10),
            strict=True,
        )
    ),
    "fr": {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50},
    "es": {"veinte": 20, "treinta": 30, "cuarenta": 40, "cincuenta": 50},
    "it": {"venti": 20, "trenta": 30, "quaranta": 40, "cinquanta": 50},
    "pt": {"duas": 2, "vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50},
    "nl": {"twintig": 20, "dertig": 30, "veertig": 40, "vijftig": 50},
}
NUMBER_WORDS: Mapping[str, Mapping[str, int]] = {
    language: {word: value for value, word in enumerate(words.split())}
    | _MORE[language]
    for language, words in _COUNTED.items()
}
"""Numbers by word, by language."""

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
        *(
            (word, (value,))
            for value, word in enumerate(
                str.split(
                    "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
                ),
                4,
            )
        ),
    )
    for word in words.split()
}
"""Words of a passage that support a number of a claim."""

ARTICLES = frozenset(
    str.split("a an per each ein eine einem einen einer un une una uno um uma een")
)
"""Words before a unit that mean one of it."""

MONTHS = tuple(
    names.split()
    for names in (
        "january jan januar janvier enero gennaio janeiro januari",
        "february feb februar février febrero febbraio fevereiro februari",
        "march mar märz mars marzo março maart",
        "april apr avril abril aprile",
        "may mai mayo maggio maio mei",
        "june jun juni juin junio giugno junho",
        "july jul juli juillet julio luglio julho",
        "august aug août agosto augustus",
        "september sep sept septembre septiembre settembre setembro",
        "october oct oktober okt octobre octubre ottobre outubro",
        "november nov novembre noviembre novembro",
        "december dec dezember dez décembre diciembre dicembre dezembro",
    )
)
"""The names of each month."""

WEEKDAYS = tuple(
    names.split()
    for names in (
        "monday montag lundi lunes lunedì segunda-feira maandag",
        "tuesday dienstag mardi martes martedì terça-feira dinsdag",
        "wednesday mittwoch mercredi miércoles mercoledì quarta-feira woensdag",
        "thursday donnerstag jeudi jueves giovedì quinta-feira donderdag",
        "friday freitag vendredi viernes venerdì sexta-feira vrijdag",
        "saturday samstag sonnabend samedi sábado sabato zaterdag",
        "sunday sonntag dimanche domingo domenica zondag",
    )
)
"""The names of each day of the week, Monday first."""
