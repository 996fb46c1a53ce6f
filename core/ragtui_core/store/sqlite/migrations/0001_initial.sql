-- What a person's vault looks like to search. Offsets are characters, lines count
-- from 1, times are nanoseconds since the epoch, dates ISO 8601.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    checked_ns INTEGER NOT NULL,     -- when the file was last compared by content
    hash BLOB NOT NULL,              -- blake2b-128 of the file's bytes
    encoding TEXT NOT NULL,
    title TEXT NOT NULL,
    company TEXT NOT NULL,
    category TEXT NOT NULL,
    summary TEXT NOT NULL,
    status TEXT NOT NULL,
    tags TEXT NOT NULL,              -- joined with line feeds; table tag has each
    created TEXT NOT NULL,
    updated TEXT NOT NULL,
    name TEXT NOT NULL,              -- the file's name without its suffix
    metadata TEXT NOT NULL,          -- JSON: the whole front matter
    problems TEXT NOT NULL           -- JSON list of sentences
);
CREATE INDEX document_mtime ON document (mtime_ns DESC);

CREATE TABLE tag (
    tag TEXT NOT NULL,
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, document_id)
) WITHOUT ROWID;
CREATE INDEX tag_document ON tag (document_id);

CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES document (id),
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    heading_path TEXT NOT NULL,      -- joined with line feeds
    tokens INTEGER NOT NULL,
    embedding_key BLOB NOT NULL,     -- blake2b-128 of what is embedded
    embedded INTEGER NOT NULL,       -- 1 when chunk_vector has its row
    text TEXT NOT NULL
);
CREATE INDEX chunk_document ON chunk (document_id, span_start);
CREATE INDEX chunk_pending ON chunk (document_id) WHERE NOT embedded;

CREATE TABLE skipped (
    path TEXT PRIMARY KEY,
    reason TEXT NOT NULL
) WITHOUT ROWID;

-- One keyword row a chunk, its document's fields beside it, so that one bm25()
-- ranks fields and text together. Nothing is stored twice: the view is the content.
CREATE VIEW chunk_content AS
SELECT
    chunk.id AS id,
    chunk.document_id AS document_id,
    document.company AS company,
    document.tags AS tags,
    document.title AS title,
    document.category AS category,
    document.summary AS summary,
    document.name AS name,
    chunk.heading_path AS heading,
    chunk.text AS body
FROM chunk JOIN document ON document.id = chunk.document_id;

CREATE VIRTUAL TABLE keyword USING fts5 (
    company, tags, title, category, summary, name, heading, body,
    content = 'chunk_content',
    content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (keyword, row);
