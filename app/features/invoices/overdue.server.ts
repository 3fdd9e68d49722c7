import { href } from "react-router";
import { unreadBadge } from "#app/access/navigation.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { withQuery } from "#app/lib/with-query.ts";

/** Invoices that are overdue, as the tab counts them; null when there are none or nobody has counted them. */
export async function overdueToPay(visit: Visit) {
  await visit.news?.counts();
  const count = visit.news?.waiting.BILLING ?? 0;
  const number = unreadBadge(count);
  if (number === null) return null;
  return {
    text: visit.t("billing:overdueToPay", { count, number }),
    href: withQuery(href("/billing/index"), { status: "OVERDUE" }),
    tone: "late" as const,
  };
}
