"""Public names of this package, each loaded at its first use."""

from ragtui_eval.answer_measurement import (
    AnswerReport as AnswerReport,
    answer_systems as answer_systems,
    measure_answers as measure_answers,
)
from ragtui_eval.beir import (
    CORPUS as CORPUS,
    corpus_ids as corpus_ids,
    materialise as materialise,
)
from ragtui_eval.evaluation_records import (
    RECORDS_FILE as RECORDS_FILE,
    Conditions as Conditions,
    EvaluationRecords as EvaluationRecords,
    append_record as append_record,
    evaluation_record as evaluation_record,
    versions as versions,
)
from ragtui_eval.evaluation_report import (
    EvaluationReport as EvaluationReport,
    Report as Report,
)
from ragtui_eval.measurement import (
    Outcome as Outcome,
    measure as measure,
    write_run as write_run,
)
from ragtui_eval.query_set import (
    QuerySet as QuerySet,
)
from ragtui_eval.quotation_measurement import (
    measure_quotations as measure_quotations,
)
from ragtui_eval.set_files import (
    sha256_of as sha256_of,
)
from ragtui_eval.set_loading import (
    load_questions as load_questions,
    load_quotations as load_quotations,
    load_set as load_set,
)
from ragtui_eval.summary import (
    Summary as Summary,
    p_values as p_values,
    summarise as summarise,
)
from ragtui_eval.text_table import (
    format_table as format_table,
)
from ragtui_eval.tuning import (
    Tuned as Tuned,
    Tuner as Tuner,
    grid_for as grid_for,
)
from ragtui_eval.tuning_report import (
    TuningReport as TuningReport,
)
from ragtui_eval.vault_measurement import (
    SYSTEMS as SYSTEMS,
    VaultMeasure as VaultMeasure,
    systems_of as systems_of,
)
