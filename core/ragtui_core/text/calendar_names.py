"""Names of months and weekdays in lower case, with abbreviations of months.

English, German, French, Spanish, Italian, Portuguese and Dutch.
"""

FULL_MONTHS = tuple(
    names.split()
    for names in (
        "january januar janvier enero gennaio janeiro januari",
        "february februar février febrero febbraio fevereiro februari",
        "march märz maerz mars marzo março maart",
        "april avril abril aprile",
        "may mai mayo maggio maio mei",
        "june juni juin junio giugno junho",
        "july juli juillet julio luglio julho",
        "august août agosto augustus",
        "september septembre septiembre setiembre settembre setembro",
        "october oktober octobre octubre ottobre outubro",
        "november novembre noviembre novembro",
        "december dezember décembre diciembre dicembre dezembro",
    )
)
"""The names of each month."""

_SHORT = (
    "jan, janv ene gen",
    "feb, febr fev fevr",
    "mar, mrt",
    "apr, avr abr",
    ", mag",
    "jun, giu",
    "jul, juil lug",
    "aug, ago",
    "sep sept, set",
    "oct okt, ott out",
    "nov, ",
    "dec dez, dic",
)
SHORT = tuple(names.partition(",")[0].split() for names in _SHORT)
"""Short names that are not other words beside a year."""

OTHER_SHORT = tuple(names.partition(",")[2].split() for names in _SHORT)
"""Further short names, of which some are other words."""

MONTHS = tuple((*full, *short) for full, short in zip(FULL_MONTHS, SHORT, strict=True))
"""The names of each month in texts, the English one first."""

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
