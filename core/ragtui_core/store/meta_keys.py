"""The keys of table `meta`: facts about a whole index, as given to `Reader.meta`."""

MODEL = "model"
"""The id of the embedding model whose vectors are in use."""

NEXT_MODEL = "next_model"
"""The id of the model whose vectors are being created; else empty."""

SIGNATURE = "signature"
"""The inputs, besides the files, that the chunks depend on; or `MIXED`."""

MIXED = ""
"""The signature of an index whose documents do not all have the same one."""

INDEXED_AT = "indexed_at"
"""When the index was last known to be complete, ISO 8601."""

MISSING = "missing_documents"
"""The number of documents kept although their files are missing; empty if none."""

WORDS_FIRST = "words_first"
"""Not empty while there may be documents whose words alone are indexed."""

UNREAD = "unread"
"""How many files of kinds that are not read the vault has, by ending: JSON."""

READ = "read"
"""How many files of kinds that are read the vault has, by ending: JSON."""

FOREIGN = "foreign_share"
"""The ratio of chunks in other languages than English, 0..1, of some of them."""

LANGUAGES = "languages"
"""How many of some chunks are in each language, by its code: JSON."""

REVISION = "revision"
"""Counts the changes to documents; vectors do not count."""

VECTOR_REVISION = "vector_revision"
"""Counts the changes to the vectors of an index file."""

VAULT = "vault"
"""The real path of the vault when the index was last complete."""


def scale_key(model_id: str) -> str:
    """The key of the scale of a model's cosines, as JSON."""
    return f"cosine_scale {model_id}"
