import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  type reportTemplateList,
  type reportTemplateRemove,
  type reportTemplateSave,
  TEMPLATES_MAX,
} from "#app/contract/report-template.ts";
import type { Caller, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { stopMails } from "./mail-stopped.ts";
import { askedNames } from "./names.ts";
import { seesBills } from "./question.ts";

/** Own ones and shared ones; of what was billed only for who may see bills. */
export async function listTemplates(
  context: CallerContext,
): Promise<z.input<typeof reportTemplateList.response>> {
  const { db, caller } = context;
  const rows = await visibleTo(db, caller)
    .leftJoin("app_user as owner", "owner.id", "t.owner_id")
    .selectAll("t")
    .leftJoin("report_mail as mail", (join) =>
      join.onRef("mail.template_id", "=", "t.id").on("mail.user_id", "=", caller.userId),
    )
    .select(["owner.name as owner_name", "mail.format as mail_format", "mail.schedule as mail_schedule"])
    .orderBy(sql`lower(t.name)`)
    .orderBy("t.id")
    .limit(2 * TEMPLATES_MAX)
    .execute();
  const templates = [];
  for (const row of rows) {
    if (row.question.report === "spend" && !seesBills(caller)) continue;
    templates.push({
      id: row.id,
      version: row.version,
      name: row.name,
      isShared: row.is_shared,
      canChange: mayChange(row, caller),
      ownerName: row.owner_name,
      question: row.question,
      names: await askedNames(row.question, context),
      mail: row.mail_format && row.mail_schedule && { format: row.mail_format, schedule: row.mail_schedule },
    });
  }
  return { templates };
}

/** Own ones and those that are shared in the company, as `t`. */
export const visibleTo = (db: Kysely<Database>, caller: Caller) =>
  db
    .selectFrom("report_template as t")
    .where("t.company_id", "=", caller.companyId)
    .where(({ or, eb }) => or([eb("t.owner_id", "=", caller.userId), eb("t.is_shared", "=", true)]));

const mayChange = (row: { owner_id: string | null; is_shared: boolean }, caller: Caller) =>
  row.owner_id === caller.userId || (row.is_shared && caller.roles.includes(ADMIN_ROLE));

/** @throws Refusal for one that the caller does not see, or may not change */
async function lockTemplate(id: string, { db, caller }: CallerContext) {
  const row = await visibleTo(db, caller)
    .selectAll("t")
    .where("t.id", "=", id)
    .forUpdate("t")
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (!mayChange(row, caller)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
  return row;
}

export async function saveTemplate(
  { id, version, name, isShared, question }: z.output<typeof reportTemplateSave.request>,
  context: CallerContext,
): Promise<z.input<typeof reportTemplateSave.response>> {
  const { db, caller, now } = context;
  const values = { name, is_shared: isShared, question: JSON.stringify(question), updated_at: now };
  if (id !== null) {
    const row = await lockTemplate(id, context);
    if (row.version !== version) throw new Refusal(CODE_CONFLICT, "savedReportChanged");
    await db
      .updateTable("report_template")
      .set({ ...values, version: row.version + 1 })
      .where("id", "=", id)
      .execute();
    if (!isShared) await stopMails(db, { templateId: id, reason: "gone", exceptFor: row.owner_id }, context);
    return { id };
  }
  // Two forms of one person are counted one after the other.
  await db.selectFrom("app_user").select("id").where("id", "=", caller.userId).forUpdate().execute();
  const { count } = await db
    .selectFrom("report_template")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("owner_id", "=", caller.userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= TEMPLATES_MAX)
    throw new Refusal(CODE_CONFLICT, "tooManySavedReports", { values: { most: TEMPLATES_MAX } });
  return db
    .insertInto("report_template")
    .values({ ...values, company_id: caller.companyId, owner_id: caller.userId, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
}

export async function removeTemplate(
  { id }: z.output<typeof reportTemplateRemove.request>,
  context: CallerContext,
): Promise<null> {
  await lockTemplate(id, context);
  await stopMails(context.db, { templateId: id, reason: "gone", exceptFor: context.caller.userId }, context);
  await context.db.deleteFrom("report_template").where("id", "=", id).execute();
  return null;
}
