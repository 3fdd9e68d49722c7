import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { totalText } from "#app/components/list/view.server.ts";
import { quoteList } from "#app/contract/quote.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { clockOf, readerOf } from "./clock.server.ts";

interface ToDecide {
  total: number;
  isTotalCapped: boolean;
  /** When the first of them expires. */
  firstUntil?: string | null | undefined;
}

const query = { status: "READY_TO_BOOK", sort: "validUntil", direction: "asc" } as const;

/**
 * Quotes that wait for the reader's decision, with the deadline of the first; null when they cannot be counted.
 * @param told what the overview says of them; undefined from a provider that leaves it out
 */
export async function quotesToDecide(visit: Visit, now: Date, told: ToDecide | null | undefined) {
  const found = told === undefined ? await listed(visit) : told;
  if (!found) return null;
  const { firstUntil = null } = found;
  const first = { status: query.status, requestedAt: "", validUntil: firstUntil };
  const clock = found.total > 0 ? clockOf(first, readerOf(visit, now)) : null;
  return {
    label: visit.t("quotes:toDecide"),
    count: totalText(visit, found),
    note: clock ? visit.t("quotes:firstOne", { text: clock.text }) : null,
    href: withQuery(href("/quote/index"), query),
    isUrgent: clock?.isSoon ?? false,
  };
}

async function listed(visit: Visit): Promise<ToDecide | null> {
  const found = await visit.readOptional(quoteList, { ...query, page: 1, pageSize: 10 });
  return found && { ...found, firstUntil: found.rows[0]?.validUntil };
}
