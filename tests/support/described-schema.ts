import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { withClient } from "#tests/support/database.ts";

/** What the schema is, one line a part, however it came about. */
export function describeSchema(connection: ConnectionSettings): Promise<string[]> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      select format('column %s.%s %s%s default %s generated %s collated %s statistics %s', attrelid::regclass, attname,
        format_type(atttypid, atttypmod), case when attnotnull then ' not null' else '' end,
        coalesce(pg_get_expr(adbin, adrelid), '-'), attgenerated::text || attidentity::text, attcollation::regcollation,
        coalesce(attstattarget, -1)) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p') and attnum > 0 and not attisdropped
      union all select format('relation %s of kind %s, %s', oid::regclass, relkind, relpersistence)
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p', 'S')
      union all select format('sequence %s from %s by %s', seqrelid::regclass, seqstart, seqincrement)
      from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace = 'public'::regnamespace
      union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'f', 'u', 'c', 'x')
      union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
      union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all select format('view %s %s', viewname, definition) from pg_views where schemaname = 'public'
      union all select format('type %s %s', typname, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid))
      from pg_type where typnamespace = 'public'::regnamespace and typtype = 'e'
      order by 1`);
    // A dump writes the parentheses of conditions anew.
    return rows.map(({ line }) => line.replaceAll(/\s+/g, " ").replaceAll(/[()]/g, "")).sort();
  });
}
