"""Files beyond Markdown: is the right file, page, slide or section among five hits?

    python -m benchmarks.sources FOLDER

FOLDER has `pdf/`, `docx/`, `pptx/`, `html/` and `golden.jsonl` (docs/evaluation.md,
"Located quotations"). `ragtui eval FOLDER/golden.jsonl` prints the same shares; here
the time of indexing and the speed of each extractor are added.
"""

import resource
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from statistics import mean

from benchmarks.measure import row
from ragtui_core import open_vault
from ragtui_core.documents import loader
from ragtui_core.plugins import PluginGroup, find_plugin
from ragtui_eval import load_quotations, measure, systems_of

KINDS = ("pdf", "docx", "pptx", "html")


def main() -> None:
    """Index, ask every query, and print a table."""
    source = Path(sys.argv[1])
    loaded = load_quotations(source / "golden.jsonl")
    chosen = [
        query
        for query in loaded.queries
        if query.quotation and query.quotation.file.partition("/")[0] in KINDS
    ]
    rows = replace(loaded, queries=tuple(chosen))
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
        (system,) = systems_of(vault, ["hybrid"]).values()
        values = [result.values for result in measure(system, rows, depth=10)]
        for name in dict.fromkeys(name for measured in values for name in measured):
            of_name = [measured[name] for measured in values if name in measured]
            row(name, mean(of_name), "", f"{len(of_name)} queries")
        vault.close()
    show_speed(source)
    loader._extraction_process().close()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"peak memory of the extraction process {peak:.0f} MB")


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
