import { decodeJwt, jwtVerify } from "jose";
import { type Kysely, sql } from "kysely";
import * as oidc from "openid-client";
import type { z } from "zod";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/company-sign-in.ts";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { hashToken } from "../call/caller.ts";
import type { CallContext, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { openIdToken } from "../identity/company-origin.ts";
import { endTokens } from "../identity/session.ts";
import { isAllowedAddress } from "../outside/fetch-outside.ts";
import { recordSecurity } from "../security-log/record.ts";
import { beginErrand, openErrand } from "./errand.ts";
import { type CompanySignIn, identityProviderOf, issuerKey } from "./identity-provider.ts";
import { originOf, ownSettings } from "./sign-in.ts";

const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** A logout token older than this is no news. */
const TOKEN_MINUTES = 10;
const TOLERANCE_SECONDS = 60;

/** Where the identity provider sends people who have signed out there too. */
export const afterSignOutAddress = ({ publicUrl }: Pick<CallContext, "publicUrl">) => `${publicUrl}/home`;

/** `auth/companySignOut`: called before the session here ends, since its ID token goes with it. */
export async function companySignOut(
  context: CallerContext,
): Promise<z.input<typeof contract.companySignOut.response>> {
  const { caller, secrets, outside, log } = context;
  const [origin, settings] = await Promise.all([originOf(context), ownSettings(context)]);
  if (!origin || !settings || issuerKey(settings.issuer) !== origin.issuer) return null;
  const idToken = openIdToken(secrets, caller.tokenHash, origin.id_token);
  if (!idToken) return null;
  const { config, metadata } = await identityProviderOf(settings, context).catch((error) => {
    log.info({ text: (error as Error).message }, "An identity provider did not answer at a sign-out");
    return { config: null, metadata: null };
  });
  const end = metadata?.end_session_endpoint;
  if (!config || !end || !isAllowedAddress(new URL(end), outside.privateHosts)) return null;
  const address = oidc.buildEndSessionUrl(config, {
    id_token_hint: idToken,
    post_logout_redirect_uri: afterSignOutAddress(context),
  });
  const content = { address: address.href };
  const errand = { companyId: caller.companyId, purpose: "signOut", tokenHash: null, content } as const;
  return { ticket: await beginErrand(context, errand) };
}

/** `auth/companySignOutAddress`: may be asked again within its time, since a page that is reloaded asks again. */
export async function companySignOutAddress(
  { ticket }: z.output<typeof contract.companySignOutAddress.request>,
  { db, now, secrets }: CallContext,
): Promise<z.input<typeof contract.companySignOutAddress.response>> {
  const row = await db
    .selectFrom("company_errand")
    .selectAll()
    .where("ticket_hash", "=", hashToken(ticket))
    .where("purpose", "=", "signOut")
    .where("expires_at", ">", now)
    .executeTakeFirst();
  const content = row && openErrand<{ address: string }>(row, secrets);
  if (!content) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return { address: content.address, host: new URL(content.address).host };
}

const wrong = () => new Refusal(CODE_INVALID, "logoutTokenInvalid");

/** What a logout token is about, checked as OpenID Connect Back-Channel Logout 1.0 (2.6) says. */
async function logoutIn(token: string, context: CallContext) {
  const { db, now } = context;
  const claimed = decodeJwt(token);
  const audience = [claimed.aud ?? []].flat();
  if (!claimed.iss || audience.length === 0) throw wrong();
  const rows: CompanySignIn[] = await db
    .selectFrom("company_sign_in")
    .selectAll()
    .where(sql`rtrim(issuer, '/')`, "=", issuerKey(claimed.iss))
    .where("client_id", "in", audience)
    .orderBy("company_id")
    .limit(1)
    .execute();
  const [settings] = rows;
  if (!settings) throw wrong();
  const { keys, metadata } = await identityProviderOf(settings, context);
  const { payload } = await jwtVerify(token, keys, {
    issuer: metadata.issuer,
    audience: settings.client_id,
    requiredClaims: ["iat", "jti", "events"],
    maxTokenAge: TOKEN_MINUTES * 60,
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: now,
  });
  const { events, nonce, sub, sid, jti } = payload;
  const isLogout = typeof events === "object" && events !== null && LOGOUT_EVENT in events;
  if (!isLogout || nonce !== undefined || (sub === undefined && typeof sid !== "string")) throw wrong();
  return { issuer: issuerKey(claimed.iss), sub, sid: typeof sid === "string" ? sid : undefined, jti: jti! };
}

/** `auth/companyLoggedOut`: ends the sessions that began with the one that has ended there, and their sockets. */
export async function companyLoggedOut(
  { logout_token }: z.output<typeof contract.companyLoggedOut.request>,
  context: CallContext,
): Promise<null> {
  const { now, log } = context;
  const { issuer, sub, sid, jti } = await logoutIn(logout_token, context).catch((error) => {
    if (error instanceof Refusal) throw error;
    log.warn({ code: error.code, text: error.message }, "A logout token was refused");
    throw wrong();
  });
  await transaction(context.db as Kysely<Database>, async (db) => {
    const expires_at = new Date(now.getTime() + 2 * TOKEN_MINUTES * MINUTE_MS);
    const fresh = await db
      .insertInto("spent_logout_token")
      .values({ issuer, jti, expires_at })
      .onConflict((conflict) => conflict.doNothing())
      .returning("jti")
      .executeTakeFirst();
    if (!fresh) throw wrong();
    const ended = await db
      .selectFrom("company_session as s")
      .innerJoin("person_identity as i", "i.id", "s.identity_id")
      .innerJoin("app_user as u", "u.id", "i.user_id")
      .select(["s.token_hash", "u.id", "u.user_name", "u.company_id"])
      .where("i.issuer", "=", issuer)
      .$if(sub !== undefined, (query) => query.where("i.subject", "=", sub!))
      .$if(sid !== undefined, (query) => query.where("s.sid", "=", sid!))
      .execute();
    await endTokens(
      db,
      ended.map(({ token_hash }) => token_hash),
      now,
    );
    // A sign-in that waits for its second step began with the same session.
    if (sub !== undefined)
      await db
        .deleteFrom("sign_in_challenge")
        .where("company_session", "is not", null)
        .where("user_id", "in", (eb) =>
          eb
            .selectFrom("person_identity")
            .select("user_id")
            .where("issuer", "=", issuer)
            .where("subject", "=", sub),
        )
        .execute();
    for (const { id, user_name, company_id } of ended) {
      const subject = { userId: id, userName: user_name, companyId: company_id };
      await recordSecurity({ ...context, db }, "companySignIn.loggedOut", subject);
    }
  });
  return null;
}
