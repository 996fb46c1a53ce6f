"""Public names of this package, each loaded at its first use."""

from ragtui_core.embedding.embedder import (
    Embedder as Embedder,
    TextEmbedder as TextEmbedder,
    Vectors as Vectors,
    check_dimension as check_dimension,
)
from ragtui_core.embedding.embedder_opening import open_embedder as open_embedder
from ragtui_core.embedding.model_identity import (
    model_name as model_name,
)
from ragtui_core.embedding.token_counting import (
    TokenCounter as TokenCounter,
)
