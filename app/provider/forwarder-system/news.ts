import { type Kysely, sql } from "kysely";
import { ADMIN_ROLE, DESK_ROLE } from "#app/contract/access.ts";
import type { Language } from "#app/contract/user.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { tellOwn } from "../notifications/own-news.ts";
import { mailTexts, message } from "../texts/message.ts";
import type { FileImport } from "./file-take.ts";

/** The people who may open the reports: the desk of the forwarder and its administrators. */
async function readReaders(db: Kysely<Database>, companyId: string) {
  const { rows } = await sql<{ id: string; name: string; email: string | null; language: Language }>`
    select u.id, u.name, u.email, coalesce(u.language_preference, 'en') as language
    from app_user u join role r on r.id = u.role_id
    where u.company_id = ${companyId} and u.status = 'ACTIVE' and r.code in (${DESK_ROLE}, ${ADMIN_ROLE})
    order by u.id`.execute(db);
  return rows;
}

/** Tells of a file that failed or of which records were refused; in the transaction in which it ends, so that it is told once. */
export async function tellFaulty(
  { id, source, failure, company_id: companyId, ...counts }: FileImport,
  { db, now, publicUrl }: Pick<CallerContext, "db" | "now" | "publicUrl">,
): Promise<void> {
  if (failure === null && counts.refused === 0) return;
  const path = `/freightForwarder/import/${id}`;
  const { added, changed, unchanged, older, refused } = counts;
  for (const { id: userId, name, email, language } of await readReaders(db, companyId)) {
    const summary =
      failure?.[language] ?? message("systemCounts", language, { added, changed, unchanged, older, refused });
    await tellOwn(
      db,
      {
        kind: "importFaulty",
        number: source,
        path,
        newsKey: `importFaulty-${id}`,
        person: { id: userId, companyId, email, language },
        mail: mailTexts("mailImportFaulty", language, {
          name,
          file: source,
          told: summary,
          link: publicUrl + path,
        }),
      },
      { now, publicUrl },
    );
  }
}
