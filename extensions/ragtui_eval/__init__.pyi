"""Public names of this package, each loaded at its first use."""

from ragtui_eval.answer_measurement import (
    answer_systems as answer_systems,
    measure_answers as measure_answers,
)
from ragtui_eval.beir import (
    CORPUS as CORPUS,
    materialise as materialise,
)
from ragtui_eval.evaluation_records import (
    RECORDS_FILE as RECORDS_FILE,
    Record as Record,
    append_record as append_record,
    newest_records as newest_records,
    p_value as p_value,
    record_of as record_of,
    versions as versions,
)
from ragtui_eval.evaluation_report import (
    history_lines as history_lines,
    record_lines as record_lines,
    tuning_lines as tuning_lines,
)
from ragtui_eval.measurement import (
    QueryResult as QueryResult,
    measure as measure,
    rank_values as rank_values,
)
from ragtui_eval.query_set import (
    QuerySet as QuerySet,
)
from ragtui_eval.set_files import (
    sha256_of as sha256_of,
)
from ragtui_eval.set_loading import (
    load_questions as load_questions,
    load_set as load_set,
)
from ragtui_eval.tuning import (
    Tuned as Tuned,
    Tuner as Tuner,
    grid_for as grid_for,
)
from ragtui_eval.vault_measurement import (
    SYSTEMS as SYSTEMS,
    systems_of as systems_of,
    values_under as values_under,
)
