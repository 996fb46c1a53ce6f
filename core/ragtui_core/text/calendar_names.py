"""Names of months and weekdays in lower case, with abbreviations of months.

English, German, French, Spanish, Italian, Portuguese and Dutch.
"""

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
