import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { totalText } from "#app/components/list/view.server.ts";
import { bookingList } from "#app/contract/booking.ts";
import { withQuery } from "#app/lib/with-query.ts";

/**
 * Drafts of bookings that have not been sent; null when they cannot be counted.
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
  if (!draftList) return null;
  return {
    label: visit.t("bookings:draftsToSend"),
    count: totalText(visit, draftList),
    note: null,
    href: withQuery(href("/booking/index"), { status: "DRAFT" }),
    isUrgent: false,
  };
}
