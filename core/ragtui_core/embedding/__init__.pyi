"""Public names of this package, each loaded at its first use."""

from ragtui_core.embedding.embedder import (
    Embedder as Embedder,
    TextEmbedder as TextEmbedder,
    Vectors as Vectors,
    check_dimension as check_dimension,
)
from ragtui_core.embedding.embedder_opening import open_embedder as open_embedder
from ragtui_core.embedding.known_models import known_model as known_model
from ragtui_core.embedding.long_texts import (
    MIN_CHARS as MIN_CHARS,
    estimated_tokens as estimated_tokens,
    halves as halves,
    in_parts as in_parts,
    mean_vectors as mean_vectors,
)
from ragtui_core.embedding.model_identity import (
    model_id as model_id,
    model_name as model_name,
    prompts_of as prompts_of,
)
from ragtui_core.embedding.query_cache import QueryCache as QueryCache
from ragtui_core.embedding.token_counting import (
    TokenCounter as TokenCounter,
)
from ragtui_core.embedding.unit_vectors import to_unit_vectors as to_unit_vectors
