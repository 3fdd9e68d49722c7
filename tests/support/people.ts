import { randomUUID } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import { makeToken } from "#app/provider/call/caller.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { hashPassword } from "#app/provider/identity/password.ts";

export const PASSWORD = "blue-Harbour-42";
// Hashing is slow on purpose, so people with the default password share one hash.
const passwordHash = hashPassword(PASSWORD);

/** A company that has been given these resource codes. */
export async function makeCompany(
  db: Kysely<Database>,
  resourceCodes: string[] = ["MEMBER_MANAGE"],
  columns: Partial<Insertable<Database["company"]>> = {},
): Promise<string> {
  const code = `C-${randomUUID()}`;
  const { id } = await db
    .insertInto("company")
    .values({ code, name: `Company ${code}`, ...columns })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const res_code of resourceCodes)
    await db.insertInto("company_access").values({ company_id: id, res_code }).execute();
  return id;
}

/** The id of a role that all companies share: admin, viewer, booker, desk, ... */
export async function roleId(db: Kysely<Database>, code: string): Promise<string> {
  const { id } = await db
    .selectFrom("role")
    .select("id")
    .where("code", "=", code)
    .where("company_id", "is", null)
    .executeTakeFirstOrThrow();
  return id;
}

/** A role of its own with these menus and buttons only. */
export async function makeRole(db: Kysely<Database>, names: readonly string[]): Promise<string> {
  const { id } = await db
    .insertInto("role")
    .values({ company_id: null, code: randomUUID(), name: "Of a test", name_zh: "测试" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const menus = await db
    .selectFrom("menu")
    .select("id")
    .where("name", "in", ["", ...names])
    .execute();
  if (menus.length > 0)
    await db
      .insertInto("role_menu")
      .values(menus.map((menu) => ({ role_id: id, menu_id: menu.id })))
      .execute();
  return id;
}

export interface Person {
  id: string;
  userName: string;
  companyId: string;
  email: string;
}

/** A person with the password `PASSWORD`. */
export async function makePerson(
  db: Kysely<Database>,
  companyId: string,
  columns: Partial<Insertable<Database["app_user"]>> & { role?: string } = {},
): Promise<Person> {
  const { role = "admin", ...fields } = columns;
  const userName = `u${randomUUID().slice(0, 12)}`;
  const row = await db
    .insertInto("app_user")
    .values({
      company_id: companyId,
      role_id: await roleId(db, role),
      user_name: userName,
      name: "Pat Example",
      email: `${userName}@example.com`,
      password_hash: await passwordHash,
      ...fields,
    })
    .returning(["id", "user_name", "email"])
    .executeTakeFirstOrThrow();
  return { id: row.id, userName: row.user_name, companyId, email: row.email ?? "" };
}

/** A bearer token of the person, valid for an hour from now by default. */
export async function makeSession(
  db: Kysely<Database>,
  userId: string,
  expiresAt: Date = new Date(Date.now() + 3_600_000),
): Promise<string> {
  const { token, tokenHash } = makeToken();
  await db
    .insertInto("auth_token")
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
    .execute();
  return token;
}
