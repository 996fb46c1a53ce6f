"""Every setting by its dotted key, and the values that it accepts."""

import difflib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from ragtui_core.errors import SettingsError
from ragtui_core.settings.schema import Settings
from ragtui_core.settings.setting_fields import SettingFacts

MAX_NUMBER = 1e9
"""No number may be larger where the schema gives no bound of its own."""

MAX_ID = 2**63
"""No whole number in a list may be as large: ids of chats have at most 52 bits."""

ENV_PREFIX = "RAGTUI_"
"""`RAGTUI_VAULT`, `RAGTUI_SEARCH_LIMIT`: prefix, table, key."""

_MAX_SHOWN = 80
"""Characters of an unknown key that are shown and compared with the known ones."""
_MIN_SIMILARITY = 0.7
"""A key that is less similar is not proposed: it would be a guess."""
_MIN_BEGINNING = 3
"""Characters of a key that can be the beginning of a name."""
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingKey(SettingFacts):
    """A setting as the schema declares it."""

    key: str
    kind: type
    """bool, int, float, str, tuple (of str) or a StrEnum."""
    default: Any

    @property
    def table(self) -> str:
        """The part of the key before the last dot; empty at the top."""
        return self.key.rpartition(".")[0]

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return variable_of(self.key)

    @property
    def choices(self) -> tuple[str, ...]:
        """The values to choose from, if they can be listed."""
        if self.kind is bool:
            return ("true", "false")
        values = self.suggested or self.kind
        return tuple(values) if issubclass(values, StrEnum) else ()

    @property
    def range(self) -> str:
        """`0 to 1`, `at least 1`, or empty."""
        if self.low is not None and self.high is not None:
            return f"{self.low:g} to {self.high:g}"
        if self.low is not None:
            return f"at least {self.low:g}"
        return f"at most {self.high:g}" if self.high is not None else ""


def variable_of(key: str) -> str:
    """The environment variable that sets `key`."""
    return ENV_PREFIX + key.replace(".", "_").upper()


@cache
def known_keys() -> Mapping[str, SettingKey]:
    """Every setting by its dotted key, in the schema's order."""
    return MappingProxyType(
        {setting.key: setting for setting in _declared(Settings, "")}
    )


def changed_keys(before: Settings, after: Settings) -> tuple[str, ...]:
    """The dotted settings whose values differ, in the schema's order."""
    values = {key: attrgetter(key) for key in known_keys()}
    return tuple(key for key, of in values.items() if of(before) != of(after))


def _declared(table: type[Any], prefix: str) -> Iterator[SettingKey]:
    for item in fields(table):
        key, kind = f"{prefix}{item.name}", item.type
        if is_dataclass(kind):
            yield from _declared(kind, f"{key}.")  # type: ignore[arg-type]
        elif item.metadata:  # else a constant
            kind = kind if isinstance(kind, type) else tuple
            yield SettingKey(key=key, kind=kind, default=item.default, **item.metadata)


def validated(
    values: Mapping[str, Any], source: str, *, in_vault: bool = False
) -> dict[str, Any]:
    """Dotted keys with values of the schema's types.

    The message of an error begins with `source`, a file or a variable. `in_vault`
    allows only what a vault's own file may set.

    Raises:
        SettingsError: A key is unknown, or a value of the wrong type or range.
    """
    known = known_keys()
    for key in values:
        if key not in known:
            raise SettingsError(unknown_key(key, known, source))
        if in_vault and not known[key].in_vault:
            raise SettingsError(
                f"{source}: a vault's own file may not set `{key}`; "
                "set it in your config.toml"
            )
    return {key: _checked(known[key], value, source) for key, value in values.items()}


def unknown_key(key: str, known: Mapping[str, Any], source: str) -> str:
    """The message about a key, or variable, that is not among the `known` ones."""
    return f"{source}: unknown setting {named_nearest(key, known)}"


def named_nearest(key: str, known: Iterable[str]) -> str:
    """An unknown key with a similar one: `` `lmit`; did you mean `search.limit`? ``."""
    key = key if len(key) <= _MAX_SHOWN else f"{key[:_MAX_SHOWN]}…"
    near = max(known, key=lambda name: _similarity(key, name), default="")
    is_similar = _similarity(key, near) >= _MIN_SIMILARITY
    hint = f"; did you mean `{near}`?" if near and is_similar else ""
    return f"`{key}`{hint}"


def _similarity(key: str, known: str) -> float:
    """How similar a key is to a known one, or to that without its table, 0..1.

    The beginning of a name is taken for the name. A table that both have says nothing.
    """
    key, known = key.removeprefix(ENV_PREFIX), known.removeprefix(ENV_PREFIX)
    table = known[: known.rfind(".") + 1]
    if table and key.startswith(table):
        key, known = key.removeprefix(table), known.removeprefix(table)
    names = (known, known.rpartition(".")[2], known.partition("_")[2])
    if len(key) >= _MIN_BEGINNING and any(name.startswith(key) for name in names):
        return 1.0
    return max(difflib.SequenceMatcher(None, name, key).ratio() for name in names)


def _checked(setting: SettingKey, value: Any, source: str) -> Any:
    if setting.kind is tuple and isinstance(value, list):
        # Ids, which a file may have as numbers.
        value = [str(v) if type(v) is int and abs(v) < MAX_ID else v for v in value]
    try:
        return checked_value(value, setting.kind, setting.low, setting.high)
    except ValueError as error:
        raise SettingsError(f"{source}: `{setting.key}` must be {error}") from None


def checked_value(
    value: Any, kind: type, low: float | None = None, high: float | None = None
) -> Any:
    """A value from outside as one of `kind`, or an error.

    A `kind` is bool, int, float, str, tuple (of str) or a StrEnum. Numbers are at least
    `low`, else -`MAX_NUMBER`, and at most `high`, else `MAX_NUMBER`.

    Raises:
        ValueError: What it must be instead, such as `at most 5`.
    """
    if issubclass(kind, StrEnum):
        if not isinstance(value, str) or value not in set(kind):
            raise ValueError("one of " + ", ".join(kind))
        return kind(value)
    fits, described = _KINDS[kind]
    if not fits(value):
        raise ValueError(described)
    if kind in {int, float}:
        low = -MAX_NUMBER if low is None else low
        high = MAX_NUMBER if high is None else high
        if value < low:
            raise ValueError(f"at least {low:,g}")
        if value > high:
            raise ValueError(f"at most {high:,g}")
    if kind is tuple:
        return tuple(value)
    return float(value) if kind is float else value


def _is_text(value: Any) -> bool:
    """Whether it is a string that can be part of a file name."""
    return isinstance(value, str) and "\0" not in value


_KINDS: Mapping[type, tuple[Callable[[Any], bool], str]] = {
    bool: (lambda value: type(value) is bool, "true or false"),
    int: (lambda value: type(value) is int, "a whole number"),
    float: (
        lambda value: type(value) in {int, float} and abs(value) < math.inf,
        "a number",
    ),
    str: (_is_text, "text without NUL characters"),
    tuple: (
        lambda value: isinstance(value, list | tuple) and all(map(_is_text, value)),
        "a list of strings without NUL characters",
    ),
}
"""For each kind but choices: which values fit, and how an error names them."""


def parse_value(key: str, text: str) -> Any:
    """A text as the type of its key, where it can be read so; else the text.

    Lists are comma-separated.
    """
    kind = known_keys()[key].kind
    if kind is bool and text.lower() in _TRUE | _FALSE:
        return text.lower() in _TRUE
    if kind is tuple:
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind in {int, float}:
        for number in (int, float):
            with suppress(ValueError):
                return number(text)
    return text


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with dotted keys set to other values."""
    for key, value in values.items():
        settings = _with_value(settings, key.split("."), value)
    return settings


def _with_value(table: Any, keys: list[str], value: Any) -> Any:
    first, *rest = keys
    if rest:
        value = _with_value(getattr(table, first), rest, value)
    return replace(table, **{first: value})
