"""The passages of documents for a request, one block per passage, as displayed.

What a model copies from them is what a person sees, and what is compared.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer_events import Source
from ragtui_core.citations.passages import Passage
from ragtui_core.citations.saving.attribution_line import UNDER
from ragtui_core.citations.shown.blocks import ShownBlock, ShownKind
from ragtui_core.citations.shown.context import context_of
from ragtui_core.citations.shown.quotable_file import Place, quotable
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.text.single_line import one_line
from ragtui_core.types import LOCATION_SEPARATOR, BlockKind, Fields


@dataclass(frozen=True, slots=True)
class PromptDocument:
    """A document's non-empty passages, in the order sent."""

    text: Excerpted
    passages: tuple[Passage, ...]
    blocks: tuple[str, ...]


def prompt_documents(texts: Iterable[Excerpted]) -> list[PromptDocument]:
    """The blocks of each document; documents without any are omitted."""
    documents = map(_displayed, texts)
    return [item for item in documents if item.blocks]


def in_context(item: PromptDocument) -> Iterator[str]:
    """The blocks but headings; what is displayed above some is in one line before them.

    What was a block before, such as the lead of a list, is not repeated.
    """
    file, said, above = quotable(item.text.document), "", list[str]()
    for passage, block in zip(item.passages, item.blocks, strict=True):
        if passage.kind is BlockKind.HEADING:
            continue
        places = file.places_in(passage.span)
        context = context_of(file, places, file.blocks[places[0].block].headings)
        under = [p[2:] for p in context if p.startswith(UNDER) and p[2:] not in said]
        if under and above != under:
            yield f"[{LOCATION_SEPARATOR.join(under)}]"
        above = under
        yield block
        said += f" {one_line(file.text_of(places))}"


def fields_line(source: Source, fields: Fields) -> str:
    """The metadata of a document, on one line."""
    facts = {
        "title": fields.title,
        "company": fields.company,
        "category": fields.category,
        "status": fields.status,
        "state": source.state,
        "tags": ", ".join(fields.tags),
        "date": source.date,
        "changed": source.changed,
        "summary": fields.summary,
    }
    listed = "; ".join(f"{name}: {value}" for name, value in facts.items() if value)
    return sanitize(f"{source.path}: {listed}", one_line=True)


def _displayed(text: Excerpted) -> PromptDocument:
    file = quotable(text.document)
    drawn = [
        (
            passage,
            "\n".join(_drawn(file.blocks[place.block], place) for place in places),
        )
        for passage in text.passages
        if (places := file.places_in(passage.span))
    ]
    return PromptDocument(text, tuple(p for p, _ in drawn), tuple(b for _, b in drawn))


def _drawn(block: ShownBlock, place: Place) -> str:
    """Displayed words, after the mark that tells what kind of block they begin."""
    words = block.text[place.start : place.end]
    marks = {
        ShownKind.HEADING: f"{'#' * (len(block.headings) + 1)} ",
        ShownKind.ITEM: f"{block.marker.replace('•', '-')} ",
        ShownKind.TITLE: f"{block.callout}: ",
    }
    mark = "" if place.start else marks.get(block.kind, "")
    return f"{'> ' if block.quote else ''}{mark.removeprefix(': ')}{words}"


_TEMPLATE = re.compile(
    r"<(?=[|\uff5c]|/?(?:start_|end_|begin_|think|note|tool|system|user|assistant|sys"
    r"|function|seed:|extra_id_|special_|reserved_|unused|im_|eot|eom"
    r"|\w{1,20}[|\uff5c]>|\w{1,20}_token>"
    r"|(?:s|bos|eos|pad|unk|mask|sop|eop|eod|eoh|eoa)>)|<SYS)"
    r"|\[(?=[|\uff5c]|gMASK\]|e~\["
    r"|/?(?:INST|[A-Z]{1,20}_(?:PROMPT|TOOLS|CALLS|RESULTS|CONTENT)|TOOL_\w{1,20}"
    r"|MODEL_SETTINGS|THINK|ARGS|CALL_ID|IMG|CONTENT)\])"
    r"|\](?=~!?b[\[\]])",
    re.I,
)
"""The tokens of ChatML, Llama, Mistral, Gemma, DeepSeek, GLM, EXAONE, MiniMax, Nemotron
and Seed, and tags with a special meaning to models."""


def without_special_tokens(text: str) -> str:
    """`text` with every token of a chat template broken by a space.

    Servers insert notes into a plain-text template, in which `<|im_end|>` would end the
    user's turn and let the note start another.
    """
    return _TEMPLATE.sub(lambda match: match[0] + " ", text)
