"""Answers that present words as quoted, in many forms, languages and positions."""

import random
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from support.commands import DATA

_DATA = tomllib.loads((DATA / "presented_notes.toml").read_text("utf-8"))

NOTES = {f"{name}.md": note["text"] for name, note in _DATA.items()}
"""What is displayed of each note, by path; each begins with a heading when written."""

_PAIRS = (
    *('""', "\u201c\u201d", "\u201e\u201c", "\u201e\u201d", "\u2018\u2019", "''"),
    *("\u201a\u2018", "\u00ab\u00bb", "\u00bb\u00ab", "\u2039\u203a", "\u203a\u2039"),
    *("\u201d\u201d", "\u300c\u300d", "\u300e\u300f", "\u300a\u300b", "\uff02\uff02"),
    *("\u201d\u201c", "\u2033\u2033", "\u05f4\u05f4", "\u27ea\u27eb", "\u2770\u2771"),
    *("\u2032\u2032", "\u3010\u3011"),
)
Form = Callable[[str], str]


def _between(opening: str, closing: str) -> Form:
    return lambda words: f"{opening}{words}{closing}"


INLINE: dict[str, Form] = {
    **{pair: _between(*pair) for pair in _PAIRS},
    "\u00ab x \u00bb": _between("\u00ab\u00a0", "\u00a0\u00bb"),
    "link": _between('["', '"](#)'),
    "entities": _between("&quot;", "&quot;"),
    "curly entities": _between("&ldquo;", "&rdquo;"),
    "TeX": _between("''", "''"),
    "doubled": _between('""', '""'),
    "nested": _between("'\u201c", "\u201d'"),
    "strong": _between('**"', '"**'),
    "emphasis": _between("\u201c*", "*\u201d"),
}
BLOCKS: dict[str, Form] = {
    "quote": lambda words: f"> {words}",
    "quote of two lines": lambda words: "> " + words.replace(" ", "\n> ", 1),
    "quoted quote": lambda words: f'> "{words}"',
    "callout": lambda words: f"> [!quote]\n> {words}",
    "item": lambda words: f'- "{words}"',
    "numbered item": lambda words: f"1. \u201c{words}\u201d",
    "cell": lambda words: f'| it says |\n|---|\n| "{words}" |',
    "heading": lambda words: f"### \u201e{words}\u201c",
}
_INLINE_PLACES: tuple[str, ...] = (
    "It says {quote} [{n}].",
    "It says {quote}. [{n}]",
    "[{n}] states: {quote}.",
    "According to it [{n}], {quote} holds.",
    "Yes. {quote} [{n}] and more.",
    "{quote} [{n}]",
    "It is known: {quote}, as everybody there says [{n}].",
    "It is certain: {quote}.",
    "- first\n- then {quote} [{n}]\n- last",
)
_BLOCK_PLACES: tuple[str, ...] = (
    "As it says [{n}]:\n\n{quote}\n\nThat is all.",
    "{quote}\n\n[{n}]",
    "Here:\n\n{quote}\n\nThat is from [{n}].",
    "{quote}\n",
    "Two things are known.\n\n{quote}\n\nNothing else.",
)


@dataclass(frozen=True, slots=True)
class PresentedAnswer:
    """An answer in which marks name the notes by the numbers of `NOTES`.

    Attributes:
        text: The answer; `[{en.md}]` names a note.
        path: The note that is quoted.
        words: What is quoted.
        is_true: Whether the note has it.
        form: How it is shown, and where.
    """

    text: str
    path: str
    words: str
    is_true: bool
    form: str


def _sentences(path: str) -> list[str]:
    whole = NOTES[path]
    if path == "zh.md":
        return [whole]
    return [sentence.strip(" .") for sentence in whole.split(". ")]


def _falsified(path: str, rng: random.Random) -> str:
    """Words that no note has: invented, altered, spliced, or of two notes."""
    way = rng.choice(["invented", "dropped", "swapped", "spliced", "blended"])
    other = rng.choice([other for other in NOTES if other not in {path, "zh.md"}])
    words = rng.choice(_sentences(path)).split(" ")
    at = rng.randrange(1, max(2, len(words) - 2))
    if way == "invented" or len(words) < MIN_WORDS:
        return str(_DATA[path[:2]]["invented"])
    if way == "dropped":
        words = words[:at] + words[at + 1 :]
    elif way == "swapped":
        words[at], words[at + 1] = words[at + 1], words[at]
    elif way == "spliced":
        first, last = (_sentences(path)[number].split(" ") for number in (0, -1))
        words = first[:-2] + last[-2:] if first != last else [*words, words[0]]
    else:
        words = words[:4] + _sentences(other)[-1].split(" ")[-4:]
    return " ".join(words)


MIN_WORDS = 5


def presented_answers(
    count: int, *, is_true: bool, seed: int = 1
) -> Iterator[PresentedAnswer]:
    """So many answers with one quotation each; the same for the same seed."""
    rng = random.Random(seed)
    for number in range(count):
        path = rng.choice(list(NOTES))
        true = rng.choice(_sentences(path))
        words = true if is_true else _falsified(path, rng)
        kinds = (INLINE, _INLINE_PLACES) if number % 3 else (BLOCKS, _BLOCK_PLACES)
        forms, places = kinds
        form, place = rng.choice(list(forms)), rng.choice(places)
        quote = forms[form](words)
        text = place.replace("{quote}", quote).replace("{n}", f"{{{path}}}")
        yield PresentedAnswer(text, path, words, is_true, f"{form}: {place}")


def files() -> dict[str, str]:
    """The notes as files."""
    texts = {name: note.get("written", note["text"]) for name, note in _DATA.items()}
    return {f"{name}.md": f"# Note {name}\n\n{text}\n" for name, text in texts.items()}
