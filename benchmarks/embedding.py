"""Chunks embedded a second, against one onnxruntime session left to its defaults.

python -m benchmarks.embedding VAULT [CHUNKS]

The baseline is what one writes first: a session with default threads, and batches
of 32 padded to their longest text.
"""

import sys
from pathlib import Path

import numpy as np
import onnxruntime as ort

from benchmarks.measure import row, scratch, seconds
from ragtui_core import open_vault
from ragtui_core.embedding import open_embedder
from ragtui_core.embedding.bundled_model import (
    EMBEDDING_MODEL,
    MAX_TOKENS,
)
from ragtui_core.settings import EmbeddingSettings

BATCH = 32


def chunks_of(vault: Path, count: int) -> list[str]:
    """The texts of `count` chunks of a vault, taken evenly."""
    with scratch() as folder:
        opened = open_vault(vault, db=folder / "index.db")
        opened.index(embed=False)
        texts = [
            opened.documents.text(path)[:1200] for path in opened.documents.paths()
        ]
        opened.close()
    step = max(1, len(texts) // count)
    return texts[::step][:count]


def default_session(texts: list[str]) -> None:
    """Embed with one session, default threads, padded batches of 32."""
    tokenizer = EMBEDDING_MODEL.load_tokenizer()
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.enable_padding()
    session = ort.InferenceSession(str(EMBEDDING_MODEL.model_file))
    for start in range(0, len(texts), BATCH):
        encoded = tokenizer.encode_batch(texts[start : start + BATCH])
        ids = np.array([e.ids for e in encoded], dtype=np.int64)
        mask = np.array([e.attention_mask for e in encoded], dtype=np.int64)
        session.run(
            None,
            {
                "input_ids": ids,
                "attention_mask": mask,
                "token_type_ids": np.zeros_like(ids),
            },
        )


if __name__ == "__main__":
    sample = chunks_of(Path(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 400)
    embedder = open_embedder(EmbeddingSettings())
    embedder.embed(sample[:8])
    ours = len(sample) / seconds(lambda: embedder.embed(sample), 2)
    base = len(sample) / seconds(lambda: default_session(sample), 2)
    row("one default session, batches of 32 (baseline)", base, "chunks/s")
    row("ragtui", ours, "chunks/s", f"{ours / base:.2f} x baseline")
