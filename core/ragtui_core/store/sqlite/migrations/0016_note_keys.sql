-- By which last parts of links' targets a note is looked up (note_keys.py); none for mails.
CREATE TABLE note_key (
    key TEXT NOT NULL,
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (key, document_id)
) WITHOUT ROWID;
CREATE INDEX note_key_document ON note_key (document_id);

INSERT INTO note_key
SELECT each.value, document.id
FROM document, json_each(note_keys(title, metadata, document.path)) AS each
WHERE source = '';
