"""Location and properties of the bundled model; its SOURCE.md has the details."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.errors import ModelError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FOLDER = Path(__file__).parent / "bge-small-en-v1.5-int8"
MODEL_FILE = FOLDER / "model.onnx"
TOKENIZER_FILE = FOLDER / "tokenizer.json"

MODEL_ID = "bge-small-en-v1.5-int8/68807e3ff2ab"
"""Name and the first twelve digits of the sha256 of the weights."""

DIMENSION = 384
MAX_TOKENS = 512
"""Tokens of a text that the model reads, including two special ones."""

SHA256 = {
    MODEL_FILE.name: "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
    TOKENIZER_FILE.name: (
        "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"
    ),
}


def verify() -> None:
    """Compare the shipped files with their checksums (0.1 s; not done at every start).

    Raises:
        ModelError: A file is missing or differs.
    """
    for name, expected in SHA256.items():
        file = FOLDER / name
        if not file.is_file():
            raise ModelError(f"{file} is missing: install ragtui again")
        with file.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
        if found != expected:
            raise ModelError(f"{file} is damaged: install ragtui again")


def load_tokenizer() -> Tokenizer:
    """The model's tokenizer, without truncation or padding.

    Raises:
        ModelError: Its file is missing or damaged.
    """
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(TOKENIZER_FILE))
    except Exception as error:  # tokenizers raises nothing narrower
        raise ModelError(f"{TOKENIZER_FILE}: {error}: install ragtui again") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
