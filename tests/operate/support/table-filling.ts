import type pg from "pg";

/** Copies of rows with other keys, for a table as large as that of years. */

interface Column {
  name: string;
  type: string;
  isUnique: boolean;
  /** A row has to name it. */
  isNeeded: boolean;
  /** Of the words that a check allows the first. */
  allowed: string | null;
}

/** A value of the type that no other row has. */
const FRESH: Record<string, string> = {
  bigint: "1000000000 + n",
  integer: "1000000 + n",
  text: "md5(n::text) || n",
  uuid: "gen_random_uuid()",
  bytea: "decode(md5(n::text), 'hex')",
  "timestamp with time zone": "'2030-01-01'::timestamptz + n * interval '1 second'",
};
/** A value of the type for a table that nobody has used in the demonstration. */
const PLAIN: Record<string, string> = {
  bigint: "1",
  integer: "1",
  boolean: "true",
  text: "'x'",
  "text[]": "'{x}'",
  "bigint[]": "'{1}'",
  "integer[]": "'{1}'",
  jsonb: "'{}'",
  bytea: "'x'",
  uuid: "gen_random_uuid()",
  numeric: "1",
  date: "'2030-01-01'::date",
  "timestamp with time zone": "'2030-01-01'::timestamptz",
};

/**
 * Fills a table to as many rows, copies of one or of the least that it takes; neither triggers nor foreign keys are asked.
 * @throws where its keys or its checks are not met by these values
 */
export async function fillTable(client: pg.Client, table: string, rows: number): Promise<void> {
  const { rows: all } = await client.query<Column>(
    `select quote_ident(attname) as name, format_type(atttypid, null) as type,
       exists (select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey::int[]))
         -- Of an index over lower(user_name) the column is known as what the index depends on.
         or exists (select from pg_depend d join pg_index i on i.indexrelid = d.objid
           where d.refobjid = attrelid and d.refobjsubid = attnum and i.indisunique) as "isUnique",
       attnotnull and not atthasdef and attidentity = '' as "isNeeded",
       (select substring(pg_get_constraintdef(c.oid) from '''([A-Za-z_]+)''') from pg_constraint c
         where c.conrelid = attrelid and c.contype = 'c' and c.conkey = array[attnum] limit 1) as allowed
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const { rowCount: hasOne } = await client.query(`select from ${table} limit 1`);
  const columns = hasOne ? all : all.filter(({ isNeeded }) => isNeeded);
  const values = columns.map(({ name, type, isUnique, allowed }) => {
    const value = hasOne ? name : allowed && type === "text" ? `'${allowed}'` : PLAIN[type];
    return (isUnique && !allowed ? FRESH[type] : undefined) ?? value ?? `null::${type}`;
  });
  const from = hasOne ? `(select * from ${table} limit 1) as one, ` : "";
  const checks = await dropChecks(client, table);
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) overriding system value
     select ${values.join(", ")} from ${from}generate_series(1, ${rows}) as n`,
  );
  await client.query("set session_replication_role = origin");
  await restoreChecks(client, table, checks);
  await client.query(`analyze ${table}`);
}

interface Check {
  name: string;
  definition: string;
}

/** Fresh values meet the checks of one column; checks over several columns are off while rows are made. */
async function dropChecks(client: pg.Client, table: string): Promise<Check[]> {
  const { rows } = await client.query<Check>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype = 'c' and cardinality(conkey) > 1 and convalidated`,
    [table],
  );
  for (const { name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

/** Puts the checks back as checked ones, since a migration finds them so; needs the rights of a superuser. */
async function restoreChecks(client: pg.Client, table: string, checks: readonly Check[]): Promise<void> {
  for (const { name, definition } of checks) {
    await client.query(`alter table ${table} add constraint ${name} ${definition} not valid`);
    await client.query(
      `update pg_constraint set convalidated = true where conrelid = $1::regclass and quote_ident(conname) = $2`,
      [table, name],
    );
  }
}
