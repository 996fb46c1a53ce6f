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
    document_id INTEGER NOT NULL REFERENCES document (id)
) WITHOUT ROWID;
CREATE INDEX mail_place_file ON mail_place (file);
CREATE INDEX mail_place_key ON mail_place (key);
CREATE INDEX mail_place_document ON mail_place (document_id);

ALTER TABLE document ADD COLUMN source TEXT NOT NULL DEFAULT '';   -- its file of mails
CREATE INDEX document_source ON document (source, encoding);
ALTER TABLE chunk ADD COLUMN quoted INTEGER NOT NULL DEFAULT 0;

-- What filters on mails select; empty for all other documents.
ALTER TABLE document ADD COLUMN sender TEXT GENERATED ALWAYS AS (
    iif(source = '', '', coalesce(json_extract(metadata, '$.mail.from'), ''))
) VIRTUAL;
ALTER TABLE document ADD COLUMN recipients TEXT GENERATED ALWAYS AS (
    iif(source = '', '', coalesce(json_extract(metadata, '$.recipients'), ''))
) VIRTUAL;
ALTER TABLE document ADD COLUMN message_id TEXT GENERATED ALWAYS AS (
    iif(source = '', '', coalesce(json_extract(metadata, '$.mail.message_id'), ''))
) VIRTUAL;
ALTER TABLE document ADD COLUMN thread TEXT GENERATED ALWAYS AS (
    iif(source = '', '', coalesce(json_extract(metadata, '$.mail.thread'), ''))
) VIRTUAL;
ALTER TABLE document ADD COLUMN attachments INTEGER GENERATED ALWAYS AS (
    iif(source = '', 0, coalesce(json_array_length(metadata, '$.mail.attachments'), 0))
) VIRTUAL;
CREATE INDEX document_sender ON document (sender) WHERE source != '';
CREATE INDEX document_recipients ON document (recipients) WHERE source != '';
CREATE INDEX document_message_id ON document (message_id) WHERE source != '';
CREATE INDEX document_thread ON document (thread) WHERE source != '';
CREATE INDEX document_attachments ON document (attachments) WHERE source != '';
CREATE INDEX document_mail_category ON document (category) WHERE source != '';
