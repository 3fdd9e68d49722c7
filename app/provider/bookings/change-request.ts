import type { z } from "zod";
import type { bookingRequestChange } from "#app/contract/booking.ts";
import { needsCustomerService } from "#app/lib/booking-state.ts";
import type { CallerContext } from "../http/handler.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { mustTake } from "./permission.ts";
import { findBooking, refusalOf } from "./store.ts";

/** Asks customer service for what cannot be done online any more; the booking's state stays as it is (domain "States"). */
export async function requestChange(
  { id, kind, text }: z.output<typeof bookingRequestChange.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now } = context;
  const row = await findBooking(db, caller, id, { isLocked: true });
  const action = kind === "AMEND" ? "amend" : "cancel";
  mustTake(caller, action, row);
  if (!needsCustomerService(row.status)) throw await refusalOf(context, row, action);
  await db
    .insertInto("booking_change_request")
    .values({ booking_id: id, kind, body: text, asked_by_name: caller.name, asked_at: now })
    .execute();
  await append(db, row, {
    ...{ subject: "booking", subjectId: id, actor: actorOf(caller), at: now },
    action: "booking.changeRequested",
    changes: [{ path: `changeRequest.${kind}`, before: null, after: text }],
  });
  return null;
}
