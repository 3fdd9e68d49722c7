import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { z } from "zod";
import { CODE_FORBIDDEN, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { ReportFormat } from "#app/contract/list-file.ts";
import type { reportRunFile, reportRunList, SavedReport } from "#app/contract/report-template.ts";
import { HOUR_MS, instantToWire } from "#app/lib/date-time.ts";
import { KEPT_MS } from "#app/lib/retention.ts";
import { maySeeCharges } from "../access/charges.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import { FileMissing } from "../file-store/store.ts";
import { recordSecurity } from "../security-log/record.ts";
import type { ReportRequest } from "./counted.ts";
import { askedNames } from "./names.ts";
import { refuseBills } from "./question.ts";

type ShownPrices = { currency?: string | undefined; costs?: SavedReport["costs"] };

/** What was asked, as it is saved: always with its months, since the log tells what was seen. */
const questionOf = (question: ReportRequest & ShownPrices): SavedReport => ({
  report: question.report,
  groupBy: question.groupBy,
  thenBy: question.thenBy,
  isCompared: question.isCompared,
  months: { from: question.monthFrom, to: question.monthTo },
  mode: question.mode,
  from: question.from,
  to: question.to,
  carrierCode: question.carrierCode,
  shipperId: question.shipperId,
  consigneeId: question.consigneeId,
  toleranceDays: question.toleranceDays,
  baseline: question.baseline,
  currency: question.currency,
  costs: question.costs,
});

/** Notes that a report was run; the same one again within the hour is one entry. */
export async function noteRun(
  report: ReportRequest,
  shipments: number,
  { db, caller, now }: CallerContext,
): Promise<void> {
  // The log is of the person, and not of staff who see the portal as they do.
  if (caller.session?.seenBy) return;
  const question = JSON.stringify(questionOf(report));
  const again = await db
    .updateTable("report_run")
    .set({ ran_at: now, shipments })
    .where("user_id", "=", caller.userId)
    .where("format", "is", null)
    .where("ran_at", ">", new Date(now.getTime() - HOUR_MS))
    .where((eb) => eb("question", "=", eb.cast<SavedReport>(eb.val(question), "jsonb")))
    .executeTakeFirst();
  if (again.numUpdatedRows > 0n) return;
  await db
    .insertInto("report_run")
    .values({
      company_id: caller.companyId,
      user_id: caller.userId,
      ran_at: now,
      question,
      shipments,
      format: null,
      file_key: null,
      file_name: null,
      content_type: null,
      expires_at: null,
    })
    .execute();
}

/** Keeps the file of a report for a week, and notes the run. @returns the file */
export async function keepFile(
  report: ReportRequest & ShownPrices & { format: ReportFormat },
  { file, shipments }: { file: FileAnswer; shipments: number },
  { db, files, caller, now }: CallerContext,
): Promise<FileAnswer> {
  // Some fifty rows.
  const bytes = await buffer(file.body as AsyncIterable<Uint8Array>);
  const key = randomUUID();
  await files.put(key, Readable.from([bytes], { objectMode: false }));
  await db
    .insertInto("report_run")
    .values({
      company_id: caller.companyId,
      user_id: caller.userId,
      ran_at: now,
      shipments,
      question: JSON.stringify(questionOf(report)),
      format: report.format,
      file_key: key,
      file_name: file.fileName,
      content_type: file.contentType,
      expires_at: new Date(now.getTime() + KEPT_MS.exportFiles),
    })
    .execute();
  return { ...file, body: Readable.from([bytes], { objectMode: false }) };
}

const ownRuns = ({ db, caller }: CallerContext) =>
  db.selectFrom("report_run").where("user_id", "=", caller.userId).where("company_id", "=", caller.companyId);

export async function listRuns(
  { page, pageSize }: z.output<typeof reportRunList.request>,
  context: CallerContext,
): Promise<z.input<typeof reportRunList.response>> {
  const { count } = await ownRuns(context)
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await ownRuns(context)
    .selectAll()
    .orderBy("ran_at", "desc")
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const runs = [];
  for (const row of rows) {
    const isThere = row.file_key && row.expires_at && row.expires_at > context.now;
    runs.push({
      id: row.id,
      question: row.question,
      shipments: row.shipments,
      format: row.format,
      names: await askedNames(row.question, context),
      ranAt: instantToWire(row.ran_at)!,
      fetchableUntil: isThere ? instantToWire(row.expires_at) : null,
    });
  }
  return { rows: runs, total: Number(count), isTotalCapped: false };
}

/** @throws Refusal for a file of somebody else, one that is gone, and one of bills without their menu */
export async function sendRunFile(
  { id }: z.output<typeof reportRunFile.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const { caller, files, now } = context;
  const run = await ownRuns(context).selectAll().where("id", "=", id).executeTakeFirst();
  const gone = new Refusal(CODE_NOT_FOUND, "exportGone");
  if (!run?.file_key || !run.expires_at || run.expires_at <= now) throw gone;
  const { report, costs } = run.question;
  if (report === "spend" || costs?.includes("bills")) refuseBills(context);
  if (costs?.includes("charges") && !maySeeCharges(caller)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
  await recordSecurity(context, "export.fetched", caller, { list: "report" });
  const body = await files.get(run.file_key).catch((error) => {
    throw error instanceof FileMissing ? gone : error;
  });
  return { fileName: run.file_name!, contentType: run.content_type!, body };
}
