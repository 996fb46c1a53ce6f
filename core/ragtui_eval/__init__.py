"""Measures how well search works, on judged queries, and keeps what was measured."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_eval.answer_measurement import (
        answer_systems,
        measure_answers,
    )
    from ragtui_eval.answer_report import (
        AnswerReport,
        answers_as_json,
        answers_as_text,
    )
    from ragtui_eval.beir import CORPUS, corpus_ids, materialise
    from ragtui_eval.evaluation_records import (
        RECORDS_FILE,
        Conditions,
        EvaluationRecords,
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
    from ragtui_eval.measurement import (
        Outcome,
        measure,
        write_run,
    )
    from ragtui_eval.query_set import (
        QuerySet,
    )
    from ragtui_eval.quotation_measurement import (
        measure_quotations,
        quotations_as_json,
        quotations_as_text,
    )
    from ragtui_eval.set_files import (
        sha256_of,
    )
    from ragtui_eval.set_loading import (
        load_questions,
        load_quotations,
        load_set,
    )
    from ragtui_eval.summary import (
        Summary,
        p_values,
        summarise,
    )
    from ragtui_eval.text_table import (
        format_table,
    )
    from ragtui_eval.tuning import (
        Tuned,
        Tuner,
        grid_for,
    )
    from ragtui_eval.tuning_report import (
        tuning_as_json,
        tuning_as_text,
    )
    from ragtui_eval.vault_measurement import (
        SYSTEMS,
        VaultMeasure,
        systems_of,
    )

__all__ = [
    "CORPUS",
    "RECORDS_FILE",
    "SYSTEMS",
    "AnswerReport",
    "Conditions",
    "EvaluationRecords",
    "Outcome",
    "QuerySet",
    "Report",
    "Summary",
    "Tuned",
    "Tuner",
    "VaultMeasure",
    "answer_systems",
    "answers_as_json",
    "answers_as_text",
    "append_record",
    "comparison_as_json",
    "comparison_as_text",
    "corpus_ids",
    "evaluation_as_json",
    "evaluation_as_text",
    "evaluation_record",
    "format_table",
    "grid_for",
    "history_as_json",
    "history_as_text",
    "load_questions",
    "load_quotations",
    "load_set",
    "materialise",
    "measure",
    "measure_answers",
    "measure_quotations",
    "p_values",
    "quotations_as_json",
    "quotations_as_text",
    "sha256_of",
    "summarise",
    "systems_of",
    "tuning_as_json",
    "tuning_as_text",
    "versions",
    "write_run",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_eval.answer_measurement": (
            "answer_systems",
            "measure_answers",
        ),
        "ragtui_eval.answer_report": (
            "AnswerReport",
            "answers_as_json",
            "answers_as_text",
        ),
        "ragtui_eval.beir": (
            "CORPUS",
            "corpus_ids",
            "materialise",
        ),
        "ragtui_eval.evaluation_records": (
            "RECORDS_FILE",
            "Conditions",
            "EvaluationRecords",
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
        "ragtui_eval.measurement": (
            "Outcome",
            "measure",
            "write_run",
        ),
        "ragtui_eval.query_set": ("QuerySet",),
        "ragtui_eval.quotation_measurement": (
            "measure_quotations",
            "quotations_as_json",
            "quotations_as_text",
        ),
        "ragtui_eval.set_files": ("sha256_of",),
        "ragtui_eval.set_loading": (
            "load_questions",
            "load_quotations",
            "load_set",
        ),
        "ragtui_eval.summary": (
            "Summary",
            "p_values",
            "summarise",
        ),
        "ragtui_eval.text_table": ("format_table",),
        "ragtui_eval.tuning": (
            "Tuned",
            "Tuner",
            "grid_for",
        ),
        "ragtui_eval.tuning_report": (
            "tuning_as_json",
            "tuning_as_text",
        ),
        "ragtui_eval.vault_measurement": (
            "SYSTEMS",
            "VaultMeasure",
            "systems_of",
        ),
    },
)
