import { sql } from "kysely";
import type { z } from "zod";
import { CODE_INVALID, CODE_PASSWORD_TOO_SIMPLE } from "#app/contract/code.ts";
import type { register as registerEndpoint } from "#app/contract/registration.ts";
import { isAccountName } from "#app/lib/account-name.ts";
import { isContactNumber } from "#app/lib/contact-number.ts";
import { isCountryCode } from "#app/lib/country-code.ts";
import { HOUR_MS } from "#app/lib/date-time.ts";
import { isAcceptablePassword } from "#app/lib/password-strength.ts";
import { makeToken } from "../call/caller.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { isBreached } from "../identity/breached-passwords.ts";
import { hashPassword } from "../identity/password.ts";
import { queueMail } from "../mail/outbox.ts";
import { type MessageKey, mailTexts, message } from "../texts/message.ts";

type Input = z.output<typeof registerEndpoint.request>;

const LINK_HOURS = 72;
/** Mails per hour and address, so that nobody's mailbox can be flooded. */
const MAILS_AN_HOUR = 5;

/**
 * A company asks for an account. A known and an unknown address get the same answer after the same work: a link to
 * confirm goes to the one, and to the other the word that it has an account. Whether the account name is taken is
 * told only to who has confirmed the address.
 */
export async function register(input: Input, context: CallContext): Promise<null> {
  checkFields(input, context);
  const { db, now, language, publicUrl } = context;
  const passwordHash = await hashPassword(input.password);
  const { rows } = await sql<{ is_known: boolean; asked: number }>`
    select exists (select from app_user where lower(email) = ${input.email.toLowerCase()}) as is_known,
      (select count(*)::int from registration
        where lower(email) = ${input.email.toLowerCase()} and created_at > ${new Date(now.getTime() - HOUR_MS)}) as asked`.execute(
    db,
  );
  const { is_known: isKnown, asked: mailCount } = rows[0]!;
  const { token, tokenHash } = makeToken();
  await db
    .insertInto("registration")
    .values({
      token_hash: isKnown ? null : tokenHash,
      company_name: input.companyName,
      name: input.name,
      email: input.email,
      user_name: input.userName.normalize("NFKC"),
      password_hash: isKnown ? null : passwordHash,
      country_code: input.countryCode.toUpperCase(),
      phone: input.phone,
      language,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_HOURS * HOUR_MS),
    })
    .execute();
  if (mailCount >= MAILS_AN_HOUR) return null;
  const link = isKnown
    ? `${publicUrl}/forgotPassword`
    : `${publicUrl}/account/registerConfirm?token=${token}`;
  const values = { link, hours: LINK_HOURS };
  // Nothing that was typed goes to an address whose owner did not ask, where it could carry somebody's message.
  const texts = mailTexts(isKnown ? "mailRegisterKnown" : "mailRegisterConfirm", language, values);
  await queueMail(db, { recipient: input.email, ...texts }, now);
  return null;
}

function checkFields(input: Input, { language }: CallContext): void {
  const fault = (path: string, key: MessageKey, code = CODE_INVALID) =>
    new Refusal(code, key, { data: { fields: [{ path, message: message(key, language) }] } });
  if (!isAccountName(input.userName.normalize("NFKC"))) throw fault("userName", "accountNameLength");
  if (!isCountryCode(input.countryCode)) throw fault("countryCode", "formatError");
  if (input.phone !== "" && !isContactNumber(input.phone)) throw fault("phone", "formatError");
  if (!isAcceptablePassword(input.password, input.userName))
    throw fault("password", "passwordTooSimple", CODE_PASSWORD_TOO_SIMPLE);
  if (isBreached(input.password)) throw fault("password", "passwordBreached", CODE_PASSWORD_TOO_SIMPLE);
}
