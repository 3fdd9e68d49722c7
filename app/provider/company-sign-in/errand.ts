import type { Kysely, Selectable } from "kysely";
import { CODE_SIGN_IN_REFUSED } from "#app/contract/code.ts";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { hashToken, makeToken } from "../call/caller.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { SecretBox } from "../call/secret-box.ts";
import type { Database } from "../db/schema.ts";

type Purpose = Database["company_errand"]["purpose"];
type Errand = Selectable<Database["company_errand"]>;

/** Time for the way to the identity provider and back. */
const ERRAND_MS = 10 * MINUTE_MS;

const about = (ticketHash: Buffer) => `company errand ${ticketHash.toString("hex")}`;

/** Keeps what a browser is about to do; the ticket names it. */
export async function beginErrand(
  { db, now, secrets }: Pick<CallContext, "db" | "now" | "secrets">,
  {
    companyId,
    purpose,
    tokenHash,
    content,
  }: {
    companyId: string;
    purpose: Purpose;
    /** The session for which it is. */
    tokenHash: Buffer | null;
    content: object;
  },
): Promise<string> {
  const { token, tokenHash: ticketHash } = makeToken();
  await db
    .insertInto("company_errand")
    .values({
      ticket_hash: ticketHash,
      company_id: companyId,
      purpose,
      token_hash: tokenHash,
      content: secrets.seal(JSON.stringify(content), about(ticketHash)),
      expires_at: new Date(now.getTime() + ERRAND_MS),
      used_at: null,
    })
    .execute();
  return token;
}

/**
 * Takes the errand of a ticket, once: of two answers with one ticket the second is refused.
 * @throws Refusal CODE_SIGN_IN_REFUSED
 */
export async function takeErrand<Content>(
  db: Kysely<Database>,
  ticket: string,
  {
    purpose,
    tokenHash,
    now,
    secrets,
  }: {
    purpose: Purpose;
    tokenHash: Buffer | null;
    now: Date;
    secrets: SecretBox;
  },
): Promise<{ companyId: string; content: Content }> {
  const row = await db
    .updateTable("company_errand")
    .set({ used_at: now })
    .where("ticket_hash", "=", hashToken(ticket))
    .where("purpose", "=", purpose)
    .where("token_hash", "is not distinct from", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  const content = row && openErrand<Content>(row, secrets);
  if (!content) throw new Refusal(CODE_SIGN_IN_REFUSED, "companyLate");
  return { companyId: row.company_id, content };
}

/** What an errand was kept with; null when the key is not known any more. */
export function openErrand<Content>(row: Errand, secrets: SecretBox): Content | null {
  const text = secrets.open(row.content, about(row.ticket_hash));
  return text === null ? null : (JSON.parse(text) as Content);
}
