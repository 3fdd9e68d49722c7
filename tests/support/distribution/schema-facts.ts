import type pg from "pg";

/** What the migrated database says of its tables, for the tests of `distribution-plan.ts`. */
export interface TableFacts {
  /** Whether each column refuses null. */
  columns: Map<string, boolean>;
  /** Columns whose values a sequence of the database gives. */
  numbered: string[];
  foreignKeys: ForeignKey[];
  uniqueKeys: UniqueKey[];
  /** Definitions of its check constraints. */
  checks: string[];
  /** Names of the functions of its triggers. */
  triggers: string[];
}

export interface ForeignKey {
  columns: string[];
  to: string;
  setsNull: boolean;
}

export interface UniqueKey {
  name: string;
  isPrimary: boolean;
  /** Empty names are expressions. */
  columns: string[];
}

export async function schemaFacts(client: pg.Client): Promise<Map<string, TableFacts>> {
  const { rows } = await client.query<TableRow>(`
    select c.relname as name,
      (select json_object_agg(a.attname, a.attnotnull) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(a.attname), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as numbered,
      (select coalesce(json_agg(json_build_object('to', k.confrelid::regclass::text, 'setsNull', k.confdeltype = 'n',
          'columns', (select json_agg(a.attname order by p.place) from unnest(k.conkey) with ordinality as p (number, place)
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.number)) order by k.conname), '[]')
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as "foreignKeys",
      (select coalesce(json_agg(json_build_object('name', i.indexrelid::regclass::text, 'isPrimary', i.indisprimary,
          'columns', (select json_agg(coalesce(a.attname, '') order by p.place)
            from unnest(i.indkey::int2[]) with ordinality as p (number, place)
            left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = p.number and p.number > 0))
          order by i.indexrelid::regclass::text), '[]')
        from pg_index i where i.indrelid = c.oid and i.indisunique) as "uniqueKeys",
      (select coalesce(json_agg(pg_get_constraintdef(k.oid)), '[]') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c') as checks,
      (select coalesce(json_agg(distinct f.proname), '[]') from pg_trigger t join pg_proc f on f.oid = t.tgfoid
        where t.tgrelid = c.oid and not t.tgisinternal) as triggers
    from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1`);
  return new Map(
    rows.map(({ name, columns, ...facts }) => [
      name,
      { ...facts, columns: new Map(Object.entries(columns)) } satisfies TableFacts,
    ]),
  );
}

type TableRow = Omit<TableFacts, "columns"> & { name: string; columns: Record<string, boolean> };
