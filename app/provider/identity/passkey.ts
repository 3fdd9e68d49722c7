import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Kysely, Selectable } from "kysely";
import type { z } from "zod";
import type { signIn as signInEndpoint } from "#app/contract/auth.ts";
import {
  CODE_CONFLICT,
  CODE_FACTOR_WRONG,
  CODE_NOT_FOUND,
  CODE_SIGN_IN_REFUSED,
} from "#app/contract/code.ts";
import type * as contract from "#app/contract/passkey.ts";
import { instantToWire, MINUTE_MS } from "#app/lib/date-time.ts";
import { hashToken, makeToken, refuseByStatus } from "../call/caller.ts";
import type { CallContext, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity, type SecuritySubject, subjectOf } from "../security-log/record.ts";
import { isKnownToCompany, refusePasswordOff } from "./password-policy.ts";
import { noteProof } from "./proof.ts";
import { mailToUser } from "./reset-link.ts";
import { openSession } from "./session.ts";

type Purpose = Database["passkey_challenge"]["purpose"];
type Passkey = Selectable<Database["passkey"]>;
type Answer = z.output<typeof contract.passkeyAnswer>;
type SignInOptions = z.input<typeof contract.passkeySignInOptions.response>;

const TICKET_MS = 10 * MINUTE_MS;
/** More than a person has devices. */
const MOST = 20;

/** Passkeys belong to the host of the portal's address. */
const siteOf = ({ publicUrl }: Pick<CallContext, "publicUrl">) => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

async function ticketFor(
  { db, now }: CallContext,
  purpose: Purpose,
  userId: string | null,
  options: { challenge: string },
): Promise<SignInOptions> {
  const { token, tokenHash } = makeToken();
  await db
    .insertInto("passkey_challenge")
    .values({
      token_hash: tokenHash,
      purpose,
      challenge: options.challenge,
      user_id: userId,
      expires_at: new Date(now.getTime() + TICKET_MS),
    })
    .execute();
  return { ticket: token, options: { ...options } };
}

/** The challenge of a ticket, which is gone then. @throws Refusal */
async function takeTicket(
  db: Kysely<Database>,
  ticket: string,
  { purpose, userId, now }: { purpose: Purpose; userId: string | null; now: Date },
): Promise<string> {
  const row = await db
    .deleteFrom("passkey_challenge")
    .where("token_hash", "=", hashToken(ticket))
    .where("purpose", "=", purpose)
    .where("user_id", "is not distinct from", userId)
    .where("expires_at", ">", now)
    .returning("challenge")
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_FACTOR_WRONG, "passkeyLate");
  return row.challenge;
}

function passkeysOf({ db, caller }: CallerContext) {
  return db.selectFrom("passkey").selectAll().where("user_id", "=", caller.userId).orderBy("id").execute();
}

const named = (keys: readonly Passkey[]) =>
  keys.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transports as AuthenticatorTransport[],
  }));

/** `portalUser/passkeyList` */
export async function listPasskeys(
  context: CallerContext,
): Promise<z.input<typeof contract.passkeyList.response>> {
  const keys = await passkeysOf(context);
  const passkeys = keys.map((key) => ({
    id: key.id,
    name: key.name,
    isSynced: key.is_synced,
    createdAt: instantToWire(key.created_at)!,
    lastUsedAt: instantToWire(key.last_used_at),
  }));
  return { passkeys };
}

/** `portalUser/passkeyAddOptions`: the device has to check who holds it, by finger, face or PIN. */
export async function addOptions(context: CallerContext): Promise<SignInOptions> {
  const { caller } = context;
  const site = siteOf(context);
  const options = await generateRegistrationOptions({
    rpName: site.id,
    rpID: site.id,
    userName: caller.userName,
    userDisplayName: caller.name,
    userID: new TextEncoder().encode(caller.userId),
    excludeCredentials: named(await passkeysOf(context)),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return ticketFor(context, "add", caller.userId, options);
}

/** `portalUser/passkeyAdd` */
export async function addPasskey(
  { ticket, credential, name }: z.output<typeof contract.passkeyAdd.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now, publicUrl } = context;
  const expectedChallenge = await takeTicket(db, ticket, { purpose: "add", userId: caller.userId, now });
  if ((await passkeysOf(context)).length >= MOST) throw new Refusal(CODE_CONFLICT, "tooManyPasskeys");
  const site = siteOf(context);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
  }).catch(wrongAnswer);
  if (!verified || !registrationInfo) return wrongAnswer();
  const key = registrationInfo.credential;
  const added = await db
    .insertInto("passkey")
    .values({
      user_id: caller.userId,
      credential_id: key.id,
      public_key: Buffer.from(key.publicKey),
      counter: String(key.counter),
      transports: key.transports ?? [],
      name,
      is_synced: registrationInfo.credentialBackedUp,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) throw new Refusal(CODE_CONFLICT, "passkeyKnown");
  await recordSecurity(context, "passkey.added", caller, { name });
  const user = await db
    .selectFrom("app_user")
    .selectAll()
    .where("id", "=", caller.userId)
    .executeTakeFirstOrThrow();
  await mailToUser(db, user, "mailPasskeyAdded", { passkey: name, link: publicUrl }, context);
  return null;
}

function wrongAnswer(): never {
  throw new Refusal(CODE_FACTOR_WRONG, "passkeyWrong");
}

/** `portalUser/passkeyRename` */
export async function renamePasskey(
  { id, name }: z.output<typeof contract.passkeyRename.request>,
  { db, caller }: CallerContext,
): Promise<null> {
  const renamed = await db
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", caller.userId)
    .returning("id")
    .executeTakeFirst();
  if (!renamed) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return null;
}

/** `portalUser/passkeyRemove`: locks the person, so that of two removals at once one sees the other's. */
export async function removePasskey(
  { id }: z.output<typeof contract.passkeyRemove.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller } = context;
  const { password_hash } = await db
    .selectFrom("app_user")
    .select("password_hash")
    .where("id", "=", caller.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const keys = await passkeysOf(context);
  const key = keys.find((each) => each.id === id);
  if (!key) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const hasOther = password_hash !== null || (await isKnownToCompany(db, caller.userId));
  if (keys.length === 1 && !hasOther) throw new Refusal(CODE_CONFLICT, "lastPasskey");
  await db.deleteFrom("passkey").where("id", "=", id).execute();
  await recordSecurity(context, "passkey.removed", caller, { name: key.name });
  return null;
}

async function optionsToSign(
  context: CallContext,
  purpose: Purpose,
  userId: string | null,
  keys: readonly Passkey[],
): Promise<SignInOptions> {
  const options = await generateAuthenticationOptions({
    rpID: siteOf(context).id,
    allowCredentials: named(keys),
    userVerification: "required",
  });
  return ticketFor(context, purpose, userId, options);
}

/** `auth/passkeyOptions`: names no passkey, so that it tells nothing about anybody. */
export const signInOptions = (context: CallContext): Promise<SignInOptions> =>
  optionsToSign(context, "signIn", null, []);

/** `portalUser/passkeyProveOptions` */
export async function proveOptions(context: CallerContext): Promise<SignInOptions | null> {
  const keys = await passkeysOf(context);
  return keys.length === 0 ? null : optionsToSign(context, "prove", context.caller.userId, keys);
}

/**
 * Checks the signature of a passkey. A counter that did not rise is noted and not refused: keys that several devices
 * share do that, and the library would refuse them.
 */
async function checkSignature(
  key: Passkey,
  { ticket, credential }: Answer,
  context: CallContext,
  of: { purpose: Purpose; userId: string | null; subject: SecuritySubject },
): Promise<void> {
  const { db, now } = context;
  const expectedChallenge = await takeTicket(db, ticket, { ...of, now });
  const site = siteOf(context);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: 0 },
  }).catch(wrongAnswer);
  if (!verified) wrongAnswer();
  const [before, after] = [Number(key.counter), authenticationInfo.newCounter];
  if ((before > 0 || after > 0) && after <= before)
    await recordSecurity(context, "passkey.counter", of.subject, { name: key.name, before, after });
  await db
    .updateTable("passkey")
    .set({ counter: String(Math.max(before, after)), last_used_at: now })
    .where("id", "=", key.id)
    .execute();
}

const passkeyOf = (db: Kysely<Database>, credentialId: string) =>
  db.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();

/** `auth/passkey`: the device has checked its holder, so this is both steps of a sign-in. */
export async function signInByPasskey(
  answer: Answer,
  context: CallContext,
): Promise<z.input<typeof signInEndpoint.response>> {
  const { db } = context;
  const key = await passkeyOf(db, answer.credential.id);
  if (!key) throw new Refusal(CODE_SIGN_IN_REFUSED, "passkeyUnknown");
  const user = await db
    .selectFrom("app_user")
    .selectAll()
    .where("id", "=", key.user_id)
    .executeTakeFirstOrThrow();
  const subject = subjectOf(user);
  try {
    await checkSignature(key, answer, context, { purpose: "signIn", userId: null, subject });
  } catch (error) {
    await recordSecurity(context, "signIn.refused", subject, { by: "passkey" });
    throw error;
  }
  refuseByStatus(user.status);
  await refusePasswordOff(context, user);
  return openSession(context, user);
}

/** `portalUser/passkeyProve` */
export async function proveByPasskey(answer: Answer, context: CallerContext): Promise<null> {
  const { db, caller } = context;
  const key = await passkeyOf(db, answer.credential.id);
  if (!key || key.user_id !== caller.userId) throw new Refusal(CODE_FACTOR_WRONG, "passkeyUnknown");
  await checkSignature(key, answer, context, { purpose: "prove", userId: caller.userId, subject: caller });
  await noteProof(context);
  return null;
}
