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

/**
 * Whether the provider numbers its messages; one built from product 7 alone sends only time, name and text.
 */
export function isNumbered({ rows }: Pick<Page, "rows">): boolean {
  return rows.every(({ sequence }) => sequence > 0);
}

/**
 * Messages with sequence numbers, oldest first. If the provider does not number them, they are counted back
 * from the newest (`offset`), and a person's own are recognized by name; of more messages than requested,
 * only the requested part is kept.
 */
export async function withSequences<P extends Page>(
  visit: Visit,
  page: P,
  { offset = 0, ...part }: Part & { offset?: number } = {},
): Promise<P> {
  if (isNumbered(page)) return page;
  const { name, userName } = await visit.user();
  const oldestFirst = isNewestFirst(page.rows) ? page.rows.toReversed() : page.rows;
  const total = Math.max(page.total, oldestFirst.length);
  const first = Math.max(1, total - offset - oldestFirst.length + 1);
  const rows = oldestFirst.map((message, index) => ({
    ...message,
    sequence: first + index,
    isOwn: message.isOwn || (message.msName !== "" && [name, userName].includes(message.msName)),
  }));
  return { ...page, total, rows: rows.filter(({ sequence }) => isIn(sequence, part)) };
}

const isIn = (sequence: number, { before, after }: Part) =>
  (before === undefined || sequence < before) && (after === undefined || sequence > after);

/** Wire stamps can be sorted as text. */
const isNewestFirst = (rows: readonly MessageData[]) =>
  (rows[0]?.createTime ?? "") > (rows.at(-1)?.createTime ?? "");

/** The same part as an offset, for a provider that only counts back from the newest. */
export function toOffset(total: number, { before, limit }: { before: number; limit: number }) {
  const offset = Math.max(0, total - before + 1);
  return { limit: Math.min(limit, before - 1), offset };
}
