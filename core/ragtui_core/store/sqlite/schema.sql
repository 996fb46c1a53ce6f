-- An index file. Offsets are characters, lines count from 1, times are nanoseconds since
-- the epoch, dates ISO 8601. A change of this file needs another VERSION in schema.py.

CREATE TABLE meta (                  -- facts about the whole index (meta_keys.py)
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
    problems TEXT NOT NULL,          -- JSON list of sentences
    -- Tell a file that was edited from one that was not where size and modification time
    -- are the same.
    changed_ns INTEGER NOT NULL,     -- st_ctime
    inode INTEGER NOT NULL,
    source TEXT NOT NULL,            -- its file of mails; empty for other documents
    -- The names by which a note is found (folded_names.py): title, aliases and path, one
    -- per line. Empty if the title and the path are plain ASCII and there are no aliases,
    -- and for mails.
    folded TEXT NOT NULL,
    -- What filters select, of what is above (document_rows.py).
    changed TEXT,                    -- the day of the last change, as YYYY-MM-DD
    type TEXT NOT NULL,
    aliases TEXT NOT NULL,           -- a text, or a JSON list
    -- Of mails; empty for other documents.
    sender TEXT NOT NULL,
    recipients TEXT NOT NULL,
    message_id TEXT NOT NULL,
    thread TEXT NOT NULL,
    attachments INTEGER NOT NULL,
    -- Its date, or else that of its last change, as its front matter, its name or its
    -- headers tell: the first day, as YYYY-MM-DD.
    day TEXT AS (
        nullif(substr(coalesce(nullif(created, ''), updated) || '-01-01', 1, 10), '-01-01')
    ),
    -- What its dates up to the last day are less than; two days are of a week.
    until TEXT AS (
        nullif(
            iif(
                created LIKE '%/%',
                substr(created, 12, 10),
                substr(coalesce(nullif(created, ''), updated), 1, 10)
            ) || '~',
            '~'
        )
    )
);
CREATE INDEX document_mtime ON document (mtime_ns DESC);
CREATE INDEX document_company ON document (company);
CREATE INDEX document_category ON document (category);
CREATE INDEX document_status ON document (status);
CREATE INDEX document_type ON document (type);
CREATE INDEX document_day ON document (day);
CREATE INDEX document_until ON document (until);
CREATE INDEX document_source ON document (source, encoding);
CREATE INDEX document_sender ON document (sender) WHERE source != '';
CREATE INDEX document_recipients ON document (recipients) WHERE source != '';
CREATE INDEX document_message_id ON document (message_id) WHERE source != '';
CREATE INDEX document_thread ON document (thread) WHERE source != '';
CREATE INDEX document_attachments ON document (attachments) WHERE source != '';
CREATE INDEX document_mail_category ON document (category) WHERE source != '';
-- All that a search for names reads, the newest first.
CREATE INDEX document_names ON document (mtime_ns DESC, path, title, folded)
WHERE source = '';
CREATE INDEX document_aliases ON document (aliases, id) WHERE aliases != '';
-- The folder, with a slash at its end, and the year: counted in the order of an index.
CREATE INDEX document_folder ON document (rtrim(path, replace(path, '/', '')));
CREATE INDEX document_year ON document (substr(day, 1, 4));
-- The values of each document; the last one is its folder, with a slash at its end.
-- Facets of what was found read these instead of the rows, which have whole texts.
CREATE INDEX document_facets ON document (
    id, type, status, company, category, day, encoding, sender, attachments,
    rtrim(path, replace(path, '/', ''))
);

CREATE TABLE tag (
    tag TEXT NOT NULL,
    document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, document)
) WITHOUT ROWID;
CREATE INDEX tag_document ON tag (document);

CREATE TABLE addressee (
    addressee TEXT NOT NULL,
    document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (addressee, document)
) WITHOUT ROWID;
CREATE INDEX addressee_document ON addressee (document);

-- The last parts of links' targets that mean a note (note_keys.py); none for mails.
CREATE TABLE note_key (
    key TEXT NOT NULL,
    document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (key, document)
) WITHOUT ROWID;
CREATE INDEX note_key_document ON note_key (document);

CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES document (id),
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    heading_path TEXT NOT NULL,      -- joined with line feeds
    tokens INTEGER NOT NULL,
    embedding_key BLOB NOT NULL,     -- blake2b-128 of what is embedded
    embedded INTEGER NOT NULL,       -- 1 when table embedding has its row
    text TEXT NOT NULL,
    quoted INTEGER NOT NULL,         -- 1 for what a mail quotes
    head TEXT NOT NULL               -- of the table that it continues; usually empty
);
CREATE INDEX chunk_document ON chunk (document, span_start);
CREATE INDEX chunk_pending ON chunk (document) WHERE NOT embedded;
-- The document of each chunk, for facets.
CREATE INDEX chunk_place ON chunk (id, document);

-- One row: the number of chunks, and of those with a vector.
CREATE TABLE chunk_count (
    chunks INTEGER NOT NULL,
    embedded INTEGER NOT NULL
);
INSERT INTO chunk_count VALUES (0, 0);

CREATE TRIGGER chunk_added AFTER INSERT ON chunk BEGIN
    UPDATE chunk_count SET chunks = chunks + 1, embedded = embedded + NEW.embedded;
END;

CREATE TRIGGER chunk_removed AFTER DELETE ON chunk BEGIN
    UPDATE chunk_count SET chunks = chunks - 1, embedded = embedded - OLD.embedded;
END;

CREATE TRIGGER chunk_embedded AFTER UPDATE OF embedded ON chunk BEGIN
    UPDATE chunk_count SET embedded = embedded + NEW.embedded - OLD.embedded;
END;

CREATE TABLE skipped (
    path TEXT PRIMARY KEY,
    reason TEXT NOT NULL
) WITHOUT ROWID;

-- Links as written: whether and where one leads is decided when it is asked, since that
-- changes with every note that comes or goes.
CREATE TABLE link (
    document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    line INTEGER NOT NULL,
    key TEXT NOT NULL,               -- the last part of the target, folded
    target TEXT NOT NULL,            -- decoded; empty for the same file
    heading TEXT NOT NULL,
    PRIMARY KEY (document, span_start)
) WITHOUT ROWID;
CREATE INDEX link_key ON link (key, document);

CREATE TABLE heading (
    document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    span_start INTEGER NOT NULL,     -- of the heading's text, without its marks
    span_end INTEGER NOT NULL,
    first_line INTEGER NOT NULL,     -- of its section, up to the next heading
    last_line INTEGER NOT NULL,
    level INTEGER NOT NULL,
    heading_path TEXT NOT NULL,      -- joined with line feeds, itself last
    folded TEXT NOT NULL,            -- the path and the title; empty if both are ASCII
    PRIMARY KEY (document, span_start)
) WITHOUT ROWID;

-- A file of mails has any number of documents: mails, each with its attachments.
CREATE TABLE mail_file (
    path TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    changed_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    checked_ns INTEGER NOT NULL,
    hash BLOB NOT NULL               -- of its bytes; empty until all mails are written
) WITHOUT ROWID;

-- Where each mail is. Copies of a mail, in several files, have the same document, whose
-- path is that of one of them.
CREATE TABLE mail_place (
    path TEXT PRIMARY KEY,
    file TEXT NOT NULL,
    start INTEGER NOT NULL,          -- bytes
    length INTEGER NOT NULL,
    number INTEGER NOT NULL,         -- which mail of the file, from 1
    hash BLOB NOT NULL,              -- blake2b-128 of its bytes
    key TEXT NOT NULL,               -- the same for copies; empty without Message-ID
    document INTEGER NOT NULL REFERENCES document (id) DEFERRABLE INITIALLY DEFERRED,
    category TEXT NOT NULL           -- it follows the folder; empty if unknown
) WITHOUT ROWID;
CREATE INDEX mail_place_file ON mail_place (file);
CREATE INDEX mail_place_key ON mail_place (key);
CREATE INDEX mail_place_document ON mail_place (document);

-- One row of words a chunk, its document's fields beside it, so that one bm25() ranks
-- fields and text together. Nothing is stored twice: the view is the content. The title has
-- a column of its own: as the first heading, of the text and in the heading path, it would
-- count three times. as_words: text/word_folding.py.
CREATE VIEW chunk_content AS
SELECT
    chunk.id AS id,
    chunk.document AS document,
    as_words(document.company) AS company,
    as_words(document.tags) AS tags,
    as_words(document.title) AS title,
    as_words(document.category) AS category,
    as_words(document.summary) AS summary,
    as_words(document.name || char(10) || document.aliases) AS name,
    as_words(CASE
        WHEN instr(heading_path || char(10), title || char(10)) = 1
        THEN substr(heading_path, length(title) + 2)
        ELSE heading_path
    END) AS heading,
    as_words(iif(head = '', '', head || char(10)) || CASE
        WHEN substr(text, 1, length(title) + 2) = '# ' || title
        THEN substr(text, length(title) + 3)
        ELSE text
    END) AS body
FROM chunk JOIN document ON document.id = chunk.document;

CREATE VIRTUAL TABLE keyword USING fts5 (
    company, tags, title, category, summary, name, heading, body,
    content = 'chunk_content',
    content_rowid = 'id',
    tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (keyword, row);

-- Pairs of characters of scripts that put no spaces between words, and the parts of
-- identifiers. Only chunks with such have a row; the row's text is not kept, since it can
-- be made again from the chunk.
CREATE VIRTUAL TABLE gram USING fts5 (
    fields, body,
    content = '',
    contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
);
CREATE VIRTUAL TABLE gram_vocabulary USING fts5vocab (gram, row);
CREATE VIRTUAL TABLE part USING fts5 (
    body,
    content = '',
    contentless_delete = 1,
    tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);
CREATE VIRTUAL TABLE part_vocabulary USING fts5vocab (part, row);

-- The vectors in use.
CREATE TABLE embedding (
    chunk INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,       -- of the vectors when it was written
    vector BLOB NOT NULL             -- float32 per dimension, of length 1
);
-- Finds what was written since a process read the vectors.
CREATE INDEX embedding_revision ON embedding (revision);

-- The vectors of another model, until they are complete.
CREATE TABLE next_embedding (
    chunk INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    vector BLOB NOT NULL
);
