-- An index file, after the tables of `store/tables/tables.sql`. A change of this file needs
-- another SCHEMA_VERSION in schema.py.

CREATE INDEX document_until ON document (until);
CREATE INDEX document_source ON document (source, encoding);
CREATE INDEX document_recipients ON document (recipients) WHERE source != '';
CREATE INDEX document_attachments ON document (attachments) WHERE source != '';
CREATE INDEX document_mail_category ON document (category) WHERE source != '';
-- All that a search for names reads, the newest first.
CREATE INDEX document_names ON document (mtime_ns DESC, path, title, folded)
WHERE source = '';
CREATE INDEX document_aliases ON document (aliases, id) WHERE aliases != '';
-- The folder, with a slash at its end: counted in the order of an index.
CREATE INDEX document_folder ON document (rtrim(path, replace(path, '/', '')));
-- The values of each document; the last one is its folder, with a slash at its end.
-- Facets of what was found read these instead of the rows, which have whole texts.
CREATE INDEX document_facets ON document (
    id, type, status, company, category, day, encoding, sender, attachments,
    rtrim(path, replace(path, '/', ''))
);

ALTER TABLE chunk ADD COLUMN embedded INTEGER NOT NULL DEFAULT 0;  -- 1 with a row in embedding
-- With what filters select, so that these need not read the texts.
CREATE INDEX chunk_document ON chunk (
    document, span_start, own_day, own_until, state, due, speakers
);
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
