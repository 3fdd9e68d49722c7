import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { analyticsFile } from "#app/contract/analytics.ts";
import { type SavedReport, savedReport } from "#app/contract/report-template.ts";
import { formatDay, MINUTE_MS } from "#app/lib/date-time.ts";
import { rollingMonths } from "#app/lib/month.ts";
import { dueSend } from "#app/lib/schedule.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import { findAbsentCaller } from "../call/caller.ts";
import type { Caller } from "../call/context.ts";
import { refuseOthers } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { addExport } from "../output/queue.ts";
import { type StopReason, stopMails } from "./mail-stopped.ts";
import { look } from "./needs.ts";
import { refuseBills } from "./question.ts";

const POLL_MS = 15_000;
/** What cannot be sent at present is tried again after this. */
const AGAIN_MS = 5 * MINUTE_MS;

export interface ReportMailOptions {
  database: Kysely<Database>;
  log: Logger;
  publicUrl: string;
  now?: () => Date;
}

/** Sends saved reports that are due, until it is stopped; any number of processes may do so. */
export function startReportMails(options: ReportMailOptions): { stop(): Promise<void> } {
  return startLoop(async (signal) => (await sendDueReports(options, signal)) > 0, {
    name: "report-mails",
    pauseMs: POLL_MS,
    onError: (error) => options.log.warn({ err: error }, "Saved reports cannot be sent at present"),
  });
}

/**
 * Asks for the file of each report that is due, in the name of who gets it and with their rights of then; the job of the
 * export tells them (app/decisions/analytics-and-dashboard.md). @returns the number of reports
 */
export async function sendDueReports(options: ReportMailOptions, signal?: AbortSignal): Promise<number> {
  const { database, log, now = () => new Date() } = options;
  let count = 0;
  while (!signal?.aborted) {
    const taken: { due?: Due } = {};
    try {
      const isSent = await transaction(database, async (trx) => {
        const due = await claim(trx, now());
        if (!due) return false;
        taken.due = due;
        await send(trx, due, { now: now(), publicUrl: options.publicUrl });
        return true;
      });
      if (!isSent) return count;
      count++;
    } catch (error) {
      if (!taken.due) throw error;
      // Too many exports of the person wait.
      if (!(error instanceof Refusal)) log.error({ err: error }, "A saved report cannot be sent and waits");
      await moveOn(database, taken.due, new Date(now().getTime() + AGAIN_MS));
    }
  }
  return count;
}

type Due = NonNullable<Awaited<ReturnType<typeof claim>>>;

const claim = (trx: Kysely<Database>, now: Date) =>
  trx
    .selectFrom("report_mail as m")
    .innerJoin("report_template as t", "t.id", "m.template_id")
    .innerJoin("app_user as u", "u.id", "m.user_id")
    .select(["m.template_id", "m.user_id", "m.format", "m.schedule", "m.next_at"])
    .select(["t.company_id", "t.owner_id", "t.is_shared", "t.name", "t.question", "u.language_preference"])
    .where("m.next_at", "<=", now)
    .orderBy("m.next_at")
    .limit(1)
    .forUpdate("m")
    .skipLocked()
    .executeTakeFirst();

const moveOn = (db: Kysely<Database>, { template_id, user_id }: Due, next: Date) =>
  db
    .updateTable("report_mail")
    .set({ next_at: next })
    .where("template_id", "=", template_id)
    .where("user_id", "=", user_id)
    .execute();

async function send(
  trx: Kysely<Database>,
  due: Due,
  context: { now: Date; publicUrl: string },
): Promise<void> {
  const { now } = context;
  const { at, next } = dueSend(due.schedule, due.next_at, now);
  await moveOn(trx, due, next);
  const caller = await findAbsentCaller(trx, due.user_id);
  // Of a blocked account nothing is made meanwhile.
  if (!caller) return;
  const question = savedReport.safeParse(due.question);
  const reason = stopReason(due, caller, question.data);
  if (reason || !question.data) {
    const only = due.user_id;
    await stopMails(trx, { templateId: due.template_id, reason: reason ?? "unknown", only }, context);
    return;
  }
  const language = due.language_preference ?? "en";
  const request = { ...fileRequest(question.data, due.schedule.zone, at), format: due.format };
  await addExport(
    trx,
    caller,
    { list: "report", title: due.name, call: analyticsFile.name, request, language },
    now,
  );
}

function stopReason(due: Due, caller: Caller, question: SavedReport | undefined): StopReason | null {
  const isSeen = caller.companyId === due.company_id && (due.is_shared || due.owner_id === caller.userId);
  if (!isSeen) return "gone";
  if (!question) return "unknown";
  try {
    refuseOthers({ endpoint: analyticsFile, needs: look }, caller);
    if (question.report === "spend") refuseBills({ caller });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return "refused";
    throw error;
  }
}

/** The call that the page makes, with months of the time at which the report is due. */
function fileRequest(question: SavedReport, zone: string, at: Date) {
  const { months, ...criteria } = question;
  const presentCriteria = Object.fromEntries(Object.entries(criteria).filter(([, value]) => value !== null));
  const monthTo = months?.to ?? formatDay(at, zone)!.slice(0, "YYYY-MM".length);
  const monthFrom = months?.from ?? rollingMonths(monthTo).from;
  return analyticsFile.request
    .omit({ format: true })
    .parse({ ...presentCriteria, monthFrom, monthTo, clock: zone });
}
