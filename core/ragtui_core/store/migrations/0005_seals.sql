-- CRC-32 of what a hit shows (store/seals.py): SQLite does not see a flipped bit in text.
ALTER TABLE document ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chunk ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE meta ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
UPDATE document SET seal = seal(
    id, path, title, company, category, summary, status, tags, created, updated
);
UPDATE chunk SET seal = seal(
    id, document_id, span_start, span_end, first_line, last_line, heading_path, text
);
UPDATE meta SET seal = seal(key, value);
