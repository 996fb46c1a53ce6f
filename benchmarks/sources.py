"""Files beyond Markdown: is the right file, page, slide or section among five hits?

    python -m benchmarks.sources FOLDER

FOLDER has `pdf/`, `docx/`, `pptx/`, `html/` and `golden.jsonl`: lines with `query`,
`kind` (`question` or `known-item`), `file`, `place` (`{"page": n}`, `{"slide": n}` or
empty), `heading_path` and `quote`. A section is right if the hit's passage contains the
quotation, or its last heading is that of the golden set. Every quotation is looked for
on its page or slide: its words without markup, and the verdict that `ragtui verify`
gives, which is stricter (`version 1` is not in `version 1.0`).
"""

import json
import resource
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from shutil import copytree
from typing import Any

from ragtui_core import Hit, SearchOptions, Span, Vault, open_vault
from ragtui_core.citations.normalization import plain
from ragtui_core.citations.verification import locate
from ragtui_core.documents import document_part, loader
from ragtui_core.errors import RagtuiError
from ragtui_core.plugins import PluginGroup, find_plugin

KINDS = ("pdf", "docx", "pptx", "html")
TOP = 5


def main() -> None:
    """Index, ask every query, and print a table."""
    source = Path(sys.argv[1])
    rows = [
        json.loads(line) for line in (source / "golden.jsonl").open(encoding="utf-8")
    ]
    rows = [row for row in rows if row["file"].partition("/")[0] in KINDS]
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
        show(vault, rows)
        vault.close()
    show_speed(source)
    loader._extraction_process().close()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"peak memory of the extraction process {peak:.0f} MB")


def show(vault: Vault, rows: list[dict[str, Any]]) -> None:
    """Ask the queries; the recalls by kind, and what was missed."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0] * 5)
    for row in rows:
        hits = vault.search(row["query"], SearchOptions(limit=TOP)).hits
        right = [hit for hit in hits if hit.path == row["file"]]
        found = any(is_there(hit, row, vault) for hit in right)
        words, verified = quotation(row, vault)
        keys = (row["file"].partition("/")[0], row["kind"], "all")
        for key in keys:
            for index, value in enumerate((1, bool(right), found, words, verified)):
                counts[key][index] += value
        if not (right and found and words):
            print(f"{row['id']} file {bool(right)} location {found} words {words}")
    print("| queries | n | file@5 | location@5 | quotation there | verified |")
    print("|---|---|---|---|---|---|")
    for key, (n, *values) in counts.items():
        shares = " | ".join(f"{value / n:.2f}" for value in values)
        print(f"| {key} | {n} | {shares} |")


def is_there(hit: Hit, row: dict[str, Any], vault: Vault) -> bool:
    """Whether a hit is at the golden location."""
    if row["place"]:
        return hit.location is not None and (
            hit.location.number in row["place"].values()
        )
    text = hit.span.of(vault.documents.read(hit.path).text)
    if plain(row["quote"]) in plain(text):
        return True
    headings = row["heading_path"]
    return (
        bool(headings)
        and bool(hit.heading_path)
        and (plain(hit.heading_path[-1]) == plain(headings[-1]))
    )


def quotation(row: dict[str, Any], vault: Vault) -> tuple[bool, bool]:
    """Whether a quotation's words are at its location, and whether it is verified."""
    try:
        document = vault.documents.read(row["file"])
    except RagtuiError:
        return False, False
    span, quote = Span(0, len(document.text)), row["quote"]
    if numbers := row["place"].values():
        (number,) = numbers
        label = document.anchors[number - 1].location.label
        span = document_part(document, pages=label).span
    found = locate(quote, document)
    return (
        plain(quote) in plain(span.of(document.text)),
        found.verdict.verified
        and found.span is not None
        and span.start <= found.span.start < span.end,
    )


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
