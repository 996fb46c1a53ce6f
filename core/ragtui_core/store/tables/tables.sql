-- The tables that both stores have. Offsets are characters, lines count from 1, times are
-- nanoseconds since the epoch, dates ISO 8601. plain_text compares by bytes; PostgreSQL has
-- it as a domain. WITHOUT ROWID is for SQLite. A change of this file needs another
-- SCHEMA_VERSION in both schema.py.

CREATE TABLE meta (                  -- facts about the whole index (meta_keys.py)
    key plain_text PRIMARY KEY NOT NULL,
    value plain_text NOT NULL
) /* WITHOUT ROWID */;

CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    path plain_text NOT NULL UNIQUE,
    size bigint NOT NULL,
    mtime_ns bigint NOT NULL,
    checked_ns bigint NOT NULL,      -- when the file was last compared by content
    hash bytea NOT NULL,             -- blake2b-128 of the file's bytes
    encoding plain_text NOT NULL,
    title plain_text NOT NULL,
    company plain_text NOT NULL,
    category plain_text NOT NULL,
    summary plain_text NOT NULL,
    status plain_text NOT NULL,
    tags plain_text NOT NULL,        -- joined with line feeds; table tag has each
    created plain_text NOT NULL,
    updated plain_text NOT NULL,
    name plain_text NOT NULL,        -- the file's name without its suffix
    metadata plain_text NOT NULL,    -- JSON: the whole front matter
    problems plain_text NOT NULL,    -- JSON list of sentences
    -- Tell a file that was edited from one that was not where size and modification time
    -- are the same.
    changed_ns bigint NOT NULL,      -- st_ctime
    inode bigint NOT NULL,
    source plain_text NOT NULL,      -- its file of mails; empty for other documents
    -- The names by which a note is found (folded_names.py): title, aliases and path, one
    -- per line. Empty if the title and the path are plain ASCII and there are no aliases,
    -- and for mails.
    folded plain_text NOT NULL,
    -- What filters select, of what is above (document_rows.py).
    changed plain_text,              -- the day of the last change, as YYYY-MM-DD
    type plain_text NOT NULL,
    aliases plain_text NOT NULL,     -- a text, or a JSON list
    -- Of mails; empty for other documents.
    sender plain_text NOT NULL,
    recipients plain_text NOT NULL,
    message_id plain_text NOT NULL,
    thread plain_text NOT NULL,
    attachments int NOT NULL,
    -- Its date, or else that of its last change, as its front matter, its name or its
    -- headers tell: the first day, as YYYY-MM-DD.
    day plain_text GENERATED ALWAYS AS (
        nullif(substr(coalesce(nullif(created, ''), updated) || '-01-01', 1, 10), '-01-01')
    ) STORED,
    -- What its dates up to the last day are less than; two days are of a week.
    until plain_text GENERATED ALWAYS AS (
        nullif(
            CASE WHEN created LIKE '%/%' THEN substr(created, 12, 10)
            ELSE substr(coalesce(nullif(created, ''), updated), 1, 10) END || '~',
            '~'
        )
    ) STORED
);
CREATE INDEX document_mtime ON document (mtime_ns DESC);
CREATE INDEX document_company ON document (company);
CREATE INDEX document_category ON document (category);
CREATE INDEX document_status ON document (status);
CREATE INDEX document_type ON document (type);
CREATE INDEX document_day ON document (day);
CREATE INDEX document_sender ON document (sender) WHERE source != '';
CREATE INDEX document_message_id ON document (message_id) WHERE source != '';
CREATE INDEX document_thread ON document (thread) WHERE source != '';

CREATE TABLE tag (
    tag plain_text NOT NULL,
    document int NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, document)
) /* WITHOUT ROWID */;
CREATE INDEX tag_document ON tag (document);

CREATE TABLE addressee (
    addressee plain_text NOT NULL,
    document int NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (addressee, document)
) /* WITHOUT ROWID */;
CREATE INDEX addressee_document ON addressee (document);

-- The last parts of links' targets that mean a note, and the words of its names
-- (note_keys.py); of mails only the latter, in any order (title_names.py).
CREATE TABLE note_key (
    key plain_text NOT NULL,
    document int NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (key, document)
) /* WITHOUT ROWID */;
CREATE INDEX note_key_document ON note_key (document);

CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    document int NOT NULL REFERENCES document (id),
    span_start int NOT NULL,
    span_end int NOT NULL,
    first_line int NOT NULL,
    last_line int NOT NULL,
    heading_path plain_text NOT NULL,  -- joined with line feeds
    tokens int NOT NULL,
    embedding_key bytea NOT NULL,    -- blake2b-128 of what is embedded
    -- What a person sees beside it (documents/entries.py); null is as for the document.
    own_day plain_text,
    own_until plain_text,            -- what its last day is less than
    state plain_text NOT NULL,       -- of an item: open, done, cancelled; or empty
    due plain_text,
    speakers plain_text NOT NULL,    -- joined with line feeds
    text plain_text NOT NULL,
    quoted bool NOT NULL,            -- whether a mail quotes it
    head plain_text NOT NULL         -- of the table that it continues; usually empty
);
CREATE INDEX chunk_speakers ON chunk (speakers) WHERE speakers != '';

CREATE TABLE skipped (
    path plain_text PRIMARY KEY NOT NULL,
    reason plain_text NOT NULL
) /* WITHOUT ROWID */;

-- Links as written: whether and where one leads is decided when it is asked, since that
-- changes with every note that comes or goes.
CREATE TABLE link (
    document int NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    span_start int NOT NULL,
    span_end int NOT NULL,
    line int NOT NULL,
    key plain_text NOT NULL,         -- the last part of the target, folded
    target plain_text NOT NULL,      -- decoded; empty for the same file
    heading plain_text NOT NULL,
    PRIMARY KEY (document, span_start)
) /* WITHOUT ROWID */;
CREATE INDEX link_key ON link (key, document);

CREATE TABLE heading (
    document int NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    span_start int NOT NULL,         -- of the heading's text, without its marks
    span_end int NOT NULL,
    first_line int NOT NULL,         -- of its section, up to the next heading
    last_line int NOT NULL,
    level int NOT NULL,
    heading_path plain_text NOT NULL,  -- joined with line feeds, itself last
    folded plain_text NOT NULL,      -- the path and the title; empty if both are ASCII
    PRIMARY KEY (document, span_start)
) /* WITHOUT ROWID */;

-- A file of mails has any number of documents: mails, each with its attachments.
CREATE TABLE mail_file (
    path plain_text PRIMARY KEY NOT NULL,
    size bigint NOT NULL,
    mtime_ns bigint NOT NULL,
    changed_ns bigint NOT NULL,
    inode bigint NOT NULL,
    checked_ns bigint NOT NULL,
    hash bytea NOT NULL              -- of its bytes; empty until all mails are written
) /* WITHOUT ROWID */;

-- Where each mail is. Copies of a mail, in several files, have the same document, whose
-- path is that of one of them.
CREATE TABLE mail_place (
    path plain_text PRIMARY KEY NOT NULL,
    file plain_text NOT NULL,
    start bigint NOT NULL,           -- bytes
    length bigint NOT NULL,
    number int NOT NULL,             -- which mail of the file, from 1
    hash bytea NOT NULL,             -- blake2b-128 of its bytes
    key plain_text NOT NULL,         -- the same for copies; empty without Message-ID
    document int NOT NULL REFERENCES document (id) DEFERRABLE INITIALLY DEFERRED,
    category plain_text NOT NULL     -- it follows the folder; empty if unknown
) /* WITHOUT ROWID */;
CREATE INDEX mail_place_file ON mail_place (file);
CREATE INDEX mail_place_key ON mail_place (key);
CREATE INDEX mail_place_document ON mail_place (document);
