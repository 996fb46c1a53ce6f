-- How many documents have each value of a field, for facets and completion. Triggers keep
-- the numbers in the transaction of each change.

CREATE TABLE value_count (
    field TEXT NOT NULL,             -- as in FilterField
    value TEXT NOT NULL,             -- not empty; a folder ends with a slash
    documents INTEGER NOT NULL,
    PRIMARY KEY (field, value)
) WITHOUT ROWID;

CREATE VIEW document_value AS
SELECT id AS document_id, 'type' AS field, type AS value FROM document
UNION ALL SELECT id, 'status', status FROM document
UNION ALL SELECT id, 'company', company FROM document
UNION ALL SELECT id, 'category', category FROM document
UNION ALL SELECT id, 'year', substr(day, 1, 4) FROM document
UNION ALL SELECT id, 'folder', rtrim(path, replace(path, '/', '')) FROM document
UNION ALL SELECT id, 'kind', CASE
    WHEN instr(encoding, '/') THEN substr(encoding, 1, instr(encoding, '/') - 1)
    ELSE 'markdown'
END FROM document;

INSERT INTO value_count
SELECT field, value, count(*) FROM document_value WHERE value != '' GROUP BY 1, 2;
INSERT INTO value_count SELECT 'tag', tag, count(*) FROM tag WHERE tag != '' GROUP BY 2;

-- The row that `INSERT OR REPLACE` removes: it runs no trigger of DELETE.
CREATE TRIGGER document_replaced BEFORE INSERT ON document BEGIN
    UPDATE value_count SET documents = documents - 1 WHERE (field, value) IN (
        SELECT field, value FROM document_value WHERE document_id = NEW.id
    );
    UPDATE value_count SET documents = documents - 1 WHERE (field, value) IN (
        SELECT field, value FROM document_value
        WHERE document_id = (SELECT id FROM document WHERE path = NEW.path)
        AND document_id != NEW.id
    );
END;

CREATE TRIGGER document_added AFTER INSERT ON document BEGIN
    INSERT INTO value_count
    SELECT field, value, 1 FROM document_value
    WHERE document_id = NEW.id AND value != ''
    ON CONFLICT (field, value) DO UPDATE SET documents = documents + 1;
END;

CREATE TRIGGER document_removed BEFORE DELETE ON document BEGIN
    UPDATE value_count SET documents = documents - 1 WHERE (field, value) IN (
        SELECT field, value FROM document_value WHERE document_id = OLD.id
    );
END;

CREATE TRIGGER document_changes
BEFORE UPDATE OF path, mtime_ns, updated, metadata, encoding, status, company, category
ON document BEGIN
    UPDATE value_count SET documents = documents - 1 WHERE (field, value) IN (
        SELECT field, value FROM document_value WHERE document_id = OLD.id
    );
END;

CREATE TRIGGER document_changed
AFTER UPDATE OF path, mtime_ns, updated, metadata, encoding, status, company, category
ON document BEGIN
    INSERT INTO value_count
    SELECT field, value, 1 FROM document_value
    WHERE document_id = NEW.id AND value != ''
    ON CONFLICT (field, value) DO UPDATE SET documents = documents + 1;
END;

CREATE TRIGGER tag_added AFTER INSERT ON tag WHEN NEW.tag != '' BEGIN
    INSERT INTO value_count VALUES ('tag', NEW.tag, 1)
    ON CONFLICT (field, value) DO UPDATE SET documents = documents + 1;
END;

CREATE TRIGGER tag_removed AFTER DELETE ON tag BEGIN
    UPDATE value_count SET documents = documents - 1
    WHERE field = 'tag' AND value = OLD.tag;
END;

CREATE TRIGGER value_unused AFTER UPDATE ON value_count WHEN NEW.documents = 0 BEGIN
    DELETE FROM value_count WHERE field = NEW.field AND value = NEW.value;
END;
