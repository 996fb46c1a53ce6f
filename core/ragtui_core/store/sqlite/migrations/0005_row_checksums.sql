-- CRC-32 of what a hit shows: SQLite does not see a flipped bit in text.
ALTER TABLE document ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chunk ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE meta ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
UPDATE document SET checksum = checksum(
    id, path, title, company, category, summary, status, tags, created, updated
);
UPDATE chunk SET checksum = checksum(
    id, document_id, span_start, span_end, first_line, last_line, heading_path, text
);
UPDATE meta SET checksum = checksum(key, value);
