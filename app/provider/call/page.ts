import { type Kysely, type RawBuilder, sql } from "kysely";
import { CODE_INVALID } from "#app/contract/code.ts";
import type { FieldFaults } from "#app/contract/envelope.ts";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";
import { message } from "../texts/message.ts";
import { Refusal } from "./refusal.ts";

/** How a call asks for a part of a list (`cursorRequest` of the contract). */
export interface PageRequest {
  page: number;
  pageSize: number;
  /** In the order of the rows' keys, from a row on; the empty text from the first. Absent: a page by number. */
  cursor?: string | undefined;
}

/** A list whose rows are found by id. */
interface PagedList {
  /** Names the list inside of its cursors. */
  name: string;
  /** `select` with a column `id`, up to the end of its conditions. */
  rows: RawBuilder<unknown>;
  /** The id in these conditions. */
  id: RawBuilder<unknown>;
  /** The order of pages by number. */
  order: RawBuilder<unknown>;
}

/** The rows of a page, and what the answer tells of the next one. */
export async function readPage<Row extends { id: string }>(
  db: Kysely<Database>,
  pageRequest: PageRequest,
  { name, rows, id, order }: PagedList,
  language: Language,
): Promise<{ rows: Row[]; next: Next }> {
  const after = readCursor(pageRequest, name, language);
  const slice =
    pageRequest.cursor === undefined
      ? sql`order by ${order}`
      : sql`${after === null ? sql`` : sql`and ${id} > ${after}`} order by ${id}`;
  const { limit, offset } = sliceOf(pageRequest);
  const { rows: pageRows } = await sql<Row>`${rows} ${slice} limit ${limit} offset ${offset}`.execute(db);
  return cutPage(pageRows, pageRequest, name, (row) => row.id);
}

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

interface Next {
  nextCursor?: string | null;
}

/** Which rows are read; by cursor one row more, which tells whether there is a next page (`cutPage`). */
export const sliceOf = ({ page, pageSize, cursor }: PageRequest): { offset: number; limit: number } =>
  cursor === undefined
    ? { offset: (page - 1) * pageSize, limit: pageSize }
    : { offset: 0, limit: pageSize + 1 };

/** The page of the rows that were read, and where the next one begins. */
export function cutPage<Row>(
  rows: Row[],
  { pageSize, cursor }: PageRequest,
  list: string,
  keyOf: (row: Row) => string,
): { rows: Row[]; next: Next } {
  if (cursor === undefined) return { rows, next: {} };
  const page = rows.slice(0, pageSize);
  const isMore = rows.length > pageSize;
  const nextCursor = isMore ? Buffer.from(`${list}:${keyOf(page.at(-1)!)}`).toString("base64url") : null;
  return { rows: page, next: { nextCursor } };
}

const ID = /^\d{1,18}$/;

/**
 * The key of the row that the page comes after; null from the first row on, and of a page by number.
 * @throws Refusal of the field for a text that is no cursor of this list
 */
export function readCursor(
  { cursor }: PageRequest,
  list: string,
  language: Language,
  key = ID,
): string | null {
  if (!cursor) return null;
  const text = Buffer.from(cursor, "base64url").toString();
  const after = text.startsWith(`${list}:`) ? text.slice(list.length + 1) : "";
  if (key.test(after)) return after;
  const faults: FieldFaults = { fields: [{ path: "cursor", message: message("formatError", language) }] };
  throw new Refusal(CODE_INVALID, "invalid", { data: faults });
}
