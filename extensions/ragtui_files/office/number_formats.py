"""Numbers as the formats of cells show them: `7.5%`, `00742`, `$1,250.00`, `27:30`.

A format has sections for positive numbers, negative ones, zero and texts. Dates are
written as ISO 8601 has them, whatever their format, unless it shows no day.
"""

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import cache

BUILT_IN = dict[int, str](
    [
        *((1, "0"), (2, "0.00"), (3, "#,##0"), (4, "#,##0.00"), (9, "0%")),
        *((10, "0.00%"), (11, "0.00E+00"), (17, "mmm yy"), (49, "@")),
        *((number, "$#,##0") for number in (5, 6, 42)),
        *((number, "$#,##0.00") for number in (7, 8, 44)),
        *((number, "#,##0;(#,##0)") for number in (37, 38)),
        *((number, "#,##0.00;(#,##0.00)") for number in (39, 40)),
        *((41, "#,##0"), (43, "#,##0.00")),
        *((number, "yyyy-mm-dd") for number in (*range(14, 17), *range(27, 37))),
        *((number, "h:mm:ss") for number in range(18, 22)),
        *((22, "yyyy-mm-dd h:mm"), (45, "mm:ss"), (46, "[h]:mm:ss"), (47, "mm:ss")),
    ]
)
"""Formats by number that a workbook does not spell out (ECMA-376, 18.8.30)."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)[^\]]*\]'
    r"|\[[^\]]*\]|_.|\*.|(?P<digits>[0#?][0#?,.]*(?:[eE][+-]0+)?(?:/[0#?\d]+)?)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_LITERALS = ("quoted", "escaped", "currency", "other")
_DIGIT = re.compile(r"[0#?]")
_LETTERS = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_DAYS = re.compile(r"d", re.IGNORECASE)
_TIMES = frozenset("ymdhs")
_MAX_DIGITS = 30


@cache
def is_time(code: str) -> bool:
    """Whether a format shows a number as a date, a time or a duration."""
    plain = _LETTERS.sub("", code.split(";")[0]).lower()
    return is_duration(code) or ("general" not in plain and bool(set(plain) & _TIMES))


@cache
def is_duration(code: str) -> bool:
    """Whether a format shows hours, minutes or seconds in all: `[h]:mm`."""
    return any(f"[{unit}" in code.lower() for unit in ("h]", "hh]", "m]", "mm]", "s]"))


def shown_number(value: float, code: str) -> str:
    """A number as a format shows it; without format, 15 digits as in Excel."""
    sections = code.split(";")
    section, sign = sections[0], "-" if value < 0 else ""
    if value < 0 and len(sections) > 1:
        section, sign = sections[1], ""
    elif value == 0 and len(sections) > 2:
        section = sections[2]
    plain = _LETTERS.sub("", section)
    is_literal = not plain.strip() and '"' in section
    if not is_literal and (not re.search(r"[0#?]", plain) or "/" in plain):
        return f"{value:.15g}"
    try:
        return sign + _formatted(abs(Decimal(repr(value))), section, plain)
    except (InvalidOperation, OverflowError, ValueError):
        return f"{value:.15g}"


def _formatted(value: Decimal, section: str, plain: str) -> str:
    value *= 100 ** plain.count("%")
    tokens = list(_TOKEN.finditer(section))
    if sum(bool(token["digits"]) for token in tokens) > 1:
        raise ValueError("several groups of digits")
    shown = (
        _digits(value, token["digits"])
        if token["digits"]
        else next(filter(None, map(token.__getitem__, _LITERALS)), "")
        for token in tokens
    )
    return " ".join("".join(shown).split())


def _digits(value: Decimal, code: str) -> str:
    """A number by the part of a format that has digits, such as `#,##0.00`."""
    mantissa, _, exponent = code.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    trimmed = whole.rstrip(",")
    value /= 1000 ** (len(mantissa) - len(mantissa.rstrip(",")))
    digit_count = min(len(_DIGIT.findall(decimals)), _MAX_DIGITS)
    if exponent:
        digits, _, power = f"{value:.{digit_count}e}".partition("e")
        return f"{digits}E{int(power):+0{len(exponent)}}"
    decimals = decimals.rstrip(",")
    least = digit_count - (len(decimals) - len(decimals.rstrip("#")))
    rounded = value.quantize(Decimal(1).scaleb(-digit_count), ROUND_HALF_UP)
    text = f"{rounded:,f}" if "," in trimmed else f"{rounded:f}"
    front, _, rest = text.partition(".")
    while len(rest) > least and rest.endswith("0"):
        rest = rest[:-1]
    front = front.zfill(min(trimmed.count("0"), _MAX_DIGITS))
    return f"{front}.{rest}" if rest else front


def shown_time(value: date | time | timedelta, code: str) -> str:
    """A date, a time or a duration: `2026-03-02 14:30`, `Mar 2026`, `27:30`."""
    plain = re.sub(r'"[^"]*"|\\.|_.|\*.', "", code.split(";")[0]).lower()
    if isinstance(value, timedelta):
        return _duration(value, plain)
    if isinstance(value, date) and "y" in plain and not _DAYS.search(plain):
        month = {True: "%b ", False: ""}["m" in plain]
        return value.strftime(f"{month}%Y")
    if isinstance(value, datetime) and plain and not re.search("[hs]", plain):
        value = value.date()
    return value.isoformat().replace("T", " ")


def _duration(value: timedelta, plain: str) -> str:
    """Hours and minutes, with seconds if the format or the value has any."""
    seconds = round(abs(value.total_seconds()))
    sign = "-" if value.total_seconds() < 0 else ""
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    if plain.startswith(("mm:ss", "[mm]:ss", "[m]:ss")):
        return f"{sign}{minutes}:{second:02}"
    end = f":{second:02}" if second or "s" in plain else ""
    return f"{sign}{hours}:{minute:02}{end}"
