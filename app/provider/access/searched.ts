import { type RawBuilder, sql } from "kysely";
import type { SearchHit } from "#app/contract/search.ts";
import type { CallerContext } from "../call/context.ts";
import type { Needs } from "../call/needs.ts";
import type { Scope } from "../call/scope.ts";

/** What somebody looks for. */
export interface Sought {
  /** Keys of the numbers in the text, the whole text first (`searchedKeys`). */
  keys: readonly string[];
  /** Hits of each kind. */
  most: number;
}

/** How records of a kind are found, and by whom: who may open their list. */
export interface RecordSearch {
  needs: Needs;
  find(sought: Sought, context: CallerContext): Promise<SearchHit[]>;
}

/** Beginnings are looked for of the first keys only: a pasted list of numbers is one of whole ones. */
const BEGINNINGS_MAX = 3;
const KEYS_MAX = 10;

export const wholeKeys = ({ keys }: Sought): string[] => keys.slice(0, KEYS_MAX);
export const beginnings = ({ keys }: Sought): string[] => keys.slice(0, BEGINNINGS_MAX);
/** Keys are sorted by bytes, and no UTF-8 text sorts after this character. */
export const LAST = "\u{10FFFF}";

/** The companies whose rows the scope sees, one by one: each index of numbers begins with the company. */
export const companiesOf = ({ isEveryCompany, companyId }: Scope): RawBuilder<unknown> =>
  isEveryCompany ? sql`company` : sql`(select ${companyId}::bigint as id)`;

/**
 * Rows by their number as a table with `id` and `is_whole`: those with the whole number first, then the newest. The column is one
 * of those that an index has by `number_key`.
 * @param seen condition of the scope on the row `t`
 */
export function byNumber(
  sought: Sought,
  scope: Scope,
  table: "booking" | "invoice" | "quote",
  columns: readonly string[],
  seen: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { most } = sought;
  const branches = columns.flatMap((column) => {
    const key = sql`number_key(${sql.ref(`t.${column}`)}) collate "C"`;
    const rows = sql`${sql.table(table)} t where t.company_id = c.id and ${seen}`;
    return [
      sql`(select t.id, true as is_whole from unnest(${wholeKeys(sought)}::text[]) k (key), ${rows}
        and ${key} = k.key limit ${most})`,
      sql`(select t.id, false from unnest(${beginnings(sought)}::text[]) k (key) cross join lateral (
        select t.id from ${rows} and ${key} > k.key and ${key} < k.key || ${LAST} order by ${key} limit ${most}) t)`,
    ];
  });
  return sql`(select x.id, bool_or(x.is_whole) as is_whole from ${companiesOf(scope)} c
    cross join lateral (${sql.join(branches, sql` union all `)}) x
    group by x.id order by bool_or(x.is_whole) desc, x.id desc limit ${most})`;
}

/** A row of a kind as it was found; the company's name is for staff alone. */
export interface FoundRow {
  id: string;
  is_whole: boolean;
  company: string;
}

export const hitOf = (
  { is_whole, company }: FoundRow,
  { isEveryCompany }: Scope,
  hit: Omit<SearchHit, "isWhole" | "company">,
): SearchHit => ({ ...hit, isWhole: is_whole, ...(isEveryCompany ? { company } : {}) });
