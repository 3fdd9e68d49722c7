import type pg from "pg";

/** Copies of rows with other keys, for a table as large as that of years. */

interface Column {
  name: string;
  type: string;
  isUnique: boolean;
  /** A row has to name it. */
  isNeeded: boolean;
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
  jsonb: "'{}'",
  "timestamp with time zone": "'2030-01-01'::timestamptz",
};

/**
 * Fills a table to as many rows, copies of one or of the least that it takes; neither triggers nor foreign keys are asked.
 * @throws where its keys or its checks are not met by these values
 */
export async function fillTable(client: pg.Client, table: string, rows: number): Promise<void> {
  const { rows: all } = await client.query<Column>(
    `select quote_ident(attname) as name, format_type(atttypid, null) as type,
       exists (select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey::int[])) as "isUnique",
       attnotnull and not atthasdef and attidentity = '' as "isNeeded"
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const { rowCount: hasOne } = await client.query(`select from ${table} limit 1`);
  const columns = hasOne ? all : all.filter(({ isNeeded }) => isNeeded);
  const values = columns.map(({ name, type, isUnique }) => {
    const given = hasOne ? name : PLAIN[type];
    return (isUnique ? FRESH[type] : undefined) ?? given ?? `null::${type}`;
  });
  const from = hasOne ? `(select * from ${table} limit 1) as one, ` : "";
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) overriding system value
     select ${values.join(", ")} from ${from}generate_series(1, ${rows}) as n`,
  );
  await client.query("set session_replication_role = origin");
  await client.query(`analyze ${table}`);
}
