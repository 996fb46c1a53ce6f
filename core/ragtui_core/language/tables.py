"""The tables of words, one TOML file for each language, named by its ISO 639-1 code.

A new language is a new file in `tables/`. All keys but `speakers` may be missing:

- `speakers`: in millions; of languages that fit a text equally, it is in the largest.
- `function_words`: articles, pronouns, prepositions, conjunctions, auxiliary verbs and
  question words, but none that often names a topic, such as French "été". Languages
  without spaces have none, since their characters are indexed.
- `keeps_accents`: whether a function word without its accents is another word.
- `stemmer`: the name of the language's algorithm in Snowball.
- `has_compounds`: whether words are written together, such as `Wärmepumpe`.
- `verbs`: irregular verbs with their forms and, marked by `+`, nouns that they find.
- `peoples`: adjectives of languages and peoples, which have a capital as names have.
- `negations`: words that negate.
- `cardinals`: numbers from 0 on, `tens`: from 20 on; `/` is between forms of one.
- `times`, `requests`: words of times (`times/lexicon.py`) and of what is asked for.
- `abbreviations`, `abbreviations_before_numbers`: words whose full stop ends no
  sentence; `before_ordinals`: words before a number whose full stop makes it ordinal.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "tables"


@cache
def tables() -> dict[str, dict[str, Any]]:
    """The table of each language by its code, that with the most speakers first."""
    read = {
        path.stem: tomllib.loads(path.read_text("utf-8"))
        for path in _FOLDER.glob("*.toml")
    }
    order = sorted(read, key=lambda code: (-int(read[code]["speakers"]), code))
    return {code: read[code] for code in order}


def words_of(language: str, key: str) -> list[str]:
    """The words of a language under a key; none if its table does not have the key."""
    return str(tables()[language].get(key, "")).split()


@cache
def words(key: str) -> frozenset[str]:
    """The words of all languages under a key."""
    return frozenset(word for code in tables() for word in words_of(code, key))


def languages_with(key: str) -> Iterator[str]:
    """The codes of the languages whose tables have a key."""
    return (code for code, table in tables().items() if key in table)
