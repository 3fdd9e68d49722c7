import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { confirmRecipient, recipientInvitation, recipientStates } from "#app/contract/notification.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { hashToken, makeToken } from "../call/caller.ts";
import type { CallContext, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { queueMail } from "../mail/outbox.ts";
import { mailTexts } from "../texts/message.ts";

/** Somebody is asked again at the earliest after this time, and the link ends with it. */
const ASKED_AGAIN_MS = 7 * DAY_MS;

export interface Recipient {
  email: string;
  state: (typeof recipientStates)[number];
  lastError: string | null;
  /** Set for a member of the company. */
  userId: string | null;
}

/** What is known of these addresses (in lower case) as recipients of a company's notifications. */
export async function recipientsOf(
  db: Kysely<Database>,
  companyId: string,
  emails: readonly string[],
): Promise<Map<string, Recipient>> {
  if (emails.length === 0) return new Map();
  const { rows } = await sql<{
    email: string;
    user_id: string | null;
    state: "WAITING" | "CONFIRMED" | "ENDED" | null;
    last_error: string | null;
    is_blocked: boolean;
  }>`
    select e.email, u.id as user_id, a.state, m.last_error, m.blocked_at is not null as is_blocked
    from unnest(${[...emails]}::text[]) e (email)
    left join lateral (
      select id from app_user u where u.company_id = ${companyId} and lower(u.email) = e.email and u.status = 'ACTIVE'
      order by id limit 1
    ) u on true
    left join notification_address a on a.company_id = ${companyId} and a.email = e.email
    left join mail_address m on m.email = e.email`.execute(db);
  return new Map(
    rows.map(({ email, user_id, state, last_error, is_blocked }) => {
      const known = user_id
        ? "member"
        : state === "CONFIRMED"
          ? "confirmed"
          : state === "ENDED"
            ? "ended"
            : "waiting";
      return [
        email,
        { email, userId: user_id, state: is_blocked ? "blocked" : known, lastError: last_error },
      ] as const;
    }),
  );
}

/** Asks recipients outside the company to agree, by mail. Who has ended it is not asked again. */
export async function askRecipients(emails: readonly string[], context: CallerContext): Promise<string[]> {
  const { db, caller, now, language, publicUrl } = context;
  const known = await recipientsOf(db, caller.companyId, emails);
  const invited: string[] = [];
  const company = await db
    .selectFrom("company")
    .select("name")
    .where("id", "=", caller.companyId)
    .executeTakeFirstOrThrow();
  for (const { email, state } of known.values()) {
    if (state !== "waiting") continue;
    const { token, tokenHash } = makeToken();
    const made = await db
      .insertInto("notification_address")
      .values({
        company_id: caller.companyId,
        email,
        state: "WAITING",
        token_hash: tokenHash,
        asked_at: now,
        answered_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["company_id", "email"])
          .doUpdateSet({ token_hash: tokenHash, asked_at: now })
          .where("notification_address.state", "=", "WAITING")
          .where("notification_address.asked_at", "<", new Date(now.getTime() - ASKED_AGAIN_MS)),
      )
      .returning("email")
      .executeTakeFirst();
    if (!made) continue;
    const link = `${publicUrl}/notificationConsent?token=${token}`;
    const values = { company: company.name, name: caller.name, link };
    await queueMail(
      db,
      { recipient: email, companyId: caller.companyId, ...mailTexts("mailRecipient", language, values) },
      now,
    );
    invited.push(email);
  }
  return invited;
}

/** @throws Refusal 404 for a link that is unknown or too old */
async function invitationOf({ db, now }: CallContext, token: string) {
  const row = await db
    .selectFrom("notification_address as a")
    .innerJoin("company as c", "c.id", "a.company_id")
    .select(["a.email", "a.company_id", "a.state", "c.name"])
    .where("a.token_hash", "=", hashToken(token))
    .where("a.asked_at", ">", new Date(now.getTime() - ASKED_AGAIN_MS))
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "unsubscribeLinkInvalid");
  return row;
}

/** Changes nothing: programs follow links. */
export async function readInvitation(
  { token }: z.output<typeof recipientInvitation.request>,
  context: CallContext,
): Promise<z.input<typeof recipientInvitation.response>> {
  const { email, name } = await invitationOf(context, token);
  return { email, companyName: name };
}

export async function agree(
  { token }: z.output<typeof confirmRecipient.request>,
  context: CallContext,
): Promise<null> {
  const { email, company_id } = await invitationOf(context, token);
  await context.db
    .updateTable("notification_address")
    .set({ state: "CONFIRMED", answered_at: context.now })
    .where("company_id", "=", company_id)
    .where("email", "=", email)
    .execute();
  return null;
}
