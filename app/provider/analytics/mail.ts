import type { z } from "zod";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { reportTemplateMail } from "#app/contract/report-template.ts";
import { formatDay, isValidZone } from "#app/lib/date-time.ts";
import { nextSend } from "#app/lib/schedule.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { message } from "../texts/message.ts";
import { refuseBills } from "./question.ts";
import { visibleTo } from "./template.ts";

/**
 * Sends a saved report to the caller on a schedule, or no longer (`mail` null).
 * @throws Refusal for a report that the caller may not open, and an unknown time zone
 */
export async function saveMail(
  { id, mail }: z.output<typeof reportTemplateMail.request>,
  { db, caller, now, language }: CallerContext,
): Promise<null> {
  if (!mail) {
    await db
      .deleteFrom("report_mail")
      .where("template_id", "=", id)
      .where("user_id", "=", caller.userId)
      .execute();
    return null;
  }
  const { format, schedule: plannedSchedule } = mail;
  if (!isValidZone(plannedSchedule.zone)) {
    const fault = { path: "mail.schedule.zone", message: message("notificationZoneUnknown", language) };
    throw new Refusal(CODE_INVALID, "invalid", { data: { fields: [fault] } });
  }
  const report = await visibleTo(db, caller)
    .select("t.question")
    .where("t.id", "=", id)
    .forShare("t")
    .executeTakeFirst();
  if (!report) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (report.question.report === "spend") refuseBills({ caller });
  const schedule = { ...plannedSchedule, from: formatDay(now, plannedSchedule.zone)! };
  const values = { format, schedule: JSON.stringify(schedule), next_at: nextSend(schedule, now) };
  await db
    .insertInto("report_mail")
    .values({ template_id: id, user_id: caller.userId, ...values })
    .onConflict((conflict) => conflict.columns(["template_id", "user_id"]).doUpdateSet(values))
    .execute();
  return null;
}
