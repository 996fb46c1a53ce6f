"""Public names of this package, each loaded at its first use."""

from ragtui_core.citations.citer import Citer as Citer, uncited as uncited
from ragtui_core.citations.comparing.normalization import plain as plain
from ragtui_core.citations.comparing.verification import (
    compare_with_file as compare_with_file,
    locate as locate,
)
from ragtui_core.citations.passages import passages_of as passages_of
from ragtui_core.citations.quotations import Quotations as Quotations
from ragtui_core.citations.recheck import (
    Rechecked as Rechecked,
    rechecked_as_json as rechecked_as_json,
)
from ragtui_core.citations.saving.attribution_line import (
    escape_markdown as escape_markdown,
)
from ragtui_core.citations.saving.saved_citations import (
    read_citations as read_citations,
    write_citation as write_citation,
)
from ragtui_core.citations.shown_passage import (
    ShownPassage as ShownPassage,
    passage_of as passage_of,
)
from ragtui_core.citations.verdict_wording import (
    citation_label as citation_label,
    citation_name as citation_name,
    citation_sentence as citation_sentence,
    citation_sign as citation_sign,
    verdict_label as verdict_label,
    verdict_name as verdict_name,
    verdict_sign as verdict_sign,
)
