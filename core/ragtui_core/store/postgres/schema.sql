-- The tables of one vault, after those of `store/tables/tables.sql`. A change of this file
-- needs another SCHEMA_VERSION in schema.py.

-- One row.
CREATE TABLE vault (
    schema int NOT NULL,                    -- SCHEMA_VERSION of the ragtui that made it
    version bigint NOT NULL DEFAULT 0,      -- grows with every change
    deletions_accepted timestamptz,
    -- Readable by each role with SELECT on the tables until it is restricted; then by teams
    -- (roles, or groups of roles), each in folders that are allowed to it. A role that may
    -- write reads everything.
    restricted bool NOT NULL DEFAULT false
);

CREATE TABLE readable (
    team plain_text NOT NULL,         -- a role's name; public is each role
    folder plain_text NOT NULL,       -- with all below it; empty is the vault
    PRIMARY KEY (team, folder)
);

ALTER TABLE chunk
    -- Terms with positions; each field has a range of positions (indexed_terms.py).
    ADD COLUMN words tsvector NOT NULL,
    ADD COLUMN grams tsvector,
    ADD COLUMN parts tsvector,
    ADD COLUMN word_count int NOT NULL,     -- of all fields
    ADD COLUMN gram_count int NOT NULL,
    ADD COLUMN part_count int NOT NULL;
-- The chunks of documents are read from this index alone.
CREATE INDEX chunk_document ON chunk (document, span_start)
    INCLUDE (id, own_day, own_until, state, due);

-- For BM25, per kind of term: 0 words, 1 grams, 2 parts.
CREATE TABLE corpus (
    kind smallint NOT NULL,
    chunks bigint NOT NULL,                 -- those with terms of the kind
    terms bigint NOT NULL,                  -- of all of them
    PRIMARY KEY (kind)
);

-- Rows are rewritten by many batches: their old versions are reclaimed early, at full speed.
CREATE TABLE posting (
    kind smallint NOT NULL,
    term plain_text NOT NULL,
    block int NOT NULL,                     -- of the chunks from 2,048 * block on
    records bytea NOT NULL,                 -- of 8 bytes each (postings.py)
    PRIMARY KEY (kind, term, block)
) WITH (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);

-- Whose vectors table embedding has.
CREATE TABLE model (
    id int NOT NULL,
    name plain_text NOT NULL,
    dimension int NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (name)
);

-- Records whose chunk is none of a block's chunks.
CREATE FUNCTION records_without(records bytea, gone int[]) RETURNS bytea
LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
    -- Joined with nothing, the value is in memory once, not read again for each byte.
    SELECT coalesce(string_agg(substr(held, 8 * i + 1, 8), '' ORDER BY i), '')
    FROM (SELECT records || '' AS held OFFSET 0) AS once,
        generate_series(0, octet_length(held) / 8 - 1) AS i
    WHERE (get_byte(held, 8 * i) << 8) + get_byte(held, 8 * i + 1) != ALL (gone);
END;

-- Who may read what. Functions run as their owner, who sees all rows, so they ask for the
-- role whose rights count: that of SET ROLE, which only its members can set, or else the
-- one that is connected. In functions that run as their owner, current_user is he. What a
-- body names is found when the function is made, not in the search path of who calls it.
CREATE FUNCTION acting_role() RETURNS name LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT CASE current_setting('role') WHEN 'none' THEN session_user
        ELSE current_setting('role')::name END;
END;

-- What this role may read, as beginnings of paths; an empty one is of every path.
CREATE FUNCTION readable_prefixes() RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
    SELECT coalesce(array_agg(prefix ORDER BY prefix), '{}') FROM (
        SELECT '' AS prefix FROM vault
        WHERE NOT restricted OR has_table_privilege(acting_role(), 'document'::regclass, 'INSERT')
        UNION
        SELECT CASE folder WHEN '' THEN '' ELSE folder || '/' END FROM readable
        WHERE team = 'public' OR EXISTS (
            SELECT FROM pg_roles
            WHERE rolname = team AND pg_has_role(acting_role(), pg_roles.oid, 'MEMBER'))
    ) AS allowed;
END;

CREATE FUNCTION reads_all() RETURNS bool LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT '' = ANY (readable_prefixes());
END;

CREATE FUNCTION reads_some() RETURNS bool LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT readable_prefixes() != '{}';
END;

-- The chunks that this role may read: by ranges of paths, which an index has, from a/ to
-- a0, as 0 follows the slash.
CREATE FUNCTION readable_chunks() RETURNS SETOF int
LANGUAGE sql STABLE ROWS 50000 SECURITY DEFINER
BEGIN ATOMIC
    SELECT chunk.id FROM unnest(readable_prefixes()) AS start
    JOIN document ON document.path >= start COLLATE "C"
        AND (start = '' OR document.path < (left(start, -1) || '0') COLLATE "C")
    JOIN chunk ON chunk.document = document.id;
END;

-- The postings of terms of any kind in chunks that this role may read.
CREATE FUNCTION readable_postings(
    terms text[], OUT kind int, OUT term text, OUT block int, OUT records bytea
) RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
    WITH allowed AS MATERIALIZED (SELECT id FROM readable_chunks() AS id),
    held AS MATERIALIZED (
        SELECT posting.kind, posting.term, posting.block, posting.records || '' AS records
        FROM posting WHERE posting.kind = ANY ('{0,1,2}')
            AND posting.term = ANY (terms COLLATE "C"))
    SELECT held.kind, held.term, held.block, kept.records FROM held, LATERAL (
        SELECT string_agg(substr(held.records, 8 * i + 1, 8), '') AS records
        FROM generate_series(0, octet_length(held.records) / 8 - 1) AS i
        WHERE (held.block << 11) + (get_byte(held.records, 8 * i) << 8)
            + get_byte(held.records, 8 * i + 1) IN (SELECT id FROM allowed)) AS kept
    WHERE kept.records IS NOT NULL;
END;

-- Terms from one on and before another, and how many readable chunks have each.
CREATE FUNCTION readable_terms(
    kind_id int, first text, after text, OUT term text, OUT chunks int
) RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
    WITH allowed AS MATERIALIZED (SELECT id FROM readable_chunks() AS id),
    held AS MATERIALIZED (
        SELECT posting.term, posting.block, posting.records || '' AS records
        FROM posting WHERE kind = kind_id
            AND posting.term >= first COLLATE "C" AND posting.term < after COLLATE "C")
    SELECT held.term, sum(kept.chunks)::int FROM held, LATERAL (
        SELECT count(*) AS chunks
        FROM generate_series(0, octet_length(held.records) / 8 - 1) AS i
        WHERE (held.block << 11) + (get_byte(held.records, 8 * i) << 8)
            + get_byte(held.records, 8 * i + 1) IN (SELECT id FROM allowed)) AS kept
    WHERE kept.chunks > 0
    GROUP BY held.term;
END;

-- Policies apply from the first right on (access_rights.py), since COPY INTO a table with
-- row-level security is for its owner alone.
-- WITH CHECK (true): who may write at all is said by the tables' privileges.
-- What says nothing of single documents.
CREATE POLICY readable ON vault USING ((SELECT reads_some())) WITH CHECK (true);
CREATE POLICY readable ON model USING ((SELECT reads_some())) WITH CHECK (true);
CREATE POLICY readable ON meta USING ((SELECT reads_all()) OR ((SELECT reads_some())
        AND key IN ('model', 'next_model', 'indexed_at', 'words_first', 'revision')))
    WITH CHECK (true);

DO $$
DECLARE target text;
BEGIN
    FOREACH target IN ARRAY '{document, skipped, mail_file, mail_place}'::text[] LOOP
        EXECUTE format('CREATE POLICY readable ON %I USING (path ^@ ANY '
            '((SELECT readable_prefixes())::text[])) WITH CHECK (true)', target);
    END LOOP;
    FOREACH target IN ARRAY '{chunk, tag, note_key, addressee, link, heading}'::text[] LOOP
        EXECUTE format('CREATE POLICY readable ON %1$I USING (EXISTS (SELECT FROM document '
            'AS of WHERE of.id = %1$I.document)) WITH CHECK (true)', target);
    END LOOP;
    -- Of all documents together: teams call the functions above.
    FOREACH target IN ARRAY '{corpus, posting}'::text[] LOOP
        EXECUTE format('CREATE POLICY whole ON %I USING ((SELECT reads_all())) '
            'WITH CHECK (true)', target);
    END LOOP;
END $$;
