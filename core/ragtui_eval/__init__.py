"""Measures how well search works, on judged queries, and keeps what was measured."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_eval.answer_measurement import answer_systems, measure_answers
    from ragtui_eval.answer_report import AnswerReport, answers_as_json, answers_as_text
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
    )
    from ragtui_eval.fingerprint import sha256_of
    from ragtui_eval.golden import load_golden
    from ragtui_eval.measurement import Outcome, measure, write_run
    from ragtui_eval.past_evaluations import list_evaluations
    from ragtui_eval.query_set import (
        QuerySet,
        missing_documents,
        sample_queries,
        sampled,
    )
    from ragtui_eval.question_set import QuestionSet, load_questions
    from ragtui_eval.quotation_measurement import (
        QuotationResult,
        measure_quotations,
        quotations_as_json,
        quotations_as_text,
        summarise_quotations,
    )
    from ragtui_eval.quotation_set import LocatedQuotation, load_quotations, queries_of
    from ragtui_eval.summary import Summary, p_values, summarise
    from ragtui_eval.text_table import format_table
    from ragtui_eval.tuning import Tuned, Tuner, grid_for
    from ragtui_eval.tuning_report import tuning_as_json, tuning_as_text
    from ragtui_eval.vault_measurement import VaultMeasure, systems_of, values_of

__all__ = [
    "RECORDS_FILE",
    "AnswerReport",
    "Conditions",
    "LocatedQuotation",
    "Outcome",
    "QuerySet",
    "QuestionSet",
    "QuotationResult",
    "Report",
    "Summary",
    "Tuned",
    "Tuner",
    "VaultMeasure",
    "answer_systems",
    "answers_as_json",
    "answers_as_text",
    "append_record",
    "compare_evaluations",
    "comparison_as_json",
    "comparison_as_text",
    "corpus_ids",
    "evaluation_as_json",
    "evaluation_as_text",
    "evaluation_record",
    "files_of",
    "format_table",
    "grid_for",
    "history_as_json",
    "history_as_text",
    "list_evaluations",
    "load_golden",
    "load_queries",
    "load_questions",
    "load_quotations",
    "materialise",
    "measure",
    "measure_answers",
    "measure_quotations",
    "missing_documents",
    "p_values",
    "queries_of",
    "quotations_as_json",
    "quotations_as_text",
    "sample_queries",
    "sampled",
    "sha256_of",
    "summarise",
    "summarise_quotations",
    "systems_of",
    "tuning_as_json",
    "tuning_as_text",
    "values_of",
    "versions",
    "write_run",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_eval.answer_measurement": ("answer_systems", "measure_answers"),
        "ragtui_eval.answer_report": (
            "AnswerReport",
            "answers_as_json",
            "answers_as_text",
        ),
        "ragtui_eval.beir": ("files_of", "load_queries"),
        "ragtui_eval.beir_corpus": ("corpus_ids", "materialise"),
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
        ),
        "ragtui_eval.fingerprint": ("sha256_of",),
        "ragtui_eval.golden": ("load_golden",),
        "ragtui_eval.measurement": ("Outcome", "measure", "write_run"),
        "ragtui_eval.past_evaluations": ("list_evaluations",),
        "ragtui_eval.query_set": (
            "QuerySet",
            "missing_documents",
            "sample_queries",
            "sampled",
        ),
        "ragtui_eval.question_set": ("QuestionSet", "load_questions"),
        "ragtui_eval.quotation_measurement": (
            "QuotationResult",
            "measure_quotations",
            "quotations_as_json",
            "quotations_as_text",
            "summarise_quotations",
        ),
        "ragtui_eval.quotation_set": (
            "LocatedQuotation",
            "load_quotations",
            "queries_of",
        ),
        "ragtui_eval.summary": ("Summary", "p_values", "summarise"),
        "ragtui_eval.text_table": ("format_table",),
        "ragtui_eval.tuning": ("Tuned", "Tuner", "grid_for"),
        "ragtui_eval.tuning_report": ("tuning_as_json", "tuning_as_text"),
        "ragtui_eval.vault_measurement": ("VaultMeasure", "systems_of", "values_of"),
    },
)
