"""What a model was trained to find before a query, and before a passage."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prompts:
    """Texts that are put before each query and each passage."""

    query: str = ""
    passage: str = ""


NO_PROMPTS = Prompts()
