import type { Kysely } from "kysely";
import type { z } from "zod";
import type { signIn as signInEndpoint } from "#app/contract/auth.ts";
import { CODE_CONFLICT, CODE_NOT_FOUND, CODE_SIGN_IN_REFUSED } from "#app/contract/code.ts";
import type * as contract from "#app/contract/company-sign-in.ts";
import type { CallContext, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { noteProof } from "../identity/proof.ts";
import { openSessionOrAsk } from "../identity/session.ts";
import { recordSecurity } from "../security-log/record.ts";
import { type CompanySignIn, issuerKey } from "./identity-provider.ts";
import { comeBack, setOut } from "./journey.ts";
import { personOf } from "./person.ts";

/** Settings that are on, of the company with this proved domain or link. */
async function settingsFor(
  { email, company }: z.output<typeof contract.companyStart.request>,
  db: Kysely<Database>,
): Promise<CompanySignIn | undefined> {
  const domain = email?.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const activeSettings = db.selectFrom("company_sign_in as s").selectAll("s").where("s.is_on", "=", true);
  if (company) return activeSettings.where("s.link_key", "=", company).executeTakeFirst();
  return activeSettings
    .innerJoin("company_domain as d", "d.company_id", "s.company_id")
    .where("d.domain", "=", domain ?? "")
    .where("d.proved_at", "is not", null)
    .executeTakeFirst();
}

/** `auth/companyStart`: tells of a domain whether it signs in by an identity provider, and nothing of its people. */
export async function companyStart(
  input: z.output<typeof contract.companyStart.request>,
  context: CallContext,
): Promise<z.input<typeof contract.companyStart.response>> {
  const settings = await settingsFor(input, context.db);
  if (!settings) throw new Refusal(CODE_NOT_FOUND, "companyUnknown");
  return setOut(settings, context, { tokenHash: null, hint: input.email || null });
}

/** `auth/companyFinish`: the answer is that of any sign-in; a second factor here is asked for as well. */
export async function companyFinish(
  input: z.output<typeof contract.companyFinish.request>,
  context: CallContext,
): Promise<z.input<typeof signInEndpoint.response>> {
  const { settings, stated } = await comeBack(input, context, null);
  const { user, identityId } = await transaction(context.db as Kysely<Database>, (db) =>
    personOf(settings, stated, { ...context, db }),
  ).catch(async (error) => {
    if (error instanceof Refusal)
      await recordSecurity(context, "signIn.refused", null, {
        by: "company",
        companyId: settings.company_id,
        reason: error.messageKey,
      });
    throw error;
  });
  return openSessionOrAsk(context, user, { identityId, sid: stated.sid, idToken: stated.idToken });
}

/** What the session began with; undefined: it began without an identity provider. */
export function originOf({ db, caller }: CallerContext) {
  return db
    .selectFrom("company_session as s")
    .innerJoin("person_identity as i", "i.id", "s.identity_id")
    .select(["i.issuer", "i.subject", "s.id_token"])
    .where("s.token_hash", "=", caller.tokenHash)
    .executeTakeFirst();
}

/** The settings of the caller's company, if they are on. */
export async function ownSettings({ db, caller }: CallerContext): Promise<CompanySignIn | undefined> {
  return db
    .selectFrom("company_sign_in")
    .selectAll()
    .where("company_id", "=", caller.companyId)
    .where("is_on", "=", true)
    .executeTakeFirst();
}

/** `portalUser/companyProveStart` */
export async function companyProveStart(
  context: CallerContext,
): Promise<z.input<typeof contract.companyProveStart.response>> {
  const { caller } = context;
  // Where there is a second factor, it is what proves.
  if (caller.session?.hasFactor) throw new Refusal(CODE_CONFLICT, "proofByCode");
  const [origin, settings] = await Promise.all([originOf(context), ownSettings(context)]);
  if (!origin || !settings || issuerKey(settings.issuer) !== origin.issuer)
    throw new Refusal(CODE_CONFLICT, "proofByPassword");
  return setOut(settings, context, { tokenHash: caller.tokenHash, hint: null });
}

/** `portalUser/companyProve`: takes the same person, who has just shown there who they are. */
export async function companyProve(
  input: z.output<typeof contract.companyProve.request>,
  context: CallerContext,
): Promise<null> {
  const { settings, stated } = await comeBack(input, context, context.caller.tokenHash);
  const origin = await originOf(context);
  if (origin?.issuer !== issuerKey(settings.issuer) || origin.subject !== stated.subject) {
    await recordSecurity(context, "factor.wrong", context.caller, { at: "prove", outcome: "company" });
    throw new Refusal(CODE_SIGN_IN_REFUSED, "companyOtherPerson");
  }
  await noteProof(context);
  return null;
}
