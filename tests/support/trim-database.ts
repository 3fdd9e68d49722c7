import pg from "pg";

/** Of each kind, how many rows stay: enough for each of their states, few enough for a fixture. */
const KEPT = [
  ["shipment", "job_mode || load_type", 2],
  ["booking", "status", 2],
  ["quote", "status", 2],
] as const;

interface ForeignKey {
  child: string;
  parent: string;
  childColumns: string[];
  parentColumns: string[];
  isCleared: boolean;
}

/** Removes most shipments, bookings and quotes of a demonstration of any version, with all that refers to them, and places that no row names. */
export async function trimDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    // Neither triggers nor foreign keys: what refers to nothing is removed below, and old versions count differently.
    await client.query("set session_replication_role = replica");
    const hasTeams = (await tablesOf(client)).includes("team");
    for (const [table, group, keptRows] of KEPT) {
      // Those that were talked about first.
      const order = hasTeams ? `exists (select from team where ${table}_id = ${table}.id) desc, id` : "id";
      await client.query(
        `delete from ${table} where id in (
           select id from (select id, row_number() over (partition by ${group} order by ${order}) as place from ${table}) as ranked
           where place > ${keptRows})`,
      );
    }
    await client.query(
      "create temporary table loose_event as select event_id from event except select event_id from event_shipment",
    );
    await removeOrphans(client);
    await client.query(
      `delete from event where event_id not in (select event_id from event_shipment)
         and event_id not in (select event_id from loose_event)`,
    );
    // It refers to its quotes and bookings by kind and number, without a foreign key.
    await client.query(
      `delete from operation_log where subject_id not in (select id from quote union select id from booking)`,
    );
    await cutLists(client);
    await removeUnnamedPlaces(client);
    await client.query("set session_replication_role = origin");
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

async function removeOrphans(client: pg.Client): Promise<void> {
  const { rows: keys } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype = 'n' as "isCleared",
      array(select attname::text from unnest(conkey) with ordinality as k(number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as "childColumns",
      array(select attname::text from unnest(confkey) with ordinality as k(number, place)
        join pg_attribute on attrelid = confrelid and attnum = number order by place) as "parentColumns"
    from pg_constraint where contype = 'f'`);
  for (let removed = 1; removed > 0; ) {
    removed = 0;
    for (const { child, parent, childColumns, parentColumns, isCleared } of keys) {
      const isHeld = childColumns
        .map((column, index) => `p.${parentColumns[index]} = c.${column}`)
        .join(" and ");
      const isSet = childColumns.map((column) => `c.${column} is not null`).join(" and ");
      const orphans = `${isSet} and not exists (select from ${parent} as p where ${isHeld})`;
      const cleared = childColumns.at(-1);
      const { rowCount } = await client.query(
        isCleared
          ? `update ${child} as c set ${cleared} = null where ${orphans}`
          : `delete from ${child} as c where ${orphans}`,
      );
      removed += rowCount ?? 0;
    }
  }
}

/** Logs, news and what is read from shipments without a foreign key: 60 rows of each that has many. */
async function cutLists(client: pg.Client): Promise<void> {
  const tables = await tablesOf(client);
  if (tables.includes("team"))
    await client.query("delete from team where id not in (select id from team order by id limit 20)");
  for (const table of tables)
    if (!/^(event|shipment|place|team|channel|message)/.test(table))
      await client.query(
        `delete from ${table} where (select count(*) from ${table}) > 150 and ctid not in (select ctid from ${table} limit 60)`,
      );
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  return rows.map(({ name }) => name);
}

async function removeUnnamedPlaces(client: pg.Client): Promise<void> {
  const named = (await tablesOf(client))
    .filter((name) => !name.startsWith("place"))
    .map((name) => `select to_jsonb(r)::text as text from ${name} as r`)
    .join(" union all ");
  await client.query(
    `create temporary table named_code as
     select distinct found[1] as code from (${named}) as rows, regexp_matches(text, '"([A-Z]{3}|[A-Z]{2}[A-Z2-9]{3})"', 'g') as found`,
  );
  await client.query("delete from place where code not in (select code from named_code)");
  await removeOrphans(client);
}
