import type { CallerContext } from "../call/context.ts";
import { tellOwn } from "../notifications/own-news.ts";
import { mailTexts } from "../texts/message.ts";
import type { BookingRow } from "./store.ts";

/** Tells the forwarder's answer to the person who submitted the booking last, in that person's language. */
export async function mailAnswer(
  { db, now, publicUrl }: Pick<CallerContext, "db" | "now" | "publicUrl">,
  row: BookingRow,
  action: "accept" | "confirm",
): Promise<void> {
  const person = await db
    .selectFrom("operation_log as l")
    .innerJoin("app_user as u", "u.id", "l.actor_id")
    .select(["u.id", "u.company_id", "u.name", "u.email", "u.language_preference", "u.status"])
    .where("l.subject", "=", "booking")
    .where("l.subject_id", "=", row.id)
    .where("l.action", "=", "booking.submitted")
    .orderBy("l.sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!person?.email || person.status !== "ACTIVE") return;
  const language = person.language_preference ?? "en";
  const kind = action === "accept" ? "mailBookingAccepted" : "mailBookingConfirmed";
  const values = {
    name: person.name,
    bookingNumber: row.booking_number,
    origin: row.origin,
    destination: row.destination,
  };
  const path = `/shipments/bookingDetail/${row.id}`;
  const { id, company_id: companyId, email } = person;
  await tellOwn(
    db,
    {
      kind: action === "accept" ? "bookingAccepted" : "bookingConfirmed",
      person: { id, companyId, email, language },
      ...{ number: row.booking_number, path, newsKey: `booking-${action}-${row.id}-${row.version}` },
      mail: mailTexts(kind, language, { ...values, link: `${publicUrl}${path}` }),
    },
    { now, publicUrl },
  );
}
