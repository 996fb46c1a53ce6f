"""Measures how well search works, on judged queries, and keeps what was measured."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_eval.beir import files_of, load_queries
    from ragtui_eval.beir_corpus import corpus_ids, materialise
    from ragtui_eval.comparison import compare_evaluations
    from ragtui_eval.evaluation_records import (
        RECORDS_FILE,
        Conditions,
        append_record,
        evaluation_record,
        versions,
    )
    from ragtui_eval.evaluation_report import (
        Report,
        comparison_as_json,
        comparison_as_text,
        evaluation_as_json,
        evaluation_as_text,
        history_as_json,
        history_as_text,
        p_value,
    )
    from ragtui_eval.fingerprint import sha256_of
    from ragtui_eval.golden import load_golden
    from ragtui_eval.measurement import Outcome, measure
    from ragtui_eval.past_evaluations import list_evaluations
    from ragtui_eval.query_set import QuerySet, missing_documents, sample_queries
    from ragtui_eval.significance import paired_test
    from ragtui_eval.summary import Summary, p_values, summarise
    from ragtui_eval.text_table import format_ratio, format_table
    from ragtui_eval.trec import write_run
    from ragtui_eval.tuning import GRID, INDEX_GRID, RRF_GRID, Tuned, Tuner
    from ragtui_eval.vault_measurement import VaultMeasure, systems_of, values_of

__all__ = [
    "GRID",
    "INDEX_GRID",
    "RECORDS_FILE",
    "RRF_GRID",
    "Conditions",
    "Outcome",
    "QuerySet",
    "Report",
    "Summary",
    "Tuned",
    "Tuner",
    "VaultMeasure",
    "append_record",
    "compare_evaluations",
    "comparison_as_json",
    "comparison_as_text",
    "corpus_ids",
    "evaluation_as_json",
    "evaluation_as_text",
    "evaluation_record",
    "files_of",
    "format_ratio",
    "format_table",
    "history_as_json",
    "history_as_text",
    "list_evaluations",
    "load_golden",
    "load_queries",
    "materialise",
    "measure",
    "missing_documents",
    "p_value",
    "p_values",
    "paired_test",
    "sample_queries",
    "sha256_of",
    "summarise",
    "systems_of",
    "values_of",
    "versions",
    "write_run",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_eval.beir": (
            "files_of",
            "load_queries",
        ),
        "ragtui_eval.beir_corpus": (
            "corpus_ids",
            "materialise",
        ),
        "ragtui_eval.comparison": ("compare_evaluations",),
        "ragtui_eval.evaluation_records": (
            "Conditions",
            "RECORDS_FILE",
            "append_record",
            "evaluation_record",
            "versions",
        ),
        "ragtui_eval.evaluation_report": (
            "Report",
            "comparison_as_json",
            "comparison_as_text",
            "evaluation_as_json",
            "evaluation_as_text",
            "history_as_json",
            "history_as_text",
            "p_value",
        ),
        "ragtui_eval.fingerprint": ("sha256_of",),
        "ragtui_eval.golden": ("load_golden",),
        "ragtui_eval.measurement": (
            "Outcome",
            "measure",
        ),
        "ragtui_eval.past_evaluations": ("list_evaluations",),
        "ragtui_eval.query_set": (
            "QuerySet",
            "missing_documents",
            "sample_queries",
        ),
        "ragtui_eval.significance": ("paired_test",),
        "ragtui_eval.summary": (
            "Summary",
            "p_values",
            "summarise",
        ),
        "ragtui_eval.text_table": (
            "format_ratio",
            "format_table",
        ),
        "ragtui_eval.trec": ("write_run",),
        "ragtui_eval.tuning": (
            "GRID",
            "INDEX_GRID",
            "RRF_GRID",
            "Tuned",
            "Tuner",
        ),
        "ragtui_eval.vault_measurement": (
            "VaultMeasure",
            "systems_of",
            "values_of",
        ),
    },
)
