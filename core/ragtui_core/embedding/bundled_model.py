"""The models shipped as package data; the SOURCE.md of each has the details."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragtui_core.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tokenizers import Tokenizer

MODEL_NAME, TOKENIZER_NAME = "model.onnx", "tokenizer.json"


@dataclass(frozen=True, slots=True)
class BundledModel:
    """The folder of an ONNX model with its tokenizer."""

    folder: Path
    sha256: Mapping[str, str]
    """The checksums of its files, by name."""
    package: str = "ragtui"
    """The package that has them, for messages."""

    @property
    def model_file(self) -> Path:
        """The weights."""
        return self.folder / MODEL_NAME

    @property
    def tokenizer_file(self) -> Path:
        """The tokenizer."""
        return self.folder / TOKENIZER_NAME

    @property
    def _remedy(self) -> str:
        return f"install {self.package} again"

    def verify(self) -> None:
        """Compare the files with their checksums (0.1 s; not done at every start).

        Raises:
            ModelError: A file is missing or differs.
        """
        for name, expected in self.sha256.items():
            file = self.folder / name
            if not file.is_file():
                raise ModelError(f"{file} is missing: {self._remedy}")
            with file.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
            if digest != expected:
                raise ModelError(f"{file} is damaged: {self._remedy}")

    def load_tokenizer(self) -> Tokenizer:
        """The tokenizer, without truncation or padding.

        Raises:
            ModelError: Its file is missing or damaged.
        """
        from tokenizers import Tokenizer

        file = self.tokenizer_file
        try:
            tokenizer = Tokenizer.from_file(str(file))
        except Exception as error:  # tokenizers raises nothing narrower
            raise ModelError(f"{file}: {error}: {self._remedy}") from error
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    def load_vocabulary(self) -> Collection[str]:
        """The tokenizer's pieces, read without its library (10 ms instead of 45).

        Raises:
            ModelError: Its file is missing or damaged.
        """
        file = self.tokenizer_file
        try:
            pieces = json.loads(file.read_bytes())["model"]["vocab"]
        except (OSError, ValueError, KeyError) as error:
            raise ModelError(f"{file}: {error}: {self._remedy}") from error
        return dict[str, float](pieces).keys()  # With numbers, or in pairs with scores.

    def open_session(self) -> Any:
        """An onnxruntime session that runs each text on one core.

        Raises:
            ModelError: The weights are missing or damaged.
        """
        import onnxruntime as ort

        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        # Spinning threads collapse throughput on a busy machine.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        file, providers = self.model_file, ["CPUExecutionProvider"]
        try:
            return ort.InferenceSession(str(file), options, providers=providers)
        except Exception as error:  # onnxruntime's errors share no narrower base
            raise ModelError(f"{file}: {error}: {self._remedy}") from error


@dataclass(frozen=True, slots=True)
class EmbeddingModel(BundledModel):
    """A model with an output `sentence_embedding`, or else the vectors of tokens."""

    max_tokens: int = 512
    """Tokens that the model reads at once, including special ones."""
    dimension: int = 384
    """Numbers of a vector."""


EMBEDDING_MODEL = EmbeddingModel(
    Path(__file__).parent / "bge-small-en-v1.5-int8",
    {
        MODEL_NAME: "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
        TOKENIZER_NAME: (
            "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"
        ),
    },
)
CROSS_ENCODER = BundledModel(
    Path(__file__).parent / "ms-marco-MiniLM-L-12-v2-int8",
    {
        MODEL_NAME: "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
        TOKENIZER_NAME: (
            "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448"
        ),
    },
)

MODEL_ID = "bge-small-en-v1.5-int8/68807e3ff2ab"
"""Name and the first twelve digits of the sha256 of the embedding model's weights."""

MULTILINGUAL_ID = "multilingual-e5-small-int8/6ce1ef983016"
"""The id of the model in the package ragtui-multilingual."""

MAX_TOKENS = 512
"""Tokens that the cross-encoder reads, including special ones."""
