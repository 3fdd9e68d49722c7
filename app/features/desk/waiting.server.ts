import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { totalText } from "#app/components/list/view.server.ts";
import { deskInbox } from "#app/contract/desk.ts";
import { wireToInstant } from "#app/lib/date-time.ts";

/** What waits at the desk, for the dashboard of its people; null when nothing does or it cannot be counted. */
export async function waitingAtDesk(visit: Visit, now: Date) {
  const inbox = await visit.readOptional(deskInbox, { page: 1, pageSize: 10 });
  if (!inbox || inbox.total === 0) return null;
  const due = wireToInstant(inbox.rows[0]?.dueAt);
  const isLate = due !== null && due < now;
  return {
    text: visit.t(isLate ? "inbox:waitingLate" : "inbox:waiting", {
      count: inbox.total,
      number: totalText(visit, inbox),
    }),
    href: href("/freightForwarder/index"),
    tone: isLate ? ("late" as const) : ("act" as const),
  };
}
