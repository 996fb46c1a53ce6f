"""Located quotations: read from files, found among hits, verified at their location."""

import json
from pathlib import Path
from typing import Any

import pytest

from ragtui_core.errors import EvaluationError
from ragtui_eval.evaluation_records import record_of
from ragtui_eval.measurement import measure
from ragtui_eval.set_loading import load_quotations
from ragtui_eval.vault_measurement import systems_of
from support.evaluations import CONDITIONS
from support.office_files import PdfPage, pdf
from support.vaults import IndexVault

FILES: dict[str, str | bytes] = {
    "report.pdf": pdf(
        PdfPage(["Preface about the authors."]),
        PdfPage(["The impeller of version 1.0 hums at night."]),
    ),
    "page.html": "<h1>Valves</h1><p>Ball valves are made of brass.</p>"
    "<h1>Seals</h1><p>The supplier of seals is in Bergen.</p>",
}
IMPELLER = {
    "id": "impeller",
    "query": "impeller hums",
    "kind": "question",
    "file": "report.pdf",
    "place": {"page": 2},
    "quote": "The impeller of version 1.0 hums",
}
SEALS = {
    "id": "seals",
    "query": "supplier of seals",
    "file": "page.html",
    "heading_path": ["Seals"],
    "quote": "supplier of seals is in Bergen",
}


def written(folder: Path, *rows: dict[str, Any]) -> Path:
    file = folder / "golden.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return file


def measured(
    index_vault: IndexVault, folder: Path, *rows: dict[str, Any]
) -> dict[str, float]:
    """The means over the quotations, by keyword search."""
    vault = index_vault(FILES)
    loaded = load_quotations(written(folder, *rows))
    (system,) = systems_of(vault, ["keyword"]).values()
    found = record_of("keyword", measure(system, loaded, 100), CONDITIONS)
    return {name: estimate.mean for name, estimate in found.metrics.items()}


def test_files_locations_and_quotations_are_found(
    index_vault: IndexVault, tmp_path: Path
) -> None:
    found = measured(index_vault, tmp_path, IMPELLER, SEALS)
    for name in ("file@5", "location@5", "verified"):
        for group in ("", " of pdf", " of html", " of question", " of query"):
            assert found[f"{name}{group}"] == 1.0


@pytest.mark.parametrize(
    ("changed", "missed"),
    [
        ({"place": {"page": 1}}, "location, verified"),
        ({"quote": "The impeller of version 2.0 hums"}, "verified"),
        ({"file": "page.html", "place": {}}, "file, location, verified"),
        ({"file": "gone.pdf"}, "file, location, verified"),
    ],
)
def test_misses_are_named(
    index_vault: IndexVault, tmp_path: Path, changed: dict[str, Any], missed: str
) -> None:
    found = measured(index_vault, tmp_path, IMPELLER | changed)
    names = {"file@5": "file", "location@5": "location", "verified": "verified"}
    assert ", ".join(names[name] for name in names if not found[name]) == missed


@pytest.mark.parametrize(
    "changed",
    [
        {"quote": ""},
        {"file": 1},
        {"place": {"page": "2"}},
        {"place": {"page": 2, "slide": 1}},
        {"place": [2]},
        {"heading_path": "Seals"},
        {"kind": None},
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    with pytest.raises(EvaluationError, match=r"golden\.jsonl, line 2"):
        load_quotations(written(tmp_path, SEALS, IMPELLER | changed))
