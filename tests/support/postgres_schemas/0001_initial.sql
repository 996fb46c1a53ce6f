-- Many vaults in one schema: `vault` is first in every key. Texts compare by bytes, as in
-- SQLite. Offsets are characters, lines count from 1, times are nanoseconds since the
-- epoch, dates ISO 8601.

CREATE TABLE vault (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    version bigint NOT NULL DEFAULT 0,      -- grows with every change
    deletions_accepted timestamptz
);

CREATE TABLE meta (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    PRIMARY KEY (vault, key)
);

CREATE TABLE document (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    id int NOT NULL,
    path text COLLATE "C" NOT NULL,
    size bigint NOT NULL,
    mtime_ns bigint NOT NULL,
    checked_ns bigint NOT NULL,             -- when the file was last compared by content
    changed_ns bigint NOT NULL,             -- st_ctime
    inode bigint NOT NULL,
    hash bytea NOT NULL,                    -- blake2b-128 of the file's bytes
    encoding text COLLATE "C" NOT NULL,
    title text COLLATE "C" NOT NULL,
    company text COLLATE "C" NOT NULL,
    category text COLLATE "C" NOT NULL,
    summary text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    tags text COLLATE "C" NOT NULL,         -- joined with line feeds; table tag has each
    created text COLLATE "C" NOT NULL,
    updated text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,         -- the file's name without its suffix
    metadata text COLLATE "C" NOT NULL,     -- JSON; it may contain an escaped NUL
    problems text COLLATE "C" NOT NULL,     -- JSON list of sentences
    source text COLLATE "C" NOT NULL,       -- its file of mails
    -- What is derived from the columns above, for filters and look-ups.
    day text COLLATE "C",                   -- when it was last true, as YYYY-MM-DD
    type text COLLATE "C" NOT NULL,
    aliases text COLLATE "C" NOT NULL,      -- a text, or a JSON list
    sender text COLLATE "C" NOT NULL,
    recipients text COLLATE "C" NOT NULL,
    addressees text[] COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    thread text COLLATE "C" NOT NULL,
    attachments int NOT NULL,
    names tsvector NOT NULL,                -- terms of the title and the name
    PRIMARY KEY (vault, id),
    UNIQUE (vault, path)
);
CREATE INDEX document_mtime ON document (vault, mtime_ns DESC);
CREATE INDEX document_company ON document (vault, company);
CREATE INDEX document_category ON document (vault, category);
CREATE INDEX document_status ON document (vault, status);
CREATE INDEX document_type ON document (vault, type);
CREATE INDEX document_day ON document (vault, day);
CREATE INDEX document_sender ON document (vault, sender) WHERE source != '';
CREATE INDEX document_message_id ON document (vault, message_id) WHERE source != '';
CREATE INDEX document_thread ON document (vault, thread) WHERE source != '';
CREATE INDEX document_names ON document USING gin (names);

CREATE TABLE tag (
    vault int NOT NULL,
    tag text COLLATE "C" NOT NULL,
    document int NOT NULL,
    PRIMARY KEY (vault, tag, document),
    FOREIGN KEY (vault, document) REFERENCES document ON DELETE CASCADE
);
CREATE INDEX tag_document ON tag (vault, document);

CREATE TABLE chunk (
    vault int NOT NULL,
    id int NOT NULL,
    document int NOT NULL,
    span_start int NOT NULL,
    span_end int NOT NULL,
    first_line int NOT NULL,
    last_line int NOT NULL,
    heading_path text COLLATE "C" NOT NULL, -- joined with line feeds
    tokens int NOT NULL,
    embedding_key bytea NOT NULL,           -- blake2b-128 of what is embedded
    embedded bool NOT NULL,                 -- whether table embedding has its vector
    text text COLLATE "C" NOT NULL,
    quoted bool NOT NULL,
    -- Terms with positions; each field has a range of positions (indexed_terms.py).
    words tsvector NOT NULL,
    grams tsvector,
    parts tsvector,
    word_count int NOT NULL,                -- of all fields
    gram_count int NOT NULL,
    part_count int NOT NULL,
    PRIMARY KEY (vault, id),
    FOREIGN KEY (vault, document) REFERENCES document
);
CREATE INDEX chunk_document ON chunk (vault, document, span_start);
CREATE INDEX chunk_pending ON chunk (vault, document) WHERE NOT embedded;
CREATE INDEX chunk_words ON chunk USING gin (words) WITH (fastupdate = off);
CREATE INDEX chunk_grams ON chunk USING gin (grams) WITH (fastupdate = off);
CREATE INDEX chunk_parts ON chunk USING gin (parts) WITH (fastupdate = off);

-- For BM25, per kind of term: 0 words, 1 grams, 2 parts.
CREATE TABLE corpus (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    kind smallint NOT NULL,
    chunks bigint NOT NULL,                 -- those with terms of the kind
    terms bigint NOT NULL,                  -- of all of them
    PRIMARY KEY (vault, kind)
);

CREATE TABLE term (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    kind smallint NOT NULL,
    term text COLLATE "C" NOT NULL,
    chunks int NOT NULL,                    -- that it occurs in
    PRIMARY KEY (vault, kind, term)
);

CREATE TABLE posting (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    kind smallint NOT NULL,
    term text COLLATE "C" NOT NULL,
    block int NOT NULL,                     -- of the chunks from 2,048 * block on
    chunks smallint[] NOT NULL,             -- within the block
    hits bigint[] NOT NULL,                 -- of each field (indexed_terms.py)
    lengths int[] NOT NULL,                 -- of each chunk, in terms
    PRIMARY KEY (vault, kind, term, block)
);

CREATE TABLE skipped (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    path text COLLATE "C" NOT NULL,
    reason text COLLATE "C" NOT NULL,
    PRIMARY KEY (vault, path)
);

CREATE TABLE link (
    vault int NOT NULL,
    document int NOT NULL,
    span_start int NOT NULL,
    span_end int NOT NULL,
    line int NOT NULL,
    key text COLLATE "C" NOT NULL,          -- the last part of the target, folded
    target text COLLATE "C" NOT NULL,       -- decoded; empty for the same file
    heading text COLLATE "C" NOT NULL,
    PRIMARY KEY (vault, document, span_start),
    FOREIGN KEY (vault, document) REFERENCES document ON DELETE CASCADE
);
CREATE INDEX link_key ON link (vault, key, document);

CREATE TABLE heading (
    vault int NOT NULL,
    document int NOT NULL,
    span_start int NOT NULL,                -- of the heading's text, without its marks
    span_end int NOT NULL,
    first_line int NOT NULL,                -- of its section, up to the next heading
    last_line int NOT NULL,
    level int NOT NULL,
    heading_path text COLLATE "C" NOT NULL, -- joined with line feeds, itself last
    PRIMARY KEY (vault, document, span_start),
    FOREIGN KEY (vault, document) REFERENCES document ON DELETE CASCADE
);

-- A file of mails has any number of documents: mails, each with its attachments.
CREATE TABLE mail_file (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    path text COLLATE "C" NOT NULL,
    size bigint NOT NULL,
    mtime_ns bigint NOT NULL,
    changed_ns bigint NOT NULL,
    inode bigint NOT NULL,
    checked_ns bigint NOT NULL,
    hash bytea NOT NULL,                    -- empty until all mails are written
    PRIMARY KEY (vault, path)
);

-- Copies of a mail have the same document, whose path is that of one of them.
CREATE TABLE mail_place (
    vault int NOT NULL,
    path text COLLATE "C" NOT NULL,
    file text COLLATE "C" NOT NULL,
    start bigint NOT NULL,                  -- bytes
    length bigint NOT NULL,
    number int NOT NULL,                    -- which mail of the file, from 1
    hash bytea NOT NULL,                    -- blake2b-128 of its bytes
    key text COLLATE "C" NOT NULL,          -- the same for copies; empty without one
    category text COLLATE "C" NOT NULL,     -- empty: unknown
    document int NOT NULL,
    PRIMARY KEY (vault, path),
    FOREIGN KEY (vault, document) REFERENCES document DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX mail_place_file ON mail_place (vault, file);
CREATE INDEX mail_place_key ON mail_place (vault, key);
CREATE INDEX mail_place_document ON mail_place (vault, document);

-- Whose vectors table embedding has, which is created where pgvector is.
CREATE TABLE model (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    id int NOT NULL,
    name text COLLATE "C" NOT NULL,
    dimension int NOT NULL,
    PRIMARY KEY (vault, id),
    UNIQUE (vault, name)
);
