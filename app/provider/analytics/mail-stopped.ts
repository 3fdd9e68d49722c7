import type { Kysely } from "kysely";
import type { Language } from "#app/contract/user.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { tellOwn } from "../notifications/own-news.ts";
import { mailTexts, message } from "../texts/message.ts";

const PATH = "/analytics/templates";

/** `gone`: removed, or not shared any more; `refused`: of bills, which they may not see any more; `unknown`: it asks what there is no more. */
export type StopReason = "gone" | "refused" | "unknown";

interface Stop {
  templateId: string;
  reason: StopReason;
  only?: string;
  exceptFor?: string | null;
}

/**
 * Ends the mails of a saved report, and tells who got them. In the transaction of what ends them.
 * @param exceptFor who goes on, or has ended it themself
 * @param only of this person
 */
export async function stopMails(
  trx: Kysely<Database>,
  { templateId, reason, only, exceptFor }: Stop,
  { now, publicUrl }: Pick<CallerContext, "now" | "publicUrl">,
): Promise<void> {
  const ended = await trx
    .deleteFrom("report_mail")
    .where("template_id", "=", templateId)
    .$if(only !== undefined, (query) => query.where("user_id", "=", only!))
    .$if(Boolean(exceptFor), (query) => query.where("user_id", "<>", exceptFor!))
    .returning("user_id")
    .execute();
  if (ended.length === 0) return;
  const ids = ended.map(({ user_id }) => user_id);
  const { name } = await trx
    .selectFrom("report_template")
    .select("name")
    .where("id", "=", templateId)
    .executeTakeFirstOrThrow();
  const people = await trx
    .selectFrom("app_user")
    .select(["id", "name", "email", "company_id", "language_preference"])
    .where("id", "in", ids)
    .where("status", "=", "ACTIVE")
    .execute();
  for (const person of people) {
    const language: Language = person.language_preference ?? "en";
    const why = message(`reportStopped${reason}`, language);
    await tellOwn(
      trx,
      {
        kind: "reportStopped",
        person: { id: person.id, companyId: person.company_id, email: person.email, language },
        number: name,
        path: PATH,
        newsKey: `reportStopped-${templateId}-${now.getTime()}`,
        mail: mailTexts("mailReportStopped", language, {
          name: person.name,
          report: name,
          why,
          link: publicUrl + PATH,
        }),
      },
      { now, publicUrl },
    );
  }
}
