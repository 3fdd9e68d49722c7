import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { totalText } from "#app/components/list/view.server.ts";
import { bookingList } from "#app/contract/booking.ts";
import { withQuery } from "#app/lib/with-query.ts";

/**
 * Drafts of bookings that have not been sent; null when there are none or they cannot be counted.
 * @param drafts what the overview says of them; undefined from a provider that leaves it out
 */
export async function draftsToSend(
  visit: Visit,
  drafts: { total: number; isTotalCapped: boolean } | null | undefined,
) {
  const draftList =
    drafts === undefined
      ? await visit.readOptional(bookingList, { status: "DRAFT", page: 1, pageSize: 10 })
      : drafts;
  if (!draftList || draftList.total === 0) return null;
  return {
    text: visit.t("bookings:draftsToSend", {
      count: draftList.total,
      number: totalText(visit, draftList),
    }),
    href: withQuery(href("/booking/index"), { status: "DRAFT" }),
    tone: "act" as const,
  };
}
