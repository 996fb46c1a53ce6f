"""Sanitizes the passages of documents for a request, one block per passage."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer_events import Source
from ragtui_core.citations.passages import Passage
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Fields

_BLANK = "\u200b\u2060\ufeff"
"""Invisible characters; a service may reject a block with nothing else."""


@dataclass(frozen=True, slots=True)
class PromptDocument:
    """A document's non-empty passages, in the order sent."""

    text: Excerpted
    passages: tuple[Passage, ...]
    blocks: tuple[str, ...]


def prompt_documents(texts: Iterable[Excerpted]) -> list[PromptDocument]:
    """The blocks of each document; documents without any are omitted."""
    documents = map(_sanitized, texts)
    return [item for item in documents if item.blocks]


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


def _sanitized(text: Excerpted) -> PromptDocument:
    sent = []
    for passage in text.passages:
        block = sanitize(passage.span.of(text.document.text))
        if block.strip().strip(_BLANK).strip():
            sent.append((passage, block))
    return PromptDocument(text, tuple(p for p, _ in sent), tuple(b for _, b in sent))


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
