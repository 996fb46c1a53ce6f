-- Links as written: whether and where one leads is decided when it is asked, since that
-- changes with every note that comes or goes. Offsets are characters.
CREATE TABLE link (
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    line INTEGER NOT NULL,
    key TEXT NOT NULL,               -- the last part of the target, folded
    target TEXT NOT NULL,            -- decoded; empty for the same file
    heading TEXT NOT NULL,
    PRIMARY KEY (document_id, span_start)
) WITHOUT ROWID;
CREATE INDEX link_key ON link (key, document_id);

CREATE TABLE heading (
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    span_start INTEGER NOT NULL,     -- of the heading's text, without its marks
    span_end INTEGER NOT NULL,
    first_line INTEGER NOT NULL,     -- of its section, up to the next heading
    last_line INTEGER NOT NULL,
    level INTEGER NOT NULL,
    heading_path TEXT NOT NULL,      -- joined with line feeds, itself last
    PRIMARY KEY (document_id, span_start)
) WITHOUT ROWID;
