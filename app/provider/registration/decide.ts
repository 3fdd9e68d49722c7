import type { Kysely } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/registration.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { giveUsualAccess } from "../identity/usual-access.ts";
import { queueMail } from "../mail/outbox.ts";
import { recordSecurity } from "../security-log/record.ts";
import { mailTexts } from "../texts/message.ts";

type Deciding = Pick<CallContext, "db" | "now" | "clientAddress" | "publicUrl">;

/** Registrations of a state, newest first. */
export async function listRegistrations(
  { page, pageSize, status }: z.output<typeof contract.registrationList.request>,
  db: Kysely<Database>,
): Promise<z.input<typeof contract.registrationList.response>> {
  // An address that has an account is none to decide on.
  const matching = db
    .selectFrom("registration")
    .where("status", "=", status)
    .where((eb) => eb.or([eb("token_hash", "is not", null), eb("status", "<>", "UNCONFIRMED")]));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    rows: rows.map((row) => ({
      id: row.id,
      status: row.status,
      companyName: row.company_name,
      name: row.name,
      email: row.email,
      userName: row.user_name,
      countryCode: row.country_code,
      phone: row.phone,
      createdAt: instantToWire(row.created_at)!,
      confirmedAt: instantToWire(row.confirmed_at),
    })),
    total: Number(total),
    isTotalCapped: false,
  };
}

/**
 * Approves or declines a registration in the transaction of `context.db`, and tells the applicant in their language. The
 * account of a declined one is deleted: nobody has signed in to it.
 */
export async function decideRegistration(
  { id, isApproved, reason }: z.output<typeof contract.registrationDecide.request>,
  by: string,
  context: Deciding,
): Promise<null> {
  const { db, now, publicUrl } = context;
  const row = await db
    .selectFrom("registration")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const { company_id: companyId, user_id: userId } = row;
  if (row.status !== "CONFIRMED" || !companyId || !userId)
    throw new Refusal(CODE_CONFLICT, "registrationNotOpen");
  if (isApproved) {
    await db
      .updateTable("app_user")
      .set({ status: "ACTIVE" })
      .where("id", "=", userId)
      .where("status", "=", "AWAITING_APPROVAL")
      .execute();
    await giveUsualAccess(db, companyId);
  } else {
    await db.deleteFrom("app_user").where("id", "=", userId).execute();
    await db.deleteFrom("company").where("id", "=", companyId).execute();
  }
  await db
    .updateTable("registration")
    .set({ status: isApproved ? "APPROVED" : "DECLINED", decided_at: now, decided_by: by })
    .where("id", "=", id)
    .execute();
  const kind = isApproved
    ? "mailRegisterApproved"
    : reason
      ? "mailRegisterDeclinedReason"
      : "mailRegisterDeclined";
  const values = { name: row.name, company: row.company_name, userName: row.user_name, reason };
  const texts = mailTexts(kind, row.language, { ...values, link: `${publicUrl}/login` });
  await queueMail(db, { recipient: row.email, ...texts }, now);
  const subject = { userId, userName: row.user_name, companyId };
  await recordSecurity(context, isApproved ? "registration.approved" : "registration.declined", subject, {
    by,
  });
  return null;
}
