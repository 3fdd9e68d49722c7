import { randomInt } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { CODE_SIGN_IN_REFUSED } from "#app/contract/code.ts";
import { isAccountName } from "#app/lib/account-name.ts";
import { refuseByStatus } from "../call/caller.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { scopeOf } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { endResetLinks, mailToUser } from "../identity/reset-link.ts";
import { rolesFor } from "../identity/roles.ts";
import { endSessions } from "../identity/session.ts";
import { readEverythingSaid } from "../messages/unread.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";
import type { MessageKey } from "../texts/message.ts";
import { type CompanySignIn, issuerKey } from "./identity-provider.ts";
import type { Stated } from "./journey.ts";

type User = Selectable<Database["app_user"]>;
type Company = Pick<Selectable<Database["company"]>, "id" | "is_forwarder">;

const NAME_LENGTH = 100;
const BY = "company sign-in";

const refusal = (key: MessageKey) => new Refusal(CODE_SIGN_IN_REFUSED, key);

/**
 * The person of the company whom the identity provider has named: known by issuer and subject, else linked once by a
 * confirmed address, else made. Locks the company, so that of two first sign-ins at once one makes the account, and
 * that two administrators are not demoted at once.
 * @throws Refusal CODE_SIGN_IN_REFUSED, and of the account's state
 */
export async function personOf(
  settings: CompanySignIn,
  stated: Stated,
  context: CallContext,
): Promise<{ user: User; identityId: string }> {
  const { db, now } = context;
  const company = await db
    .selectFrom("company")
    .select(["id", "is_forwarder"])
    .where("id", "=", settings.company_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!isOfTenant(settings, stated.claims)) throw refusal("companyTenant");
  const issuer = issuerKey(settings.issuer);
  const known = await db
    .selectFrom("person_identity")
    .select(["id", "user_id"])
    .where("issuer", "=", issuer)
    .where("subject", "=", stated.subject)
    .executeTakeFirst();
  const account = known
    ? await db.selectFrom("app_user").selectAll().where("id", "=", known.user_id).executeTakeFirstOrThrow()
    : await firstTime(company, settings, stated.claims, context);
  if (account.company_id !== company.id) throw refusal("companyOther");
  refuseByStatus(account.status);
  const identity = await db
    .insertInto("person_identity")
    .values({ user_id: account.id, issuer, subject: stated.subject, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doUpdateSet({ last_used_at: now }))
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!known) await recordSecurity(context, "companySignIn.linked", subjectOf(account));
  const user = await takeOver(company, settings, stated.claims, account, context);
  return { user, identityId: identity.id };
}

function isOfTenant({ tenant_claim, tenant_value }: CompanySignIn, claims: Record<string, unknown>): boolean {
  return tenant_claim === null || claims[tenant_claim] === tenant_value;
}

/**
 * The address, when it is one of the company's proved domains and confirmed: by the identity provider, or because the
 * tenant is the company's own. Who runs the tenant decides about its addresses, and the company has proved the domain.
 */
async function addressOf(
  settings: CompanySignIn,
  claims: Record<string, unknown>,
  db: Kysely<Database>,
): Promise<string> {
  const { email, email_verified } = claims;
  if (typeof email !== "string" || email.length > 254) throw refusal("companyNoAddress");
  const isConfirmed = email_verified === true || email_verified === "true";
  const isOfOwnTenant = email_verified === undefined && settings.tenant_claim !== null;
  if (!isConfirmed && !isOfOwnTenant) throw refusal("companyUnconfirmed");
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const proved = await db
    .selectFrom("company_domain")
    .select("id")
    .where("company_id", "=", settings.company_id)
    .where("domain", "=", domain)
    .where("proved_at", "is not", null)
    .executeTakeFirst();
  if (!proved) throw refusal("companyDomain");
  return email;
}

async function firstTime(
  company: Company,
  settings: CompanySignIn,
  claims: Record<string, unknown>,
  context: CallContext,
): Promise<User> {
  const { db, publicUrl } = context;
  const email = await addressOf(settings, claims, db);
  const holders = await db
    .selectFrom("app_user")
    .selectAll()
    .where("company_id", "=", company.id)
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .execute();
  if (holders.length > 1) throw refusal("companySeveral");
  const [holder] = holders;
  if (!holder) {
    if (!settings.makes_accounts) throw refusal("companyNoAccount");
    return makeAccount(company, settings, claims, email, context);
  }
  const linked = await db
    .selectFrom("person_identity")
    .select("id")
    .where("user_id", "=", holder.id)
    .where("issuer", "=", issuerKey(settings.issuer))
    .executeTakeFirst();
  // An address that was given to somebody else does not hand its account on.
  if (linked) throw refusal("companySeveral");
  await mailToUser(db, holder, "mailCompanyLinked", { link: publicUrl }, context);
  return holder.status === "AWAITING_CONFIRMATION" ? confirm(holder, context) : holder;
}

/** An invitation is taken up by the sign-in: the address is the person's. */
async function confirm(holder: User, { db, now }: CallContext): Promise<User> {
  await endResetLinks(db, holder.id, now);
  await db.updateTable("app_user").set({ status: "ACTIVE" }).where("id", "=", holder.id).execute();
  return { ...holder, status: "ACTIVE" };
}

function textIn(claims: Record<string, unknown>, name: string): string {
  const value = claims[name];
  return typeof value === "string"
    ? value
        .replace(/\p{C}+/gu, " ")
        .trim()
        .slice(0, NAME_LENGTH)
    : "";
}

async function makeAccount(
  company: Company,
  settings: CompanySignIn,
  claims: Record<string, unknown>,
  email: string,
  context: CallContext,
): Promise<User> {
  const { db, now } = context;
  const role = (await mappedRole(company, settings, claims, db)) ?? settings.default_role_id;
  const [local = ""] = email.split("@");
  const name = textIn(claims, settings.name_claim ?? "name") || local;
  for (const userName of accountNames(textIn(claims, "preferred_username") || local)) {
    const made = await db
      .insertInto("app_user")
      .values({
        company_id: company.id,
        role_id: role,
        user_name: userName,
        name,
        email,
        status: "ACTIVE",
        password_changed_at: now,
        created_at: now,
      })
      .onConflict((conflict) => conflict.expression(sql`lower(user_name)`).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!made) continue;
    const scope = scopeOf(
      { userId: made.id, companyId: company.id, isForwarder: company.is_forwarder },
      "act",
    );
    await readEverythingSaid(db, scope, now);
    await recordSecurity(context, "member.added", subjectOf(made), { by: BY, roleTo: role });
    return made;
  }
  throw refusal("companySeveral");
}

const TRIES = 20;

/** Names for an account, made from what the person is called: the plain one first, then with digits. */
function* accountNames(called: string): Generator<string> {
  const [before = ""] = called.split("@");
  const plain = before
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{Nd}._-]/gu, "")
    .toLowerCase();
  const base = [...plain].slice(0, 16).join("");
  if (isAccountName(base)) yield base;
  const stem = [...plain].slice(0, 11).join("") || "user";
  for (let each = 0; each < TRIES; each++) yield `${stem}${randomInt(10_000, 100_000)}`;
}

/** The first role of the mapping whose values the claim has; null without a mapping, or when none fits. */
async function mappedRole(
  company: Company,
  settings: CompanySignIn,
  claims: Record<string, unknown>,
  db: Kysely<Database>,
): Promise<string | null> {
  if (settings.role_claim === null) return null;
  const claimedRoles = new Set([claims[settings.role_claim]].flat().map(String));
  const fitting = settings.role_map.filter(({ values }) => values.some((value) => claimedRoles.has(value)));
  const caller = { companyId: company.id, isForwarder: company.is_forwarder };
  const grantable = new Set((await rolesFor(db, caller).select("id").execute()).map(({ id }) => id));
  return fitting.find(({ roleId }) => grantable.has(roleId))?.roleId ?? settings.default_role_id;
}

/** Takes name and role over, where a mapping is set. Another role ends the person's other sessions. */
async function takeOver(
  company: Company,
  settings: CompanySignIn,
  claims: Record<string, unknown>,
  user: User,
  context: CallContext,
): Promise<User> {
  const { db, now } = context;
  const name = (settings.name_claim && textIn(claims, settings.name_claim)) || user.name;
  const mapped = (await mappedRole(company, settings, claims, db)) ?? user.role_id;
  const isKept = mapped !== user.role_id && (await isIndispensable(user, settings, db));
  const role = isKept ? user.role_id : mapped;
  if (isKept) await recordSecurity(context, "companySignIn.roleKept", subjectOf(user), { roleTo: mapped });
  if (name === user.name && role === user.role_id) return user;
  await db.updateTable("app_user").set({ name, role_id: role }).where("id", "=", user.id).execute();
  if (role !== user.role_id) {
    await endSessions(db, user.id, now);
    await recordSecurity(context, "member.changed", subjectOf(user), {
      by: BY,
      roleFrom: user.role_id,
      roleTo: role,
    });
  }
  return { ...user, name, role_id: role };
}

/** Whether the person is the last active administrator, or holds the account that keeps its password. */
async function isIndispensable(
  user: User,
  { password_account_id }: CompanySignIn,
  db: Kysely<Database>,
): Promise<boolean> {
  const administrators = await db
    .selectFrom("app_user as u")
    .innerJoin("role as r", "r.id", "u.role_id")
    .select("u.id")
    .where("u.company_id", "=", user.company_id)
    .where("u.status", "=", "ACTIVE")
    .where("r.code", "=", ADMIN_ROLE)
    .execute();
  if (!administrators.some(({ id }) => id === user.id)) return false;
  return user.id === password_account_id || administrators.length === 1;
}
