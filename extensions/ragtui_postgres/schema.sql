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

-- How many chunks have each term of a kind: `words`, `grams` or `parts`.
CREATE TABLE term (
    kind plain_text NOT NULL,
    term plain_text NOT NULL,
    chunks int NOT NULL,
    PRIMARY KEY (kind, term)
);

-- For BM25: the chunks with terms of a kind, and all of their terms.
CREATE TABLE corpus (
    kind plain_text PRIMARY KEY,
    chunks bigint NOT NULL,
    terms bigint NOT NULL
);
INSERT INTO corpus VALUES ('words', 0, 0), ('grams', 0, 0), ('parts', 0, 0);

-- Counts the terms of the chunks that a statement adds, or removes.
CREATE FUNCTION count_terms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign int := TG_ARGV[0];
BEGIN
    MERGE INTO term USING (
        SELECT kind, lexeme COLLATE "C" AS lexeme, sign * count(*)::int AS number
        FROM changed,
            LATERAL (VALUES ('words', words), ('grams', grams), ('parts', parts))
                AS of_kind (kind, vector),
            unnest(tsvector_to_array(vector)) AS lexeme
        GROUP BY 1, 2
    ) AS counted ON term.kind = counted.kind AND term.term = lexeme
    WHEN MATCHED AND chunks + number = 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET chunks = chunks + number
    WHEN NOT MATCHED THEN INSERT VALUES (counted.kind, lexeme, number);
    UPDATE corpus SET chunks = corpus.chunks + sign * counted.chunks,
        terms = corpus.terms + sign * counted.terms
    FROM (
        SELECT kind, count(vector) AS chunks, sum(length) AS terms
        FROM changed, LATERAL (VALUES ('words', words, word_count),
            ('grams', grams, gram_count), ('parts', parts, part_count))
            AS of_kind (kind, vector, length)
        GROUP BY 1
    ) AS counted WHERE corpus.kind = counted.kind;
    RETURN NULL;
END $$;

CREATE TRIGGER added AFTER INSERT ON chunk REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_terms('1');
CREATE TRIGGER removed AFTER DELETE ON chunk REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_terms('-1');
CREATE TRIGGER changed_from AFTER UPDATE ON chunk REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_terms('-1');
CREATE TRIGGER changed_to AFTER UPDATE ON chunk REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_terms('1');

-- Whose vectors table embedding has.
CREATE TABLE model (
    id int NOT NULL,
    name plain_text NOT NULL,
    dimension int NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (name)
);

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

-- words_with, grams_with, parts_with: the chunks that this role may read and that match,
-- with the number of their terms of the kind, and those of `terms` with their positions, or
-- all. As policies do not apply in them, they find chunks by an index. While it has a list of
-- what to insert later, the planner would rather read all chunks.
DO $$
DECLARE kind text;
BEGIN
    FOREACH kind IN ARRAY '{words,grams,parts}'::text[] LOOP
        EXECUTE format('CREATE INDEX chunk_%1$s ON chunk USING gin (%1$s) '
            'WITH (fastupdate = off)', kind);
        EXECUTE format($body$
            CREATE FUNCTION %1$s_with(
                query tsquery, terms text[], OUT id int, OUT length int, OUT held tsvector
            ) RETURNS SETOF record LANGUAGE sql STABLE SECURITY DEFINER
            BEGIN ATOMIC
                SELECT chunk.id, %2$s, CASE WHEN terms IS NULL THEN %1$s
                    ELSE ts_filter(setweight(%1$s, 'B', terms), '{b}') END
                FROM chunk WHERE %1$s @@ query AND ((SELECT reads_all()) OR EXISTS (
                    SELECT FROM document AS of WHERE of.id = chunk.document
                        AND of.path ^@ ANY ((SELECT readable_prefixes())::text[])));
            END $body$, kind, left(kind, -1) || '_count');
    END LOOP;
END $$;

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
    -- Of all documents together.
    FOREACH target IN ARRAY '{corpus, term}'::text[] LOOP
        EXECUTE format('CREATE POLICY whole ON %I USING ((SELECT reads_all())) '
            'WITH CHECK (true)', target);
    END LOOP;
END $$;
