"""Files beyond Markdown: is the right file, page, slide or section among five hits?

    python -m benchmarks.sources FOLDER

FOLDER has `pdf/`, `docx/`, `pptx/`, `html/` and `golden.jsonl`, with a line per query:

{"id": "q1", "query": "how often is the filter rinsed", "file": "pdf/manual.pdf",
 "place": {"page": 12}, "heading_path": ["Care", "Filter"],
 "quote": "Rinse the filter every week"}

`place` counts pages or slides from 1 and is empty in files without them. Printed are
three shares, of all queries and of each kind of file:

- file@5: one of five hits is in the file.
- location@5: one is on the page or slide; else its passage has the quotation, or is
  under the last heading of `heading_path`.
- verified: the quotation is verified at its location. One that ends inside a word or
  number (`version 1` of `version 1.0`) never is, since it may say something else; the
  words between its first and last are verified.

The time of indexing and the speed of each extractor follow.
"""

import json
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree
from statistics import mean
from typing import Any

from benchmarks.measure import row
from ragtui_core import Document, Hit, SearchOptions, Vault, open_vault
from ragtui_core.citations import locate, plain
from ragtui_core.documents import loader
from ragtui_core.plugins import PluginGroup, find_plugin

KINDS = ("pdf", "docx", "pptx", "html")


def main() -> None:
    """Index, ask every query, and print a table."""
    source = Path(sys.argv[1])
    lines = (source / "golden.jsonl").read_text("utf-8").splitlines()
    queries = [
        query
        for query in map(json.loads, filter(None, lines))
        if query["file"].partition("/")[0] in KINDS
    ]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "vault")
        for kind in KINDS:
            copytree(source / kind, root / kind)
        flags = {"index.kinds": ["markdown", *KINDS], "data_dir": f"{folder}/data"}
        vault = open_vault(root, flags=flags)
        started = time.perf_counter()
        vault.index(embed=False)
        keyword = time.perf_counter() - started
        finished = vault.index()
        again = time.perf_counter()
        vault.index()
        again = time.perf_counter() - again
        print(
            f"{finished.documents} documents, {finished.chunks} chunks: keyword search "
            f"after {keyword:.1f} s, second run {again:.2f} s"
        )
        shares = dict[str, list[bool]]()
        for query in queries:
            for name, share in measured(vault, query).items():
                kind = query["file"].partition("/")[0]
                shares.setdefault(name, []).append(share)
                shares.setdefault(f"{name} of {kind}", []).append(share)
        for name, values in shares.items():
            row(name, mean(values), "", f"{len(values)} queries")
        vault.close()
    show_speed(source)
    loader._extraction_process().close()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"peak memory of the extraction process {peak:.0f} MB")


def measured(vault: Vault, query: dict[str, Any]) -> dict[str, bool]:
    """The three measures of one query."""
    hits = vault.search(query["query"], SearchOptions()).hits[:5]
    right = [hit for hit in hits if hit.path == query["file"]]
    document = vault.documents.read(query["file"])
    number = sum(query["place"].values())
    return {
        "file@5": bool(right),
        "location@5": any(is_there(hit, query, number, document) for hit in right),
        "verified": is_verified(query["quote"].split(), number, document),
    }


def is_there(hit: Hit, query: dict[str, Any], number: int, document: Document) -> bool:
    """Whether a hit is at the location of a quotation; `number` is its page, or 0."""
    if number:
        return hit.location is not None and hit.location.number == number
    if plain(query["quote"]) in plain(hit.span.of(document.text)):
        return True
    ends = hit.heading_path[-1:], query.get("heading_path", ())[-1:]
    return all(ends) and plain(ends[0][0]) == plain(ends[1][0])


def is_verified(words: Sequence[str], number: int, document: Document) -> bool:
    """Whether a quotation is verified on the page or slide `number`, 0 if none."""
    starts = [a.start for a in document.anchors if a.location.number == number]
    for quote in (" ".join(words), " ".join(words[1:-1])):
        match = locate(quote, document, starts[0] if starts else 0)
        if match.span is not None and match.verdict.verified:
            location = document.location(match.span.start)
            if number in (0, location.number if location is not None else None):
                return True
    return False


def show_speed(source: Path) -> None:
    """Processor time of each extractor, without its process and the cache."""
    for kind in KINDS:
        extractor = find_plugin(PluginGroup.LOADERS, kind).load()()
        files = [file.read_bytes() for file in sorted((source / kind).iterdir())]
        extractor.extract(files[0])  # imports the library
        started = time.process_time()
        found = [extractor.extract(data) for data in files]
        seconds = time.process_time() - started
        size = sum(map(len, files)) / 1e6
        parts = sum(len(each.anchors) for each in found)
        counted = f", {parts / seconds:.0f} pages or slides/s" if parts else ""
        print(f"{kind}: {seconds:.2f} s for {size:.1f} MB{counted}")


if __name__ == "__main__":
    main()
