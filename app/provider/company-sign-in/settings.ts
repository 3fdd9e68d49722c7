import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { z } from "zod";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import * as contract from "#app/contract/company-sign-in.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { lockCompany } from "../identity/company-lock.ts";
import { rolesFor } from "../identity/roles.ts";
import { isAllowedAddress } from "../outside/fetch-outside.ts";
import { recordSecurity } from "../security-log/record.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { recordOf } from "./domains.ts";
import { aboutClientSecret, type CompanySignIn, identityProviderOf, issuerKey } from "./identity-provider.ts";
import { faultOf, returnAddress } from "./journey.ts";
import { afterSignOutAddress } from "./sign-out.ts";
import { hasProvedDomain, switchOff } from "./switch.ts";

type Answer = z.input<typeof contract.companySettings.response>;
type Input = z.output<typeof contract.companySettingsSave.request>;

/** The settings of the caller's company, on or off. */
const settingsOf = ({ db, caller }: CallerContext): Promise<CompanySignIn | undefined> =>
  db.selectFrom("company_sign_in").selectAll().where("company_id", "=", caller.companyId).executeTakeFirst();

const administratorsOf = (db: Kysely<Database>, companyId: string) =>
  db
    .selectFrom("app_user as u")
    .innerJoin("role as r", "r.id", "u.role_id")
    .select(["u.id", "u.user_name as userName", "u.name"])
    .where("u.company_id", "=", companyId)
    .where("u.status", "=", "ACTIVE")
    .where("r.code", "=", ADMIN_ROLE)
    .orderBy("u.user_name");

/** Whether an active administrator has come in by these very settings. */
async function isProved({ company_id, issuer, changed_at }: CompanySignIn, db: Kysely<Database>) {
  const came = await administratorsOf(db, company_id)
    .innerJoin("person_identity as i", "i.user_id", "u.id")
    .where("i.issuer", "=", issuerKey(issuer))
    .where("i.last_used_at", ">=", changed_at)
    .executeTakeFirst();
  return came !== undefined;
}

/** `company/signInSettings`: everything but the client's secret. */
export async function companySettings(context: CallerContext): Promise<Answer> {
  const { db, caller, language, publicUrl } = context;
  const row = await settingsOf(context);
  const domains = await db
    .selectFrom("company_domain")
    .selectAll()
    .where("company_id", "=", caller.companyId)
    .orderBy("domain")
    .execute();
  const roles = await rolesFor(db, caller)
    .select(["id", "code", language === "zh" ? "name_zh as name" : "name"])
    .orderBy("id")
    .execute();
  const administrators = administratorsOf(db, caller.companyId);
  const keptId = row?.password_account_id ?? null;
  return {
    settings: row
      ? { ...wireSettings(row), link: `${publicUrl}/login/company?company=${row.link_key}` }
      : null,
    domains: domains.map((each) => ({
      id: each.id,
      name: each.domain,
      ...recordOf(each),
      mailSentAt: instantToWire(each.mail_sent_at),
      provedAt: instantToWire(each.proved_at),
      provedBy: each.proved_by,
    })),
    returnAddress: returnAddress(context),
    afterSignOutAddress: afterSignOutAddress(context),
    logoutAddress: publicUrl + contract.COMPANY_LOGOUT_PATH,
    roles: roles.map(({ id, code, name }) => ({ id, code, name })),
    passwordAccount: (keptId && (await administrators.where("u.id", "=", keptId).executeTakeFirst())) || null,
    // Who has no password cannot be the one who keeps it.
    administrators: await administrators.where("u.password_hash", "is not", null).execute(),
    isProvedByAdministrator: row !== undefined && (await isProved(row, db)),
  };
}

const wireSettings = (row: CompanySignIn) => ({
  issuer: row.issuer,
  clientId: row.client_id,
  hasSecret: row.client_secret !== null,
  tenantClaim: row.tenant_claim ?? "",
  tenantValue: row.tenant_value ?? "",
  nameClaim: row.name_claim ?? "",
  roleClaim: row.role_claim ?? "",
  roleValues: row.role_map.map(({ roleId, values }) => ({ roleId, values: values.join(", ") })),
  defaultRoleId: row.default_role_id,
  makesAccounts: row.makes_accounts,
  isOn: row.is_on,
});

function fault(path: string, key: MessageKey, { language }: CallerContext): Refusal {
  return new Refusal(CODE_INVALID, key, { data: { fields: [{ path, message: message(key, language) }] } });
}

async function checkInput(input: Input, context: CallerContext): Promise<void> {
  const { outside, caller, db } = context;
  const issuer = new URL(input.issuer);
  if (!isAllowedAddress(issuer, outside.privateHosts) || issuer.search || issuer.hash)
    throw fault("issuer", "companyAddress", context);
  if (Boolean(input.tenantClaim) !== Boolean(input.tenantValue))
    throw fault(input.tenantClaim ? "tenantValue" : "tenantClaim", "cannotBeEmpty", context);
  const roles = new Set((await rolesFor(db, caller).select("id").execute()).map(({ id }) => id));
  if (!roles.has(input.defaultRoleId) || input.roleValues.some(({ roleId }) => !roles.has(roleId)))
    throw fault("defaultRoleId", "formatError", context);
}

/**
 * `company/signInSave`. Another issuer or client asks for its secret anew, which would otherwise go to whoever was
 * entered there, and gives all members their passwords back until an administrator has come in by it.
 */
export async function companySettingsSave(input: Input, context: CallerContext): Promise<null> {
  const { db, caller, now, secrets } = context;
  await lockCompany(context);
  await checkInput(input, context);
  const before = await settingsOf(context);
  const isOther = before?.issuer !== input.issuer || before.client_id !== input.clientId;
  const typed = input.clientSecret && secrets.seal(input.clientSecret, aboutClientSecret(caller.companyId));
  const storedSecret = input.hasNoSecret || isOther ? null : (before?.client_secret ?? null);
  const row = {
    issuer: input.issuer,
    client_id: input.clientId,
    client_secret: typed || storedSecret,
    tenant_claim: input.tenantClaim || null,
    tenant_value: input.tenantValue || null,
    name_claim: input.nameClaim || null,
    role_claim: input.roleClaim || null,
    role_map: JSON.stringify(
      input.roleValues
        .map(({ roleId, values }) => ({ roleId, values: valuesIn(values) }))
        .filter(({ values }) => values.length > 0),
    ),
    default_role_id: input.defaultRoleId,
    makes_accounts: input.makesAccounts,
    changed_at: now,
    ...(isOther ? { password_account_id: null } : {}),
  };
  await db
    .insertInto("company_sign_in")
    .values({ company_id: caller.companyId, link_key: randomBytes(12).toString("base64url"), ...row })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
    .execute();
  await recordSecurity(context, "companySignIn.changed", caller, { issuer: input.issuer });
  if (isOther && before?.password_account_id) await recordSecurity(context, "passwords.on", caller);
  return null;
}

const valuesIn = (text: string) =>
  text
    .split(/[,，]/)
    .map((value) => value.trim())
    .filter((value) => value !== "");

/** `company/signInCheck`: what the identity provider announces, or why that cannot be used. */
export async function companyCheck(
  context: CallerContext,
): Promise<z.input<typeof contract.companyCheck.response>> {
  const { language, log } = context;
  const row = await settingsOf(context);
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  try {
    const { metadata } = await identityProviderOf(row, context, { isFresh: true });
    return {
      fault: null,
      host: new URL(metadata.authorization_endpoint ?? row.issuer).host,
      endsSessions: metadata.end_session_endpoint !== undefined,
      reportsLogout: metadata.backchannel_logout_supported === true,
    };
  } catch (error) {
    const key = faultOf(error);
    log.info(
      { fault: key, text: (error as Error).message },
      "The check of an identity provider found a fault",
    );
    const text = message(key === "companyUnreachable" ? "companyNoDiscovery" : key, language);
    return { fault: text, host: null, endsSessions: false, reportsLogout: false };
  }
}

/** `company/signInSwitch` */
export async function companySwitch(
  { to }: z.output<typeof contract.companySwitch.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller } = context;
  await lockCompany(context);
  const before = await settingsOf(context);
  if (!before) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (to === "on" && !(await hasProvedDomain(db, caller.companyId)))
    throw new Refusal(CODE_CONFLICT, "companyNeedsDomain");
  if (to === "removed")
    await db.deleteFrom("company_sign_in").where("company_id", "=", caller.companyId).execute();
  else if (to === "off") await switchOff(db, caller.companyId);
  else
    await db
      .updateTable("company_sign_in")
      .set({ is_on: true })
      .where("company_id", "=", caller.companyId)
      .execute();
  await recordSecurity(context, to === "on" ? "companySignIn.on" : "companySignIn.off", caller, { to });
  return null;
}

/**
 * `company/passwords`: off for all but one account, an active administrator with a password, and only after an active
 * administrator has come in by the settings.
 */
export async function companyPasswords(
  { keptAccountId }: z.output<typeof contract.companyPasswords.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller } = context;
  await lockCompany(context);
  const row = await settingsOf(context);
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (keptAccountId !== null) {
    if (!row.is_on || !(await isProved(row, db))) throw new Refusal(CODE_CONFLICT, "companyNotProved");
    const emergencyAccount = await administratorsOf(db, caller.companyId)
      .where("u.id", "=", keptAccountId)
      .where("u.password_hash", "is not", null)
      .executeTakeFirst();
    if (!emergencyAccount) throw fault("keptAccountId", "companyKeptAccount", context);
  }
  await db
    .updateTable("company_sign_in")
    .set({ password_account_id: keptAccountId })
    .where("company_id", "=", caller.companyId)
    .execute();
  const kind = keptAccountId === null ? "passwords.on" : "passwords.off";
  await recordSecurity(context, kind, caller, { kept: keptAccountId });
  return null;
}
