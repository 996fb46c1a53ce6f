-- Who may read what. A vault is readable by each role with SELECT on the tables, until it
-- is restricted; then by teams (roles, or groups of roles), each in folders that are
-- allowed to it. A role that may write reads everything. Functions run as their owner, who
-- sees all rows, so they ask for the role that is connected: session_user.
ALTER TABLE vault ADD COLUMN restricted bool NOT NULL DEFAULT false;

CREATE TABLE readable (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    team text COLLATE "C" NOT NULL,         -- a role's name; public is each role
    folder text COLLATE "C" NOT NULL,       -- with all below it; empty is the vault
    PRIMARY KEY (vault, team, folder)
);

-- What the connected role may read, as beginnings of 'VAULT:PATH'.
CREATE FUNCTION readable_prefixes() RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    SELECT coalesce(array_agg(prefix), '{}') FROM (
        SELECT vault.id || ':' AS prefix FROM vault
        WHERE NOT restricted OR has_table_privilege(session_user, 'document', 'INSERT')
        UNION
        SELECT readable.vault || ':' || CASE folder WHEN '' THEN '' ELSE folder || '/' END
        FROM readable
        WHERE team = 'public' OR EXISTS (
            SELECT FROM pg_roles
            WHERE rolname = team AND pg_has_role(session_user, pg_roles.oid, 'MEMBER'))
    ) AS allowed
$$;

-- The vaults that the connected role may read in whole, and in part.
CREATE FUNCTION readable_vaults(OUT whole int[], OUT part int[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    SELECT coalesce(array_agg(split_part(prefix, ':', 1)::int)
            FILTER (WHERE prefix LIKE '%:'), '{}'),
        coalesce(array_agg(split_part(prefix, ':', 1)::int), '{}')
    FROM unnest(readable_prefixes()) AS prefix
$$;

-- The chunks of a vault that the connected role may read.
CREATE FUNCTION readable_chunks(vault_id int) RETURNS SETOF int
LANGUAGE sql STABLE ROWS 50000 SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    SELECT chunk.id FROM document
    JOIN chunk ON chunk.vault = document.vault AND chunk.document = document.id
    WHERE document.vault = vault_id
        AND vault_id || ':' || path ^@ ANY ((SELECT readable_prefixes())::text[])
$$;

-- The chunks that match a query, of those that the connected role may read.
CREATE FUNCTION readable_matches(vault_id int, kind_id int, query tsquery)
RETURNS SETOF int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    SELECT chunk.id FROM chunk
    JOIN document ON document.vault = chunk.vault AND document.id = chunk.document
    WHERE chunk.vault = vault_id AND (
            (kind_id = 0 AND words @@ query) OR (kind_id = 1 AND grams @@ query)
            OR (kind_id = 2 AND parts @@ query))
        AND vault_id || ':' || path ^@ ANY ((SELECT readable_prefixes())::text[])
$$;

-- The occurrences of terms in chunks that the connected role may read.
CREATE FUNCTION readable_hits(
    vault_id int, kind_id int, phrases int[], terms text[],
    OUT phrase int, OUT chunk int, OUT hits bigint, OUT length int
) RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    WITH allowed AS MATERIALIZED (SELECT id FROM readable_chunks(vault_id) AS id)
    SELECT wanted.phrase, (block << 11) + each.chunk, each.hits, each.length
    FROM unnest(phrases, terms) AS wanted (phrase, term)
    JOIN posting ON posting.vault = vault_id AND posting.kind = kind_id
        AND posting.term = wanted.term COLLATE "C",
    unnest(posting.chunks, posting.hits, posting.lengths) AS each (chunk, hits, length)
    WHERE (block << 11) + each.chunk IN (SELECT id FROM allowed)
$$;

-- Terms from one on and before another, and how many readable chunks have each.
CREATE FUNCTION readable_terms(
    vault_id int, kind_id int, first text, after text,
    OUT term text, OUT chunks int
) RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    WITH allowed AS MATERIALIZED (SELECT id FROM readable_chunks(vault_id) AS id)
    SELECT posting.term, count(*)::int
    FROM posting, unnest(posting.chunks) AS each (chunk)
    WHERE vault = vault_id AND kind = kind_id
        AND posting.term >= first COLLATE "C" AND posting.term < after COLLATE "C"
        AND (block << 11) + each.chunk IN (SELECT id FROM allowed)
    GROUP BY 1
$$;

-- Policies apply from the first right on (access_rights.py), since COPY INTO a table with
-- row-level security is for its owner alone.
-- WITH CHECK (true): who may write at all is said by the tables' privileges.
CREATE POLICY readable ON document
    USING (vault || ':' || path ^@ ANY ((SELECT readable_prefixes())::text[]))
    WITH CHECK (true);
CREATE POLICY readable ON skipped
    USING (vault || ':' || path ^@ ANY ((SELECT readable_prefixes())::text[]))
    WITH CHECK (true);
CREATE POLICY readable ON mail_file
    USING (vault || ':' || path ^@ ANY ((SELECT readable_prefixes())::text[]))
    WITH CHECK (true);
CREATE POLICY readable ON mail_place
    USING (vault || ':' || path ^@ ANY ((SELECT readable_prefixes())::text[]))
    WITH CHECK (true);
CREATE POLICY readable ON chunk USING (EXISTS (
        SELECT FROM document AS of
        WHERE of.vault = chunk.vault AND of.id = chunk.document))
    WITH CHECK (true);
CREATE POLICY readable ON tag USING (EXISTS (
        SELECT FROM document AS of
        WHERE of.vault = tag.vault AND of.id = tag.document))
    WITH CHECK (true);
CREATE POLICY readable ON link USING (EXISTS (
        SELECT FROM document AS of
        WHERE of.vault = link.vault AND of.id = link.document))
    WITH CHECK (true);
CREATE POLICY readable ON heading USING (EXISTS (
        SELECT FROM document AS of
        WHERE of.vault = heading.vault AND of.id = heading.document))
    WITH CHECK (true);
CREATE POLICY readable ON vault
    USING (id = ANY ((SELECT part FROM readable_vaults())::int[])) WITH CHECK (true);
CREATE POLICY readable ON model
    USING (vault = ANY ((SELECT part FROM readable_vaults())::int[])) WITH CHECK (true);
-- What says nothing of single documents.
CREATE POLICY readable ON meta
    USING (vault = ANY ((SELECT whole FROM readable_vaults())::int[])
        OR (vault = ANY ((SELECT part FROM readable_vaults())::int[])
            AND key IN ('model', 'next_model', 'indexed_at', 'words_first', 'revision')))
    WITH CHECK (true);
-- Of all documents together: teams call the functions above.
CREATE POLICY whole ON corpus
    USING (vault = ANY ((SELECT whole FROM readable_vaults())::int[])) WITH CHECK (true);
CREATE POLICY whole ON term
    USING (vault = ANY ((SELECT whole FROM readable_vaults())::int[])) WITH CHECK (true);
CREATE POLICY whole ON posting
    USING (vault = ANY ((SELECT whole FROM readable_vaults())::int[])) WITH CHECK (true);
