import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { totalText } from "#app/components/list/view.server.ts";
import { quoteList } from "#app/contract/quote.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { clockOf, readerOf } from "./clock.server.ts";

/** Quotes that wait for the reader's decision, with the deadline of the first; null when they cannot be counted. */
export async function quotesToDecide(visit: Visit, now: Date) {
  const query = { status: "READY_TO_BOOK", sort: "validUntil", direction: "asc" } as const;
  const found = await visit.readBeside(quoteList, { ...query, page: 1, pageSize: 10 });
  if (!found) return null;
  const first = found.rows[0];
  const clock = first ? clockOf(first, readerOf(visit, now)) : null;
  return {
    label: visit.t("quotes:toDecide"),
    count: totalText(visit, found),
    note: clock ? visit.t("quotes:firstOne", { text: clock.text }) : null,
    href: withQuery(href("/quote/index"), query),
    isUrgent: clock?.isSoon ?? false,
  };
}
