"""The PostgreSQL database's tables, as the scripts that made them."""

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id text PRIMARY KEY,
        game text NOT NULL,
        plan text NOT NULL,
        over boolean NOT NULL DEFAULT false,
        changed timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE entries (
        table_id text NOT NULL REFERENCES tables (id),
        n integer NOT NULL,
        entry text NOT NULL,
        PRIMARY KEY (table_id, n)
    );
    CREATE TABLE places (
        owner text NOT NULL,
        table_id text NOT NULL REFERENCES tables (id),
        PRIMARY KEY (owner, table_id)
    );
    CREATE TABLE settings (name text PRIMARY KEY, value bytea NOT NULL);
    """,
    "CREATE TABLE records (name text PRIMARY KEY, record text NOT NULL);",
    # Tables are ordered by a counter of changes, because a clock may jump.
    """
    CREATE SEQUENCE changes;
    ALTER TABLE tables ADD COLUMN change bigint NOT NULL DEFAULT 0;
    UPDATE tables SET change = nextval('changes')
        FROM (SELECT id AS old FROM tables ORDER BY changed) AS ordered WHERE id = old;
    ALTER TABLE tables DROP COLUMN changed;
    ALTER TABLE tables ALTER COLUMN change SET DEFAULT nextval('changes');
    """,
    """
    CREATE TABLE used (token text PRIMARY KEY, until bigint NOT NULL);
    CREATE TABLE generations (owner text PRIMARY KEY, lowest integer NOT NULL);
    """,
    # Days since 1970, for housekeeping. Rows from before count as used on the day of the migration.
    """
    ALTER TABLE tables ADD COLUMN changed_day integer NOT NULL
        DEFAULT floor(extract(epoch FROM now()) / 86400);
    CREATE INDEX unfinished ON tables (changed_day) WHERE NOT over;
    ALTER TABLE records ADD COLUMN looked_day integer NOT NULL
        DEFAULT floor(extract(epoch FROM now()) / 86400);
    """,
    # Who was seen at a table lately. It may be lost, so it needs no log and no foreign key.
    """
    CREATE UNLOGGED TABLE presence (
        table_id text NOT NULL,
        owner text NOT NULL,
        seen timestamptz NOT NULL,
        PRIMARY KEY (table_id, owner)
    );
    """,
    # Keys are those of `AnalysisStore`; a report is empty until it is finished.
    """
    CREATE TABLE analyses (
        game text PRIMARY KEY,
        worker text NOT NULL,
        seen timestamptz NOT NULL DEFAULT now(),
        done integer NOT NULL DEFAULT 0,
        total integer NOT NULL DEFAULT 0,
        report text NOT NULL DEFAULT ''
    );
    """,
    # Kinds and keys are those of `DocumentStore`; `change` orders a person's documents.
    """
    CREATE TABLE documents (
        kind text NOT NULL,
        key text NOT NULL,
        content text NOT NULL,
        owner text NOT NULL,
        revision integer NOT NULL DEFAULT 1,
        change bigint NOT NULL DEFAULT nextval('changes'),
        PRIMARY KEY (kind, key)
    );
    CREATE INDEX documents_of ON documents (owner, kind) WHERE owner <> '';
    """,
    # Keys are looked for by their beginning, which the order of a language does not help to find.
    """
    CREATE INDEX documents_by_key ON documents (kind, key COLLATE "C");
    """,
    # The day since 1970 on which a document was last changed or used, for housekeeping.
    """
    ALTER TABLE documents ADD COLUMN used_day integer NOT NULL
        DEFAULT floor(extract(epoch FROM now()) / 86400);
    CREATE INDEX used_evenings ON documents (used_day) WHERE kind = 'evening';
    """,
)
"""The scripts from each version of the database to the next. Databases of every version are in use,
so scripts are only appended."""
