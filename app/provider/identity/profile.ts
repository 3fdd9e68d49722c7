import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { userInfo as userInfoEndpoint } from "#app/contract/auth.ts";
import { CODE_FORBIDDEN, CODE_INVALID } from "#app/contract/code.ts";
import type { Language, PortalUser, updateUser as updateUserEndpoint } from "#app/contract/user.ts";
import { instantToWire, isValidZone } from "#app/lib/date-time.ts";
import { pictureAddress } from "../access/avatar.ts";
import { brandColumn } from "../brand/look.ts";
import { loadCaller } from "../call/caller.ts";
import type { CallContext, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { cachedPlan } from "../db/kept-plan.ts";
import type { Database } from "../db/schema.ts";
import { message } from "../texts/message.ts";
import { isPasswordUpdateDue, menuListOf } from "./session.ts";

/** `portalUser/getUser` (product 7.2): the caller with roles, menus, buttons, resources and company. */
export async function getUser({ db, caller, language, now }: CallerContext): Promise<PortalUser> {
  const row = await db
    .selectFrom("app_user as u")
    .innerJoin("company as c", "c.id", "u.company_id")
    .innerJoin("role as r", "r.id", "u.role_id")
    .leftJoin("department as d", "d.id", "u.department_id")
    .leftJoin("person_picture as p", "p.user_id", "u.id")
    .modifyFront(cachedPlan)
    .select([
      "u.user_name",
      "u.name",
      "u.email",
      "u.avatar",
      "p.version as picture",
      "u.language_preference",
      "u.clock",
      "u.time_zone",
      "u.password_changed_at",
      "u.password_reminder_after",
      "r.code as role_code",
      "r.name as role_name",
      "r.name_zh as role_name_zh",
      "c.id as company_id",
      "c.name as company_name",
      "c.is_forwarder",
      "c.address",
      "c.city",
      "c.state",
      "c.country_code",
      "d.name as department_name",
    ])
    .select(brandColumn(sql.ref("c.id")).as("brand"))
    .select(menuListOf(sql.ref("u.role_id"), sql.ref("u.company_id")).as("menus"))
    .select(
      sql<string[]>`array(select url from role_resource where role_id = u.role_id order by url)`.as("urls"),
    )
    .select(
      // As `realtime/unread-news.ts` counts.
      sql<number>`(select count(*)::int from (select from notice n
        where n.user_id = u.id and n.company_id = u.company_id and n.read_at is null and n.state <> 'DROPPED'
        limit 100) x)`.as("unread_news"),
    )
    .select(
      sql<boolean>`exists (select from company_session s where s.token_hash = ${caller.tokenHash})`.as(
        "is_by_company",
      ),
    )
    .where("u.id", "=", caller.userId)
    .executeTakeFirstOrThrow();
  return {
    brand: row.brand,
    unreadNews: row.unread_news,
    userId: caller.userId,
    userName: row.user_name,
    name: row.name,
    email: row.email,
    avatar: pictureAddress(caller.userId, row.picture) ?? row.avatar,
    roles: [row.role_code],
    roleName: language === "zh" ? row.role_name_zh : row.role_name,
    languagePreference: row.language_preference,
    clock: row.clock,
    timeZone: row.time_zone,
    menuList: row.menus,
    resourceUrls: row.urls,
    userAccessResourceVos: caller.resourceCodes.map((resCode) => ({
      sysMainBodyId: row.company_id,
      resCode,
    })),
    companyInfo: { userId: row.company_id, name: row.company_name, isForwarder: row.is_forwarder },
    organization: row.company_name,
    department: row.department_name,
    companyAddress: row.address,
    city: row.city,
    state: row.state,
    countryCode: row.country_code,
    isPasswordUpdateDue: isPasswordUpdateDue(row, now),
    proof: caller.session && {
      hasFactor: caller.session.hasFactor,
      isFactorDue: caller.session.isFactorDue,
      isByCompany: row.is_by_company,
      provedAt: instantToWire(caller.session.provedAt),
    },
  };
}

/** `user/info` (product 7.2): the token comes in the bearer header or as a query parameter. */
export async function userInfo(
  input: z.output<typeof userInfoEndpoint.request>,
  { db, bearerToken, now }: CallContext,
): Promise<z.input<typeof userInfoEndpoint.response>> {
  const caller = await loadCaller(db, bearerToken ?? input.token ?? null, now);
  const { name, avatar, picture } = await db
    .selectFrom("app_user as u")
    .leftJoin("person_picture as p", "p.user_id", "u.id")
    .select(["u.name", "u.avatar", "p.version as picture"])
    .where("u.id", "=", caller.userId)
    .executeTakeFirstOrThrow();
  return { roles: caller.roles, name, avatar: pictureAddress(caller.userId, picture) ?? avatar };
}

/**
 * The e-mail address may be sent unchanged. Changing it takes a password and a confirmation (`changeEmail`).
 */
async function mustKeepAddress(
  db: Kysely<Database>,
  userId: string,
  email: string | undefined,
  language: Language,
): Promise<void> {
  if (email === undefined) return;
  const user = await db
    .selectFrom("app_user")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if ((user.email ?? "").toLowerCase() === email.toLowerCase()) return;
  throw new Refusal(CODE_INVALID, "emailNeedsPassword", {
    data: { fields: [{ path: "email", message: message("emailNeedsPassword", language) }] },
  });
}

/** The zone to store; undefined leaves it as it is. @throws Refusal of a name that no zone has */
function zoneIn(zoneName: string | undefined, language: Language): string | null | undefined {
  if (zoneName === undefined || zoneName === "") return zoneName === "" ? null : undefined;
  if (isValidZone(zoneName)) return zoneName;
  const fields = [{ path: "timeZone", message: message("formatError", language) }];
  throw new Refusal(CODE_INVALID, "invalid", { data: { fields } });
}

/**
 * `portalUser/updateUser` (product 7.2). The postal address belongs to the company: only an administrator may
 * change it, others may send it unchanged.
 */
export async function updateUser(
  input: z.output<typeof updateUserEndpoint.request>,
  { db, caller, language }: CallerContext,
): Promise<null> {
  await mustKeepAddress(db, caller.userId, input.email, language);
  const own = {
    name: input.name,
    language_preference: input.languagePreference,
    clock: input.clock,
    time_zone: zoneIn(input.timeZone, language),
  };
  if (Object.values(own).some((value) => value !== undefined))
    await db.updateTable("app_user").set(own).where("id", "=", caller.userId).execute();

  const company = await db
    .selectFrom("company")
    .select(["address", "city", "state", "country_code"])
    .where("id", "=", caller.companyId)
    .executeTakeFirstOrThrow();
  const wanted = {
    address: input.companyAddress ?? company.address,
    city: input.city ?? company.city,
    state: input.state ?? company.state,
    country_code: input.countryCode?.toUpperCase() ?? company.country_code,
  };
  const isSame = (["address", "city", "state", "country_code"] as const).every(
    (key) => (wanted[key] ?? "") === (company[key] ?? ""),
  );
  if (isSame) return null;
  if (!caller.roles.includes("admin")) throw new Refusal(CODE_FORBIDDEN, "forbidden");
  await db.updateTable("company").set(wanted).where("id", "=", caller.companyId).execute();
  return null;
}
