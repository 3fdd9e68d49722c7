import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Where the portal shows the picture of a person; the version lets browsers keep it. */
export function pictureAddress(userId: string, version: string | null): string | null {
  return version === null ? null : `/picture/${userId}/${version}`;
}

/** Addresses of people's pictures by the person's id; those without a picture are left out. */
export async function avatarsOf(
  db: Kysely<Database>,
  userIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(userIds)].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const people = await db
    .selectFrom("app_user as u")
    .leftJoin("person_picture as p", "p.user_id", "u.id")
    .select(["u.id", "u.avatar", "p.version"])
    .where("u.id", "in", ids)
    .execute();
  return new Map(
    people.flatMap(({ id, avatar, version }) => {
      const address = pictureAddress(id, version) ?? avatar;
      return address ? [[id, address] as const] : [];
    }),
  );
}
