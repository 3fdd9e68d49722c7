import { z } from "zod";
import { addressId } from "#app/contract/wire.ts";
import type { MessagesAddress } from "./address.ts";
import { readTab } from "./rules.ts";

/** Number of conversations shown at first, and added by each link. */
export const LIST_STEP = 25;
/** Maximum number shown; older ones are found by search. */
export const LIST_MOST = 1_000;

const words = z
  .string()
  .transform((typed) => typed.trim().slice(0, 100) || undefined)
  .optional();
const flag = z.literal("1").optional().catch(undefined);
const sequence = z.coerce.number().int().min(1).max(1_000_000_000).optional().catch(undefined);

const shape = z.object({
  /** The name of the search's field before there was one for all. */
  keyword: words,
  unread: flag,
  shown: z.coerce
    .number()
    .int()
    .min(LIST_STEP)
    .catch(LIST_STEP)
    .transform((count) => Math.min(count, LIST_MOST)),
  find: words,
  session: addressId.optional().catch(undefined),
  before: sequence,
  newest: flag,
  at: sequence,
});

export interface ReadAddress extends Omit<MessagesAddress, "tab"> {
  shown: number;
  /** A topic, an index, or null; see `openTopic`. */
  wantedTab: ReturnType<typeof readTab>;
}

/**
 * Parses the page's state. An invalid value is replaced by the default; a negative index closes the
 * conversation (product 4.7).
 */
export function readAddress(search: URLSearchParams): ReadAddress {
  const {
    unread,
    newest,
    session,
    keyword,
    find = keyword,
    ...rest
  } = shape.parse(Object.fromEntries(search));
  const wantedTab = readTab(search.get("tab"));
  const isClosed = typeof wantedTab === "number" && wantedTab < 0;
  return {
    ...rest,
    find,
    isUnreadOnly: unread === "1",
    isNewest: newest === "1",
    session: isClosed ? undefined : session,
    wantedTab,
  };
}
