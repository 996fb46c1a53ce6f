"""Public names of this package, each loaded at its first use."""

from ragtui_core.index_state import (
    state_error as state_error,
)
from ragtui_core.store.index_limits import (
    indexable as indexable,
)
from ragtui_core.store.matching import (
    AllOf as AllOf,
    AnyOf as AnyOf,
    Matching as Matching,
    Prefix as Prefix,
    TermKind as TermKind,
)
from ragtui_core.store.meta_keys import (
    MODEL as MODEL,
    NEXT_MODEL as NEXT_MODEL,
)
from ragtui_core.store.protocols import (
    SharedStore as SharedStore,
)
from ragtui_core.store.reading.reader import (
    Reader as Reader,
)
from ragtui_core.store.reading.reader_protocols import (
    KeywordReader as KeywordReader,
)
from ragtui_core.store.reading.reader_state import (
    Cache as Cache,
    ReaderState as ReaderState,
)
from ragtui_core.store.records import (
    AccessRight as AccessRight,
    DocumentRecord as DocumentRecord,
    IndexCounts as IndexCounts,
    Occurrences as Occurrences,
    PendingChunk as PendingChunk,
    with_head as with_head,
)
from ragtui_core.store.selection import (
    Filter as Filter,
    SelectedChunks as SelectedChunks,
)
from ragtui_core.store.session import (
    Condition as Condition,
)
from ragtui_core.store.tables.document_rows import (
    PlacedChunk as PlacedChunk,
    Reusable as Reusable,
    name_words as name_words,
    placed_chunks as placed_chunks,
    put_chunks as put_chunks,
    put_documents as put_documents,
    remove_chunks as remove_chunks,
)
from ragtui_core.store.tables.filters import (
    passage_condition as passage_condition,
)
from ragtui_core.store.tables.meta import (
    TABLES as TABLES,
    set_meta_value as set_meta_value,
)
from ragtui_core.store.writing.vector_writer import (
    VectorWriter as VectorWriter,
)
from ragtui_core.store.writing.writer import (
    Writer as Writer,
)
