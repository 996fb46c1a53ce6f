-- The date of a document, or else that of its last change, as its front matter, its name
-- or its headers tell: the first day, and what its dates up to the last day are less than.
-- Until now, `day` was the date of the last change.
ALTER TABLE document RENAME COLUMN day TO changed;
ALTER TABLE document
    ADD COLUMN day text COLLATE "C" GENERATED ALWAYS AS (
        nullif(substr(coalesce(nullif(created, ''), updated) || '-01-01', 1, 10), '-01-01')
    ) STORED,
    ADD COLUMN until text COLLATE "C" GENERATED ALWAYS AS (
        nullif(substr(coalesce(nullif(created, ''), updated), 1, 10) || '~', '~')
    ) STORED;
DROP INDEX document_day;
CREATE INDEX document_day ON document (vault, day);
