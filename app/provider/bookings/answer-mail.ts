import type { NoticeKind } from "#app/contract/notification-code.ts";
import type { CallerContext } from "../call/context.ts";
import { hasSwitchedOff, tellOwn } from "../notifications/own-news.ts";
import { type MailKind, mailTexts } from "../texts/message.ts";
import type { BookingRow } from "./store.ts";

interface Answer {
  kind: Exclude<NoticeKind, "rule">;
  mail: MailKind;
  newsKey: string;
  values?: Record<string, string>;
  /** Who asked; by default the person who submitted the booking last. */
  personId?: string | null;
}

/** Tells the forwarder's answer about a booking to a person of the customer, in that person's language. */
export async function tellCustomer(
  { db, now, publicUrl }: Pick<CallerContext, "db" | "now" | "publicUrl">,
  row: BookingRow,
  { kind, mail, newsKey, values = {}, personId = null }: Answer,
): Promise<void> {
  const person = await db
    .selectFrom("app_user")
    .select(["id", "company_id", "name", "email", "language_preference", "status"])
    .select((eb) => hasSwitchedOff(eb.ref("app_user.id"), kind).as("is_off"))
    .where("id", "=", personId ?? submitterQuery(db, row.id))
    .where("company_id", "=", row.company_id)
    .executeTakeFirst();
  if (!person?.email || person.status !== "ACTIVE" || person.is_off) return;
  const language = person.language_preference ?? "en";
  const path = `/shipments/bookingDetail/${row.id}`;
  const all = {
    ...values,
    name: person.name,
    bookingNumber: row.booking_number,
    origin: row.origin,
    destination: row.destination,
    link: `${publicUrl}${path}`,
  };
  const { id, company_id: companyId, email } = person;
  await tellOwn(
    db,
    {
      kind,
      person: { id, companyId, email, language, isAsked: true },
      number: row.booking_number,
      path,
      newsKey,
      mail: mailTexts(mail, language, all),
    },
    { now, publicUrl },
  );
}

/** Who of the customer submitted the booking last. */
export async function submitterOf(db: CallerContext["db"], bookingId: string): Promise<string | null> {
  const entry = await submitterQuery(db, bookingId).executeTakeFirst();
  return entry?.actor_id ?? null;
}

function submitterQuery(db: CallerContext["db"], bookingId: string) {
  return db
    .selectFrom("operation_log")
    .select("actor_id")
    .where("subject", "=", "booking")
    .where("subject_id", "=", bookingId)
    .where("action", "=", "booking.submitted")
    .orderBy("sequence", "desc")
    .limit(1);
}
