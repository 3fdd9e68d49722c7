import { sql } from "kysely";

const CACHED_PLAN = "/* kept plan */";

/**
 * A statement with this marker is planned once per connection instead of at every call, where planning takes
 * longer than running. For lookups by key with a fixed column list; filters are better planned for their
 * values. Behind a pooler it is planned at every call.
 */
export const cachedPlan = sql.raw(CACHED_PLAN);

const planNames = new Map<string, string>();

/** The name by which a session keeps the statement's plan; undefined without the marker. */
export function planName(text: string): string | undefined {
  if (!text.includes(CACHED_PLAN)) return undefined;
  const name = planNames.get(text) ?? `kept_${planNames.size}`;
  planNames.set(text, name);
  return name;
}
