-- Vectors in plain rows instead of sqlite-vec's virtual table, whose blocks make reading
-- some of them slow. `migrations.py` moves those of an index that has vectors.

CREATE TABLE embedding (
    chunk INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,       -- of the vectors when it was written (vector_tables.py)
    vector BLOB NOT NULL             -- float32 per dimension, of length 1
);
-- Has the chunks with their revisions, so that these are read without the vectors.
CREATE INDEX embedding_revision ON embedding (revision);

CREATE TABLE next_embedding (
    chunk INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    vector BLOB NOT NULL
);
