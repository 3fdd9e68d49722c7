import { randomBytes } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";
import type { Kysely, Selectable } from "kysely";
import type { z } from "zod";
import {
  CODE_CONFLICT,
  CODE_INVALID,
  CODE_NOT_FOUND,
  CODE_RESET_LINK_INVALID,
  CODE_TOO_MANY,
} from "#app/contract/code.ts";
import type * as contract from "#app/contract/company-sign-in.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { hashToken, makeToken } from "../call/caller.ts";
import type { CallContext, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { isDuplicate, transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { lockCompany } from "../identity/company-lock.ts";
import { queueMail } from "../mail/outbox.ts";
import { recordSecurity } from "../security-log/record.ts";
import { mailTexts, message } from "../texts/message.ts";
import { hasProvedDomain, switchOff } from "./switch.ts";

type Domain = Selectable<Database["company_domain"]>;

const MOST = 20;
const LINK_HOURS = 72;
const MAIL_EVERY_MS = 5 * MINUTE_MS;
const DNS_MS = 3_000;

/** Name and content of the DNS record that proves a domain. */
export const recordOf = ({ domain, dns_token }: Pick<Domain, "domain" | "dns_token">) => ({
  recordName: `_fairlead-challenge.${domain}`,
  recordText: `fairlead-domain=${dns_token}`,
});

/** The domain as DNS has it; null for what cannot be one. */
function domainIn(typed: string): string | null {
  const ascii = domainToASCII(typed.replace(/^.*@/, "").replace(/\.$/, "").toLowerCase());
  return /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(ascii)
    ? ascii
    : null;
}

async function ownDomain({ db, caller }: CallerContext, id: string): Promise<Domain> {
  const row = await db
    .selectFrom("company_domain")
    .selectAll()
    .where("id", "=", id)
    .where("company_id", "=", caller.companyId)
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}

/** `company/domainAdd`: a claim, which counts for nothing until it is proved. */
export async function domainAdd(
  { name }: z.output<typeof contract.domainAdd.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now, language } = context;
  const fault = (code: number, key: "formatError" | "domainThere" | "tooManyDomains") =>
    new Refusal(code, key, { data: { fields: [{ path: "name", message: message(key, language) }] } });
  const domain = domainIn(name);
  if (!domain) throw fault(CODE_INVALID, "formatError");
  await lockCompany(context);
  const { count } = await db
    .selectFrom("company_domain")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("company_id", "=", caller.companyId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST) throw fault(CODE_CONFLICT, "tooManyDomains");
  const added = await db
    .insertInto("company_domain")
    .values({
      company_id: caller.companyId,
      domain,
      dns_token: randomBytes(18).toString("base64url"),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(["company_id", "domain"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) throw fault(CODE_CONFLICT, "domainThere");
  await recordSecurity(context, "domain.claimed", caller, { domain });
  return null;
}

/** `company/domainRemove` */
export async function domainRemove(
  { id }: z.output<typeof contract.domainRemove.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller } = context;
  await lockCompany(context);
  const { domain, proved_at } = await ownDomain(context, id);
  await db.deleteFrom("company_domain").where("id", "=", id).execute();
  await recordSecurity(context, "domain.removed", caller, { domain });
  const isLast = proved_at !== null && !(await hasProvedDomain(db, caller.companyId));
  if (isLast && (await switchOff(db, caller.companyId)))
    await recordSecurity(context, "companySignIn.off", caller, { to: "off" });
  return null;
}

/**
 * Makes the claim of a company the domain's: of two companies at once one gets it, by a unique index.
 * @throws Refusal CODE_CONFLICT
 */
async function prove(
  db: Kysely<Database>,
  id: string,
  by: "DNS" | "MAIL",
  now: Date,
): Promise<Domain | null> {
  try {
    const proved = await db
      .updateTable("company_domain")
      .set({ proved_at: now, proved_by: by, mail_token_hash: null })
      .where("id", "=", id)
      .where("proved_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    return proved ?? null;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new Refusal(CODE_CONFLICT, "domainTaken");
  }
}

/** `company/domainCheck`: asks the DNS for the record. */
export async function domainCheck(
  { id }: z.output<typeof contract.domainCheck.request>,
  context: CallerContext,
): Promise<null> {
  const { caller, now, outside, log } = context;
  const domain = await ownDomain(context, id);
  if (domain.proved_at) return null;
  const { recordName, recordText } = recordOf(domain);
  const resolver = new Resolver({ timeout: DNS_MS, tries: 2 });
  if (outside.dnsServers.length > 0) resolver.setServers([...outside.dnsServers]);
  const records = await resolver.resolveTxt(recordName).catch((error) => {
    log.info({ code: error.code }, "The DNS record of a domain was not found");
    return [];
  });
  if (!records.some((parts) => parts.join("").trim() === recordText))
    throw new Refusal(CODE_CONFLICT, "domainNoRecord", { values: { record: recordName } });
  await transaction(context.db as Kysely<Database>, async (db) => {
    if (await prove(db, id, "DNS", now))
      await recordSecurity({ ...context, db }, "domain.proved", caller, { domain: domain.domain, by: "DNS" });
  });
  return null;
}

/** `company/domainMail` */
export async function domainMail(
  { id }: z.output<typeof contract.domainMail.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now, language, publicUrl } = context;
  const domain = await ownDomain(context, id);
  if (domain.proved_at) throw new Refusal(CODE_CONFLICT, "domainThere");
  const wait = domain.mail_sent_at ? domain.mail_sent_at.getTime() + MAIL_EVERY_MS - now.getTime() : 0;
  // Others may claim the same domain: its postmaster is not mailed by each of them every five minutes.
  const { sent } = await db
    .selectFrom("company_domain")
    .select((eb) => eb.fn.countAll<string>().as("sent"))
    .where("domain", "=", domain.domain)
    .where("mail_sent_at", ">", new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  if (wait > 0 || Number(sent) >= 5)
    throw new Refusal(CODE_TOO_MANY, "tooMany", {
      values: { seconds: Math.ceil(Math.max(wait, MAIL_EVERY_MS) / 1000) },
    });
  const { token, tokenHash } = makeToken();
  await db
    .updateTable("company_domain")
    .set({
      mail_token_hash: tokenHash,
      mail_sent_at: now,
      mail_expires_at: new Date(now.getTime() + LINK_HOURS * HOUR_MS),
    })
    .where("id", "=", id)
    .execute();
  const link = `${publicUrl}/confirmDomain?token=${token}`;
  const company = await companyNameOf(db, caller.companyId);
  const texts = mailTexts("mailDomain", language, {
    company,
    domain: domain.domain,
    link,
    hours: LINK_HOURS,
  });
  await queueMail(db, { recipient: `postmaster@${domain.domain}`, ...texts }, now);
  return null;
}

async function companyNameOf(db: Kysely<Database>, id: string): Promise<string> {
  const { name } = await db
    .selectFrom("company")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return name;
}

async function domainOfLink({ db, now }: CallContext, token: string): Promise<Domain> {
  const row = await db
    .selectFrom("company_domain")
    .selectAll()
    .where("mail_token_hash", "=", hashToken(token))
    .where("mail_expires_at", ">", now)
    .where("proved_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_RESET_LINK_INVALID, "resetLinkInvalid");
  return row;
}

/** `api/domainValidate` */
export async function domainValidate(
  { token }: z.output<typeof contract.domainValidate.request>,
  context: CallContext,
): Promise<z.input<typeof contract.domainValidate.response>> {
  const { domain, company_id } = await domainOfLink(context, token);
  return { domain, companyName: await companyNameOf(context.db, company_id) };
}

/** `api/domainConfirm` */
export async function domainConfirm(
  { token }: z.output<typeof contract.domainConfirm.request>,
  context: CallContext,
): Promise<null> {
  const { db, now } = context;
  const { id, domain, company_id } = await domainOfLink(context, token);
  if (!(await prove(db, id, "MAIL", now))) throw new Refusal(CODE_RESET_LINK_INVALID, "resetLinkInvalid");
  await recordSecurity(context, "domain.proved", null, { domain, by: "MAIL", companyId: company_id });
  return null;
}
