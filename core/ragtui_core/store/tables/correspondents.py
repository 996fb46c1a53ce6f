"""Senders and recipients of mails: one person may have several names at one address.

`Tom <tom@example.org>` is `Tom Berger <tom@example.org>`. `Ann <list@example.org>` is
another person, as services write for many persons from one address.
"""

import re
from collections.abc import Iterable, Iterator

from ragtui_core.text.folding import folded

_NAMED = re.compile(r"(?P<name>.*?)\s*<(?P<address>[^<>\s]+@[^<>\s]+)>", re.DOTALL)
_WORD = re.compile(r"\w+")


def is_name_of(text: str, full: str) -> bool:
    """Whether a name and address are those of `full`, or an address and less of it.

    `full` has an address in angle brackets, else it has no other names.
    """
    wanted = _NAMED.fullmatch(full)
    if wanted is None:
        return False
    known = _NAMED.fullmatch(text)
    name, address = known.group("name", "address") if known else ("", text)
    if folded(address) != folded(wanted["address"]):
        return False
    return _words(name) <= _words(wanted["name"])


def also_known_as(named: Iterable[str], others: Iterable[str]) -> Iterator[str]:
    """Which of `others` are of persons who are `named` elsewhere at their address.

    `B. Rau <rau@example.org>` is, if `Benedikt Rau` is named at that address.
    """
    known: dict[str, list[str]] = {}
    for text in named:
        if found := _NAMED.fullmatch(text):
            known.setdefault(folded(found["address"]), []).append(found["name"])
    for text in others:
        found = _NAMED.fullmatch(text)
        name, address = found.group("name", "address") if found else ("", text)
        if any(_abbreviates(name, full) for full in known.get(folded(address), ())):
            yield text


def _abbreviates(name: str, full: str) -> bool:
    """Whether each word of a name is a word of another, or begins or continues one."""
    return all(
        any(one.startswith(other) or other.startswith(one) for other in _words(full))
        for one in _words(name)
    )


def by_person(counts: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """The counts of names and addresses by persons, each under the fullest name."""
    found: dict[str, int] = {}
    people: dict[str, list[str]] = {}
    given = sorted(counts, key=lambda pair: -len(_WORD.findall(pair[0])))
    for text, count in given:
        named = _NAMED.fullmatch(text)
        known = people.setdefault(folded(named["address"] if named else text), [])
        person = next((full for full in known if is_name_of(text, full)), text)
        if person not in found:
            known.append(person)
        found[person] = found.get(person, 0) + count
    return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))


def _words(name: str) -> frozenset[str]:
    return frozenset(_WORD.findall(folded(name)))
