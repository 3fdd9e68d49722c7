import type pg from "pg";

/** Copies of rows with other keys, for a table as large as that of years. */

interface Column {
  name: string;
  type: string;
  isUnique: boolean;
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

/** Fills a table that has a row to as many; neither triggers nor foreign keys are asked. @throws where its keys are of an unknown type */
export async function fillTable(client: pg.Client, table: string, rows: number): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `select quote_ident(attname) as name, format_type(atttypid, null) as type,
       exists (select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey::int[])) as "isUnique"
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const values = columns.map(({ name, type, isUnique }) => (isUnique ? (FRESH[type] ?? name) : name));
  const names = columns.map(({ name }) => name).join(", ");
  await client.query("set session_replication_role = replica");
  const { rowCount } = await client.query(
    `insert into ${table} (${names}) overriding system value
     select ${values.join(", ")} from (select * from ${table} limit 1) as one, generate_series(1, ${rows}) as n`,
  );
  await client.query("set session_replication_role = origin");
  if (rowCount !== rows) throw new Error(`${table} has no row to copy: keep one when the dump is made`);
  await client.query(`analyze ${table}`);
}
