-- The date of a note of a week is its first and its last day.
ALTER TABLE document DROP COLUMN until;
ALTER TABLE document
    ADD COLUMN until text COLLATE "C" GENERATED ALWAYS AS (
        nullif(
            CASE WHEN created LIKE '%/%' THEN substr(created, 12, 10)
            ELSE substr(coalesce(nullif(created, ''), updated), 1, 10) END || '~',
            '~'
        )
    ) STORED;
