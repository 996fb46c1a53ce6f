"""Are altered quotations ever verified, and are unaltered ones always?

python -m benchmarks.citations [--altered N] [--unaltered N] [--seed N] [--kind NAME]
    [VAULT...]

Quotes passages and parts of passages of the sample vault, of generated texts in many
scripts, and of files of all kinds under the named folders; saves each citation in its
written form, and checks it again: unaltered, and after edits of each kind to the file
or to the saved citation. One in 50 more is of a Word file, a slide, a page, a
book or a mail, which then strikes its words through or hides them. Prints each
altered one that passes and each unaltered one that fails, and exits with 1 if there are
any.
"""

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.altered_citations import BLOCKS, FORGERIES, KINDS, PROSE
from benchmarks.scripts import generated_text
from ragtui_core.citations.citation import Citation, SavedCitation, quotation_digest
from ragtui_core.citations.comparing.normalization import plain
from ragtui_core.citations.comparing.placement import old_sentence_digest
from ragtui_core.citations.comparing.verification import cite
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.citations.recheck import Rechecked, recheck
from ragtui_core.citations.saving.saved_citations import write_citation
from ragtui_core.citations.shown.displayed_file import displayed
from ragtui_core.documents.loader import Loaders
from ragtui_core.documents.parser import parse_document
from ragtui_core.settings.schema import Settings
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import BlockKind, Document, Span

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.styled_files import PLAIN, styled_file, ways

SAMPLE = Path(__file__).parent.parent / "sample-vault"
LARGEST = 20_000
"""Bytes of a file that is edited; every edit parses it again."""

ALL_KINDS = (*KINDS, *(f"forged: {name}" for name in FORGERIES))

WORDS = ["pump", "valve", "boat", "winter", "harbour", "crew", "helmet", "gate"]

GENERATED = 300
"""Texts in many scripts, with characters that cannot be shown."""


@dataclass
class Counts:
    """What came of the citations."""

    altered: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    unaltered: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    quoted: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)


def documents(folders: Sequence[Path], rng: random.Random) -> list[Document]:
    """The documents that are quoted, those with text to quote."""
    found = [
        parse_document(f"generated/{number}.md", generated_text(rng).encode())
        for number in range(GENERATED)
    ]
    for folder in (SAMPLE, *folders):
        files = sorted(p for p in folder.rglob("*") if p.is_file())
        for file in rng.sample(files, min(len(files), 1_500)):
            found += _parsed(file, file.relative_to(folder.parent).as_posix())
    return found


LOADERS = Loaders.of(Settings().index)


def _parsed(file: Path, path: str) -> Iterator[Document]:
    """The document of a file: of Markdown its beginning, of a mail without parts."""
    data = file.read_bytes()
    try:
        if LOADERS.takes(path) and not LOADERS.is_markdown(path):
            document = LOADERS.load(path, data)
        elif file.suffix.lower() in {".md", ".markdown", ".txt", ""}:
            document = parse_document(path, data[: 10 * LARGEST])
        else:
            return
    except Exception:  # what cannot be read is not quoted
        return
    if passages_of(document):
        yield document


def chosen(document: Document, rng: random.Random) -> tuple[Passage, Span]:
    """A passage, and its span or, every second time, that of a part."""
    passage = rng.choice(passages_of(document))
    is_part = rng.random() < 0.5
    return passage, _part(document, passage, rng) if is_part else passage.span


def quoted(
    document: Document, passage: Passage, span: Span, counts: Counts
) -> Citation | None:
    """A citation, if it is verified."""
    kind = "passages" if span == passage.span else "parts of passages"
    quote = span.of(document.text)
    if not re.search(r"[^\W_]", quote):
        return None
    found = cite(1, quote, span, passage.heading_path, document)
    counts.quoted[kind] += 1
    if not found.verdict.verified:
        counts.refused[f"{kind}: {found.verdict.value}"] += 1
        if len(counts.refusals) < 20:
            counts.refusals.append(f"refused {kind}: {document.path} {quote[:120]!r}")
        return None
    return found


def _part(document: Document, passage: Passage, rng: random.Random) -> Span:
    """From the beginning of a word to the end of another."""
    words = list(re.finditer(r"\S+", passage.span.of(document.text)))
    first = rng.randrange(len(words))
    last = min(len(words) - 1, first + rng.randrange(1, 16))
    start = passage.span.start
    return Span(start + words[first].start(), start + words[last].end())


def rechecked(saved: SavedCitation, document: Document) -> Rechecked:
    """A saved citation and its verdict, read from its written form."""
    text = f"Before.\n\n{write_citation(saved)}\n\nAfter.\n"
    [checked] = recheck(text, lambda _: document, lambda _: ())
    return checked


def _miss(kind: str, saved: SavedCitation, document: Document, **parts: str) -> str:
    """A line for each part of a wrong verdict."""
    shown = {"quote": saved.quote, **parts}
    lines = [f"    {name}: {part!a}" for name, part in shown.items()]
    return "\n".join([f"MISSED {kind}: {document.path!a} {saved.lines}", *lines])


def _around(text: str, span: Span) -> str:
    return text[max(0, span.start - 80) : span.end + 80]


def check_unaltered(
    wanted: int, sources: Sequence[Document], rng: random.Random, counts: Counts
) -> None:
    """Each is saved and checked, as it is saved now and as older versions saved it."""
    while counts.unaltered.total() < wanted:
        document = rng.choice(sources)
        citation = quoted(document, *chosen(document, rng), counts)
        if citation is None:
            continue
        saved = SavedCitation.of(citation)
        earlier = SavedCitation.of(replace(citation, sentence=""))
        version = rng.choice(["now", "now", "in 0.2"])
        if version == "in 0.2":
            rest = old_sentence_digest(document, citation.span)
            saved = replace(earlier, surroundings=f"{rest}{rest}{rest}")
        found = rechecked(saved, document).verdict
        file = document.encoding.partition("/")[0] if document.is_extracted else "text"
        kind = f"{file}, saved {version}: {found.value}"
        counts.unaltered[kind] += 1
        if not found.verified:
            counts.failed[kind] += 1
            around = _around(document.text, citation.span)
            counts.misses.append(_miss(kind, saved, document, file=around))


def check_altered(
    wanted: int,
    sources: Sequence[Document],
    rng: random.Random,
    counts: Counts,
    kinds: Sequence[str] = ALL_KINDS,
) -> None:
    """Each kind of edit in turn, where it applies."""
    small = [each for each in sources if len(each.text) < LARGEST]
    while counts.altered.total() < wanted:
        kind = kinds[counts.altered.total() % len(kinds)]
        for _ in range(20_000):
            if _alter(kind, rng.choice(small), rng, counts):
                break
        else:
            raise SystemExit(f"{kind}: applies to no quotation")


def _alter(kind: str, document: Document, rng: random.Random, counts: Counts) -> bool:
    """Whether the kind applied to a quotation that occurs once in the file."""
    passage, span = chosen(document, rng)
    text, quote = document.text, span.of(document.text)
    forging = FORGERIES.get(kind.removeprefix("forged: "))
    made = forging(quote, rng) if forging and kind not in KINDS else None
    if kind in KINDS and _is_in(BLOCKS.get(kind, PROSE), span, document):
        made = KINDS[kind](text, span, rng)
    if not made or made in (text, quote):
        return False
    citation = quoted(document, passage, span, Counts())
    if citation is None:
        return False
    saved, words = SavedCitation.of(citation), plain(quote)
    if kind in KINDS:
        if plain(text).count(words) != 1 or not made.strip():
            return False
        edited = _edited(document, made)
        if _drawn(edited) == _drawn(document):
            return False  # It cannot be seen.
        document = edited
    else:
        if plain(made) == words or _holds(text, made, kind):
            return False
        beside = rng.choice([saved.surroundings, ""])
        saved = replace(
            saved, quote=made, digest=quotation_digest(made), surroundings=beside
        )
    found = rechecked(saved, document)
    counts.altered[kind] += 1
    if found.verdict.verified:
        counts.passed[kind] += 1
        parts = {"verdict": found.verdict.value, "before": _around(text, span)}
        if found.span:
            parts["after"] = _around(document.text, found.span)
        counts.misses.append(_miss(kind, saved, document, **parts))
    return True


def check_withdrawn(wanted: int, rng: random.Random, counts: Counts) -> None:
    """Words of office files, pages and mails that the file then strikes or hides."""
    altering = [way for way in ways() if way[1] != "kept"]
    for number in range(wanted):
        kind, effect, template = altering[number % len(altering)]
        words = rng.sample(
            ["pump", "valve", "boat", "winter", "harbour", "crew", "helmet", "gate"], 6
        )
        quote = f"The {' '.join(words)} is {rng.randrange(1000)} mm wide"
        before = _styled(kind, PLAIN.get(kind, "{}"), quote)
        place = before.text.find(quote)
        cited = cite(1, quote, Span(place, place + len(quote)), (), before)
        if place < 0 or not cited.verdict.verified:
            raise SystemExit(f"{kind}: its words are not verified")
        counts.altered[f"{effect} in {kind}"] += 1
        after, saved = _styled(kind, template, quote), SavedCitation.of(cited)
        if rechecked(saved, after).verdict.verified:
            counts.passed[f"{effect} in {kind}"] += 1
            counts.misses.append(_miss(effect, saved, after, way=template))


def _styled(kind: str, template: str, words: str) -> Document:
    """A file of a kind with words between two sentences."""
    data = styled_file(kind, template, "It is new.", words, "It is said.")
    return LOADERS.load(f"a.{kind}", data)


def _edited(document: Document, text: str) -> Document:
    """The document with another text."""
    parsed = parse_document(document.path, text.encode("utf-8", "replace"))
    if not document.is_extracted:
        return parsed
    return replace(document, text=parsed.text, sections=parsed.sections)


def _drawn(document: Document) -> list[object]:
    """All that is displayed of a document, and what is not safe to display."""
    text = document.text
    hidden = text if len(sanitize(text)) != len(text) else ""
    blocks = displayed(document)
    return [hidden, *((b.kind, b.text, b.headings, b.parents) for b in blocks)]


def _is_in(kinds: frozenset[BlockKind], quote: Span, document: Document) -> bool:
    """Whether a quotation is in a block of some kinds, in prose without code."""
    for section in document.sections:
        for block in section.blocks:
            span = block.span
            if span.start <= quote.start < span.end:
                is_plain = kinds != PROSE or "`" not in span.of(document.text)
                return block.kind in kinds and is_plain
    return False


def _holds(text: str, quote: str, kind: str) -> bool:
    """Whether a forged quotation happens to be in the file, as whole words."""
    if "single" in kind:
        return False
    words = quote.strip().strip("*_`").strip()  # where a word was taken out of marks
    return bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text)) or (
        "cut" not in kind and plain(quote) in plain(text)
    )


def run(
    altered: int,
    unaltered: int,
    seed: int,
    folders: Sequence[Path],
    kinds: Sequence[str] = ALL_KINDS,
) -> Counts:
    """Check as many citations as asked for."""
    rng = random.Random(seed)
    sources = documents(folders, rng)
    counts = Counts()
    check_unaltered(unaltered, sources, rng, counts)
    check_altered(altered, sources, rng, counts, kinds)
    check_withdrawn(altered // 50, rng, counts)
    return counts


def main() -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--altered", type=int, default=20_000)
    parser.add_argument("--unaltered", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=ALL_KINDS, metavar="NAME")
    parser.add_argument("folders", nargs="*", type=Path, metavar="VAULT")
    given = parser.parse_args()
    started = time.perf_counter()
    counts = run(
        given.altered,
        given.unaltered,
        given.seed,
        given.folders,
        given.kind or ALL_KINDS,
    )
    for kind, count in sorted(counts.altered.items()):
        print(f"{count:6,} {kind}: {counts.passed[kind]} passed")
    for name in ("quoted", "refused", "unaltered"):
        for kind, count in sorted(getattr(counts, name).items()):
            print(f"{count:6,} {name}, {kind}")
    print(f"altered {counts.altered.total():,}: {counts.passed.total()} passed")
    print(f"unaltered {counts.unaltered.total():,}: {counts.failed.total()} failed")
    print(f"{time.perf_counter() - started:.0f} s")
    for refusal in counts.refusals:
        print(ascii(refusal))
    for miss in counts.misses:
        print(miss)
    return 1 if counts.passed or counts.failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
