"""Notes that try to command a model, a terminal or a user (`data/injections.toml`)."""

import re
import tomllib
from dataclasses import dataclass

from support.commands import DATA

FETCH = "http://127.0.0.1:9/?q=vault"
"""Where stolen text would go; nothing listens there."""

TOPIC = "the harbour crane"
"""What the harmless part of all the notes is about."""

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)"
    "|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # direction
    "|[\u2028\u2029\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb]"
    "|[\U000e0000-\U000e00ff]"
    "|[\u200b-\u200d]{2}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2}"
)


def assert_harmless(text: str) -> None:
    """Nothing in `text` commands a terminal, turns it round or is hidden in it."""
    for region in ("gbeng", "gbsct", "gbwls"):
        text = text.replace(f"\U0001f3f4{as_tags(region)}\U000e007f", "")
    found = _FORBIDDEN.search(text)
    assert not found, f"{found[0]!a} in {text[: found.end()][-60:]!a}"


def as_tags(text: str) -> str:
    """ASCII as tag characters, which nothing shows."""
    return "".join(chr(0xE0000 + ord(character)) for character in text)


@dataclass(frozen=True, slots=True)
class Injection:
    """A hostile note. `text` is its content besides one harmless sentence."""

    kind: str
    number: int
    text: str

    @property
    def path(self) -> str:
        """Of its file; spaces and brackets are a part of the test."""
        return f"{self.kind}/[{self.number}] note.md"

    @property
    def fact(self) -> str:
        """The harmless sentence."""
        return f"Inspection {self.number} of {TOPIC} found no cracks."

    @property
    def note(self) -> str:
        """The file's whole text."""
        return f"# Crane {self.kind} {self.number}\n\n{self.fact}\n\n{self.text}\n"


_TEXTS: dict[str, list[str]] = tomllib.loads(
    (DATA / "injections.toml").read_text("utf-8")
)

KINDS = tuple(_TEXTS)

TOKENS = _TEXTS["tokens"][-1].split()
"""Tokens that chat templates give a meaning; servers read them out of plain text."""


def injections(kind: str) -> list[Injection]:
    """All notes of a kind."""
    return [Injection(kind, n, text) for n, text in enumerate(_TEXTS[kind], 1)]


def as_files(kind: str) -> dict[str, str | bytes]:
    """The notes of a kind as files, path to content."""
    return {injection.path: injection.note for injection in injections(kind)}


def as_answer(kind: str) -> str:
    """What a model says that repeats every word of its notes."""
    return "\n\n".join(injection.text for injection in injections(kind))
