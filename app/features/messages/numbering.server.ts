import type { Visit } from "#app/access/visit.server.ts";
import type { MessageData } from "#app/contract/message.ts";

interface Page {
  rows: MessageData[];
  total: number;
}
interface Part {
  before?: number;
  after?: number;
}

/** Whether the provider numbers its messages; one that knows the calls of product 7 alone gives time, name and text. */
export function isNumbered({ rows }: Pick<Page, "rows">): boolean {
  return rows.every(({ sequence }) => sequence > 0);
}

/**
 * Messages with their places in the channel, oldest first, whoever numbers them. Where the provider does not, they are
 * counted back from the newest (`offset`), and the person's own are told by their name; of what it gave too much for the
 * part that was asked for, the part stays.
 */
export async function numbered<P extends Page>(
  visit: Visit,
  page: P,
  { offset = 0, ...part }: Part & { offset?: number } = {},
): Promise<P> {
  if (isNumbered(page)) return page;
  const { name, userName } = await visit.user();
  const given = isNewestFirst(page.rows) ? page.rows.toReversed() : page.rows;
  const total = Math.max(page.total, given.length);
  const first = Math.max(1, total - offset - given.length + 1);
  const rows = given.map((message, index) => ({
    ...message,
    sequence: first + index,
    isOwn: message.isOwn || (message.msName !== "" && [name, userName].includes(message.msName)),
  }));
  return { ...page, total, rows: rows.filter(({ sequence }) => isIn(sequence, part)) };
}

const isIn = (sequence: number, { before, after }: Part) =>
  (before === undefined || sequence < before) && (after === undefined || sequence > after);

/** Wire stamps sort as texts. */
const isNewestFirst = (rows: readonly MessageData[]) =>
  (rows[0]?.createTime ?? "") > (rows.at(-1)?.createTime ?? "");

/** The same part for a provider that counts back from the newest alone. */
export function countedBack(total: number, { before, limit }: { before: number; limit: number }) {
  const offset = Math.max(0, total - before + 1);
  return { limit: Math.min(limit, before - 1), offset };
}
