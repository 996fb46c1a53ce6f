-- What filters ask of a document, each found by an index.
ALTER TABLE document ADD COLUMN type TEXT
    GENERATED ALWAYS AS (coalesce(json_extract(metadata, '$.type'), '')) VIRTUAL;
ALTER TABLE document ADD COLUMN day TEXT     -- when it was last true, as YYYY-MM-DD
    GENERATED ALWAYS AS (
        coalesce(
            nullif(substr(updated, 1, 10), ''),
            date(mtime_ns / 1000000000, 'unixepoch')
        )
    ) VIRTUAL;
CREATE INDEX document_company ON document (company);
CREATE INDEX document_category ON document (category);
CREATE INDEX document_status ON document (status);
CREATE INDEX document_type ON document (type);
CREATE INDEX document_day ON document (day);

-- Below the words: pairs of characters of scripts that put no spaces between words,
-- and the parts of identifiers. Only chunks that hold such have a row; the row's text
-- is not kept, since it can be made again from the chunk.
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
    tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE part_vocabulary USING fts5vocab (part, row);

-- The title has a column of its own: as the first heading, of the text and in the
-- heading path, it would count three times.
DROP VIEW chunk_content;
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
    CASE
        WHEN instr(heading_path || char(10), title || char(10)) = 1
        THEN substr(heading_path, length(title) + 2)
        ELSE heading_path
    END AS heading,
    CASE
        WHEN substr(text, 1, length(title) + 2) = '# ' || title
        THEN substr(text, length(title) + 3)
        ELSE text
    END AS body
FROM chunk JOIN document ON document.id = chunk.document_id;
INSERT INTO keyword (keyword) VALUES ('rebuild');
