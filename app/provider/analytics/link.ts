import { createHash } from "node:crypto";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { reportLinkMake, reportLinkOpen } from "#app/contract/report-link.ts";
import { type SavedReport, savedReport } from "#app/contract/report-template.ts";
import type { CallerContext } from "../call/context.ts";
import { randomCode } from "../call/random-code.ts";
import { Refusal } from "../call/refusal.ts";
import { askedNames } from "./names.ts";
import { refuseBills } from "./question.ts";

/** The code is no secret: whoever opens it is asked for their company and their rights. */
const CODE_LENGTH = 8;

/** @throws Refusal of what was billed for who may not see bills */
export async function makeLink(
  { question }: z.output<typeof reportLinkMake.request>,
  { db, caller, now }: CallerContext,
): Promise<z.input<typeof reportLinkMake.response>> {
  if (question.report === "spend") refuseBills({ caller });
  const digest = digestOf(question);
  const { code } = await db
    .insertInto("report_link")
    .values({
      code: randomCode(CODE_LENGTH),
      company_id: caller.companyId,
      digest,
      question: JSON.stringify(question),
      opened_at: now,
    })
    // The same report again: its address lives on.
    .onConflict((conflict) => conflict.columns(["company_id", "digest"]).doUpdateSet({ opened_at: now }))
    .returning("code")
    .executeTakeFirstOrThrow();
  return { code };
}

/** @throws Refusal for a code of another company, one that is gone, and one of bills without their menu */
export async function openLink(
  { code }: z.output<typeof reportLinkOpen.request>,
  context: CallerContext,
): Promise<z.input<typeof reportLinkOpen.response>> {
  const { db, caller, now, publicUrl } = context;
  const row = await db
    .updateTable("report_link")
    .set({ opened_at: now })
    .where("code", "=", code)
    .where("company_id", "=", caller.companyId)
    .returning("question")
    .executeTakeFirst();
  const question = savedReport.safeParse(row?.question);
  if (!question.success) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (question.data.report === "spend") refuseBills({ caller });
  return {
    code,
    url: `${publicUrl}/analytics/link?code=${code}`,
    question: question.data,
    names: await askedNames(question.data, context),
  };
}

/** Fields that are not stated and fields that are null ask the same. */
function digestOf(question: SavedReport): string {
  const stated = Object.entries(question)
    .filter(([, value]) => value !== null && value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(stated)).digest("hex");
}
