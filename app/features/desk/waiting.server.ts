import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { totalText } from "#app/components/list/view.server.ts";
import { deskInbox } from "#app/contract/desk.ts";
import { wireToInstant } from "#app/lib/date-time.ts";

/** What waits at the desk, for the dashboard of its people; null when it cannot be counted. */
export async function waitingAtDesk(visit: Visit, now: Date) {
  const found = await visit.readOptional(deskInbox, { page: 1, pageSize: 10 });
  if (!found) return null;
  const due = wireToInstant(found.rows[0]?.dueAt);
  const isLate = due !== null && due < now;
  return {
    label: visit.t("inbox:waiting"),
    count: totalText(visit, found),
    note: isLate ? visit.t("inbox:isLate") : null,
    href: href("/freightForwarder/index"),
    isUrgent: isLate,
  };
}
