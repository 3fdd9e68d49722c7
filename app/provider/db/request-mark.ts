import { presentRequest } from "#app/lib/request-id.ts";

/** Starts of transactions, as they are sent. */
export const BEGIN: RegExp = /^(begin|start transaction)\b/;
const END = /^(commit|rollback)\b/;
/** What is allowed in a request's id; anything else would have to be quoted. */
const SOUND_ID = /^[\w.:-]{1,50}$/;

/**
 * The statement with the id of the request that it is for, so that the database's own log and `pg_stat_activity` show it: a
 * comment in front, where a long text is not cut off. A transaction also names its session by it until its end, for
 * statements with a kept plan, whose text has to stay the same. It is set by a select: of each `set local` with another
 * value pg_stat_statements keeps an entry of its own before PostgreSQL 18.
 */
export function withRequest(text: string, applicationName: string): string {
  const id = presentRequest();
  if (!id || !SOUND_ID.test(id) || END.test(text)) return text;
  if (BEGIN.test(text))
    return `${text}; select set_config('application_name', '${applicationName} ${id}', true)`;
  return `/* ${id} */ ${text}`;
}
