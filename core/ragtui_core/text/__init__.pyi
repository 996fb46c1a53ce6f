"""Public names of this package, each loaded at its first use."""

from ragtui_core.language.function_words import (
    function_words_in as function_words_in,
)
from ragtui_core.text.document_dates import (
    shown_date as shown_date,
    shown_dates as shown_dates,
)
from ragtui_core.text.folding import (
    folded as folded,
    without_extension as without_extension,
)
from ragtui_core.text.line_index import (
    LINE_END as LINE_END,
    LineIndex as LineIndex,
    line_count as line_count,
    span_of_lines as span_of_lines,
)
from ragtui_core.text.plurals import (
    counted as counted,
    percentage as percentage,
)
from ragtui_core.text.sanitizing import (
    encodable as encodable,
    sanitize as sanitize,
    without_surrogates as without_surrogates,
)
from ragtui_core.text.single_line import (
    clip as clip,
    one_line as one_line,
    shown_line as shown_line,
)
from ragtui_core.text.stemming import (
    gram_tokens as gram_tokens,
    stemmed as stemmed,
    tokenizer_versions as tokenizer_versions,
    words_of_stem as words_of_stem,
)
from ragtui_core.text.subwords import unspaced_runs as unspaced_runs
