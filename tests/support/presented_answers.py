"""Answers that present words as quoted, in many forms, languages and positions."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

NOTES = {
    "en.md": "The operator must wear a helmet at the north gate. The blue "
    "pump is changed every second winter by the harbour crew.",
    "de.md": "Der Bediener muss am Nordtor einen Helm tragen. Die blaue Pumpe "
    "wird jeden zweiten Winter von der Hafenmannschaft gewechselt.",
    "fr.md": "L\u2019op\xe9rateur doit porter un casque \xe0 la porte nord. "
    "La pompe bleue est chang\xe9e tous les deux hivers par "
    "l\u2019\xe9quipe du port.",
    "sv.md": "Operat\xf6ren m\xe5ste b\xe4ra hj\xe4lm vid norra porten. Den "
    "bl\xe5 pumpen byts varannan vinter av hamnens personal.",
    "pl.md": "Operator musi nosi\u0107 kask przy p\xf3\u0142nocnej bramie. "
    "Niebieska pompa jest wymieniana co drug\u0105 zim\u0119 przez "
    "za\u0142og\u0119 portu.",
    "zh.md": "\u64cd\u4f5c\u5458\u5728\u5317\u95e8\u5fc5\u987b\u6234\u5934"
    "\u76d4\u3002\u84dd\u8272\u7684\u6cf5\u6bcf\u9694\u4e00\u4e2a"
    "\u51ac\u5929\u66f4\u6362\u4e00\u6b21\u3002",
    "he.md": "\u05d4\u05de\u05e4\u05e2\u05d9\u05dc \u05d7\u05d9\u05d9\u05d1 "
    "\u05dc\u05d7\u05d1\u05d5\u05e9 \u05e7\u05e1\u05d3\u05d4 "
    "\u05d1\u05e9\u05e2\u05e8 \u05d4\u05e6\u05e4\u05d5\u05e0\u05d9 "
    "\u05d1\u05db\u05dc \u05e2\u05ea.",
}
"""By path; each begins with a heading when it is written."""

_MARKED = (
    "See the [upper *gate*](gate.md) and call R&amp;D of ==Umea== before "
    "[[pump|the pump]] takes H<sub>2</sub>O at 10<sup>5</sup>&nbsp;Pa. The **blue** "
    "key \\\nhangs in `box` 7 <!-- not --> beside the ~~old~~ north gate."
)
"""A note with markup, which is displayed as follows."""
NOTES["mu.md"] = (
    "See the upper gate and call R&D of Umea before the pump takes H\u2082O at "
    "10\u2075\u00a0Pa. The blue key hangs in box 7 beside the north gate."
)

_INVENTED = {
    "en.md": "The operator may leave his helmet at home on warm days.",
    "de.md": "Der Bediener darf seinen Helm an warmen Tagen zu Hause lassen.",
    "fr.md": "L\u2019op\xe9rateur peut laisser son casque chez lui en \xe9t\xe9.",
    "sv.md": "Operat\xf6ren f\xe5r l\xe4mna hj\xe4lmen hemma p\xe5 sommaren.",
    "pl.md": "Operator mo\u017ce zostawi\u0107 kask w domu w ciep\u0142e dni.",
    "mu.md": "See the lower gate and call R&D of Lindow before the pump stops.",
    "zh.md": "\u64cd\u4f5c\u5458\u5728\u590f\u5929\u53ef\u4ee5\u628a\u5934"
    "\u76d4\u7559\u5728\u5bb6\u91cc\u4e0d\u6234\u3002",
    "he.md": "\u05d4\u05de\u05e4\u05e2\u05d9\u05dc \u05e8\u05e9\u05d0\u05d9 "
    "\u05dc\u05d4\u05e9\u05d0\u05d9\u05e8 \u05d0\u05ea "
    "\u05d4\u05e7\u05e1\u05d3\u05d4 \u05d1\u05d1\u05d9\u05ea "
    "\u05d1\u05e7\u05d9\u05e5.",
}

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
        return _INVENTED[path]
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
    texts = {**NOTES, "mu.md": _MARKED}
    return {path: f"# Note {path[:2]}\n\n{text}\n" for path, text in texts.items()}
