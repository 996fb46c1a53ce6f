-- What the first search of a process would count or look for in all rows.

-- One row: the number of chunks, and of those with a vector, kept by triggers.
CREATE TABLE chunk_count (
    chunks INTEGER NOT NULL,
    embedded INTEGER NOT NULL
);
INSERT INTO chunk_count SELECT count(*), coalesce(sum(embedded), 0) FROM chunk;

CREATE TRIGGER chunk_added AFTER INSERT ON chunk BEGIN
    UPDATE chunk_count SET chunks = chunks + 1, embedded = embedded + NEW.embedded;
END;

CREATE TRIGGER chunk_removed AFTER DELETE ON chunk BEGIN
    UPDATE chunk_count SET chunks = chunks - 1, embedded = embedded - OLD.embedded;
END;

CREATE TRIGGER chunk_embedded AFTER UPDATE OF embedded ON chunk BEGIN
    UPDATE chunk_count SET embedded = embedded + NEW.embedded - OLD.embedded;
END;

-- The documents whose front matter may have aliases.
CREATE INDEX document_aliases ON document (id) WHERE metadata LIKE '%alias%';
