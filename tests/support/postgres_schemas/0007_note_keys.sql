-- By which last parts of links' targets a note is looked up (note_keys.py); none for mails.
-- `migrations.py` fills in those of older schemas.
ALTER TABLE document ADD COLUMN keys text[] COLLATE "C" NOT NULL DEFAULT '{}';
CREATE INDEX document_keys ON document USING gin (keys);
