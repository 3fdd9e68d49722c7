import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { totalText } from "#app/components/list/view.server.ts";
import { quoteList } from "#app/contract/quote.ts";
import { textOf } from "#app/lib/moment.ts";
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
 * @param quotes what the overview says of them; undefined from a provider that leaves it out
 */
export async function quotesToDecide(visit: Visit, now: Date, quotes: ToDecide | null | undefined) {
  const openQuotes = quotes === undefined ? await listed(visit) : quotes;
  if (!openQuotes) return null;
  const { firstUntil = null } = openQuotes;
  const first = { status: query.status, requestedAt: "", validUntil: firstUntil };
  const clock = openQuotes.total > 0 ? clockOf(first, readerOf(visit, now)) : null;
  return {
    label: visit.t("quotes:toDecide"),
    count: totalText(visit, openQuotes),
    note: clock ? visit.t("quotes:firstOne", { text: textOf(clock.text) }) : null,
    href: withQuery(href("/quote/index"), query),
    isUrgent: clock?.isSoon ?? false,
  };
}

async function listed(visit: Visit): Promise<ToDecide | null> {
  const quotes = await visit.readOptional(quoteList, { ...query, page: 1, pageSize: 10 });
  return quotes && { ...quotes, firstUntil: quotes.rows[0]?.validUntil };
}
