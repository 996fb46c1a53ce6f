"""Notes in many languages and encodings, made from a seed."""

import random
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from support.commands import DATA

_DATA = tomllib.loads((DATA / "encoded_notes.toml").read_text("utf-8"))

ENCODINGS: dict[str, list[list[str]]] = {
    encoding: [_DATA[language] for language in languages]
    for encoding, languages in _DATA["encodings"].items()
}
"""Sentences of the languages that are written in each encoding; no byte order marks."""

_MARKS = ("", "", "", "- ", "> ", "1. ")


class EncodedNote(NamedTuple):
    """A note as text, and its bytes in one encoding."""

    encoding: str
    text: str
    data: bytes


def encoded_notes(seed: int, per_encoding: int) -> Iterator[EncodedNote]:
    """Notes of 1 to 40 lines, `per_encoding` for each encoding, the same for a seed."""
    for encoding, languages in ENCODINGS.items():
        chance = random.Random(f"{seed} {encoding}")
        for _ in range(per_encoding):
            text = _note(chance, chance.choice(languages), encoding)
            yield EncodedNote(encoding, text, text.encode(encoding))


def _note(chance: random.Random, sentences: list[str], encoding: str) -> str:
    parts = [f"# {chance.choice(sentences)[:20].strip()}", ""]
    if chance.random() < 0.3:
        parts = ["---", f"title: {chance.choice(sentences)[:15].strip()}", "---"]
    for _ in range(chance.choice((1, 2, 5, 10, 40))):
        spoken = chance.sample(sentences, chance.randint(1, 3))
        parts.append(chance.choice(_MARKS) + " ".join(spoken))
        if chance.random() < 0.3:
            parts.append(f"{chance.randint(1, 31)}.{chance.randint(1, 12)}.2024")
    text = chance.choice(("\n", "\n", "\r\n")).join(parts) + "\n"
    # Vietnamese in cp1258 and a few others lack precomposed letters.
    return text.encode(encoding, "ignore").decode(encoding)
