"""How many false claims beside a true citation get a remark, and how many true ones?

python -m benchmarks.claims VAULT|SCIFACT... [--most 3000] [--print]

Each sentence, list item and table row of a vault is a claim that cites itself: as it
is, in other spellings, and with one number, date or unit changed to what the file does
not say. SciFact (a BEIR folder) has claims by people, each with the sentences that
support it, in other words, or contradict it.
"""

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import row
from ragtui_core.answer.checks.cited_passages import cited_passage
from ragtui_core.answer.checks.claim_check import ClaimChecker
from ragtui_core.citations.passages import passages_of
from ragtui_core.citations.shown.blocks import CELL_BORDER
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.documents.parser import parse_document
from ragtui_core.errors import RagtuiError
from ragtui_core.types import BlockKind, Document

Edit = Callable[[str, str, random.Random], str | None]
"""A claim after a change, given what its file says; None where there is none."""

CLAIM_KINDS = {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.TABLE_ROW}
MONTHS = str.split(
    "January February March April May June July August September October November "
    "December"
)
UNITS = (
    ("days", "hours"),
    ("weeks", "months"),
    ("months", "years"),
    ("minutes", "seconds"),
    ("kg", "g"),
    ("mm", "cm"),
    ("km", "m"),
    ("euros", "dollars"),
    ("\u20ac", "$"),
    ("%", "\u00b0C"),
    ("MB", "GB"),
    ("ms", "s"),
    ("bar", "psi"),
    ("litres", "ml"),
)
WORDS = str.split("zero one two three four five six seven eight nine ten eleven twelve")

_NUMBER = re.compile(
    rf"(?<![\w.,:/\u2212-])\d{{1,5}}(?![\w.,:/-]*\d)(?!\w| (?:{'|'.join(MONTHS)}))"
)
_ISO = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")
_NAMED_DAY = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(MONTHS)})\b")
_ADDRESS = re.compile(r"https?://\S+")


def replaced(
    pattern: re.Pattern[str], change: Callable[[re.Match[str], random.Random], str]
) -> Edit:
    """An edit of one match outside of addresses."""

    def edit(claim: str, said: str, rng: random.Random) -> str | None:
        addresses = [m.span() for m in _ADDRESS.finditer(claim)]
        matches = [
            match
            for match in pattern.finditer(claim)
            if not any(start <= match.start() < end for start, end in addresses)
        ]
        if not matches:
            return None
        match = rng.choice(matches)
        words = change(match, rng)
        if words and re.search(rf"(?<!\w){re.escape(words.strip())}(?!\w)", said):
            return None
        return claim[: match.start()] + words + claim[match.end() :]

    return edit


def swapped(pairs: tuple[tuple[str, str], ...], before: str, after: str) -> Edit:
    """An edit that puts a word of a pair in place of the other."""
    other = dict(pairs) | {b: a for a, b in pairs}
    words = "|".join(sorted(map(re.escape, other), key=len, reverse=True))
    return replaced(
        re.compile(f"{before}({words}){after}"), lambda match, _: other[match[1]]
    )


def _number(match: re.Match[str], rng: random.Random) -> str:
    return str(int(match[0]) + rng.choice((1, 2, 3, 7, 10, 40)))


def _other_day(match: re.Match[str], rng: random.Random) -> str:
    return f"{(int(match[1]) + rng.randint(1, 20)) % 28 + 1} {match[2]}"


def _other_date(match: re.Match[str], rng: random.Random) -> str:
    return f"{match[1]}-{(int(match[2]) + rng.randint(0, 10)) % 12 + 1:02}-{match[3]}"


FALSE: Mapping[str, Edit] = {
    "number": replaced(_NUMBER, _number),
    "date": replaced(_ISO, _other_date),
    "day": replaced(_NAMED_DAY, _other_day),
    "unit": swapped(UNITS, r"(?<=\d)(?<!\d\d\d\d) ?", r"(?!\w)"),
}
"""What makes a claim false."""


def _spelled(match: re.Match[str], rng: random.Random) -> str:
    del rng
    number = int(match[0])
    return WORDS[number] if 1 < number < len(WORDS) else f"{number:,}"


def _named(match: re.Match[str], rng: random.Random) -> str:
    year, month, day = map(int, match.groups())
    forms = (f"{day} {MONTHS[month - 1]} {year}", f"{MONTHS[month - 1]} {day}, {year}")
    return rng.choice((*forms, f"{day}.{month}.{year}"))


TRUE: Mapping[str, Edit] = {
    "as it is": lambda claim, *_: claim,
    "number": replaced(_NUMBER, _spelled),
    "date": replaced(_ISO, _named),
    "space": replaced(re.compile(r"(?<=\d) (?=[a-z]{1,2}\b)"), lambda *_: ""),
    "shorter": lambda claim, *_: claim[: claim.index(", ")] if ", " in claim else None,
}
"""What does not."""


@dataclass(frozen=True, slots=True)
class Case:
    """A claim with the passages that it cites."""

    kind: str
    is_true: bool
    claim: str
    passages: tuple[tuple[str, ...], ...]
    checker: ClaimChecker


def vault_cases(root: Path, rng: random.Random) -> Iterator[Case]:
    """One false and one true claim of each kind for each passage that has one."""
    paths = sorted(root.rglob("*.md"))
    for path in rng.sample(paths, min(len(paths), 400)):
        document = _read(path, root)
        if document:
            yield from _document_cases(document, rng)


def _read(path: Path, root: Path) -> Document | None:
    try:
        return parse_document(path.relative_to(root).as_posix(), path.read_bytes())
    except RagtuiError:
        return None


def _document_cases(document: Document, rng: random.Random) -> Iterator[Case]:
    checker, file = ClaimChecker([document.path]), quotable(document)
    for passage in passages_of(document):
        claim = file.text_of(file.places_in(passage.span)).replace(CELL_BORDER, " ; ")
        if passage.kind not in CLAIM_KINDS or passage.is_column_heads:
            continue
        cited = cited_passage(document, passage.span)
        said = " ".join(cited)
        for edits, is_true in ((FALSE, False), (TRUE, True)):
            for kind, edit in edits.items():
                made = edit(claim, "" if is_true else said, rng)
                if made and (is_true or made != claim):
                    yield Case(kind, is_true, made, (cited,), checker)


def scifact_cases(folder: Path) -> Iterator[Case]:
    """Claims by people, with the abstracts that they were judged by."""
    lines = (folder / "corpus.jsonl").read_text("utf-8").splitlines()
    texts = {record["_id"]: record for record in map(json.loads, lines)}
    for line in (folder / "queries.jsonl").read_text("utf-8").splitlines():
        query = json.loads(line)
        for identifier, judgements in query["metadata"].items():
            record = texts.get(identifier)
            if record is None or not judgements:
                continue
            text = f"# {record['title']}\n\n{record['text']}\n"
            document = parse_document("abstract.md", text.encode())
            span = document.sections[0].span
            is_true = judgements[0]["label"] == "SUPPORT"
            yield Case(
                "supported" if is_true else "contradicted",
                is_true,
                query["text"],
                (cited_passage(document, span),),
                ClaimChecker([]),
            )


def measure(cases: list[Case], name: str, *, shows: bool) -> None:
    """Print the share of claims that have a remark, by kind."""
    asked, remarked = Counter[tuple[bool, str]](), Counter[tuple[bool, str]]()
    for case in cases:
        remark = case.checker.remark(case.claim, case.passages)
        for key in ((case.is_true, case.kind), (case.is_true, "all")):
            asked[key] += 1
            remarked[key] += bool(remark)
        if shows and bool(remark) is case.is_true:
            said = " / ".join(text for p in case.passages for text in p[:1])
            print(f"{case.kind}: {case.claim!r}\n    {said[:400]!r}\n    [{remark}]")
    for key in sorted(asked):
        label = "false alarms" if key[0] else "detected"
        share = 100 * remarked[key] / asked[key]
        row(f"{name}: {label}, {key[1]}", share, "%", f"of {asked[key]}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=3000, help="claims a place")
    parser.add_argument("--print", action="store_true", help="print what is wrong")
    given = parser.parse_args()
    for path in given.places:
        rng = random.Random(7)
        is_scifact = (path / "corpus.jsonl").is_file()
        cases = list(scifact_cases(path) if is_scifact else vault_cases(path, rng))
        if len(cases) > given.most:
            cases = rng.sample(cases, given.most)
        measure(cases, path.name, shows=given.print)


if __name__ == "__main__":
    main()
