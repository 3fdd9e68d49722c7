import type { z } from "zod";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import * as contract from "#app/contract/export-job.ts";
import { reportFormats } from "#app/contract/list-file.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { type Needs, refuseUnproved } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";
import { type FileAnswer, handle, type Route } from "../call/route.ts";
import { FileMissing } from "../file-store/store.ts";
import { addExport } from "../output/queue.ts";
import { recordSecurity } from "../security-log/record.ts";
import { allowedRoute, type JobRow, type ListRoute, listRoutesIn } from "./job.ts";

/** Everybody has their own jobs; each job asks for the rights of its list. */
const own = { reach: "self" } as const satisfies Needs;
const JOBS_SHOWN = 100;

/** Lists that are saved by a job (product 7.6), of these routes. */
export function exportRoutes(routes: readonly Route[]): Route[] {
  const lists = listRoutesIn(routes);
  return [
    handle(contract.exportJobList, own, (_, context) => listJobs(context)),
    handle(contract.exportJobFile, own, ({ id }, context) => sendFile(id, context, lists)),
    handle(contract.exportJobAgain, own, ({ id }, context) => runAgain(id, context, lists)),
    handle(contract.exportJobRemove, own, ({ id }, context) => removeJob(id, context)),
  ];
}

const ownJobs = ({ db, caller }: CallerContext) =>
  db
    .selectFrom("export_job")
    .where("user_id", "=", caller.userId)
    .where("company_id", "=", caller.companyId)
    .where("state", "<>", "removed");

async function listJobs(context: CallerContext): Promise<z.input<typeof contract.exportJobList.response>> {
  const rows = await ownJobs(context).selectAll().orderBy("id", "desc").limit(JOBS_SHOWN).execute();
  return {
    jobs: rows.map((row) => {
      const state = isOver(row, context.now) ? "expired" : row.state;
      const isReady = state === "ready";
      return {
        id: row.id,
        list: row.list,
        title: row.title,
        format: formatOf(row),
        reason: row.reason,
        state: state === "removed" ? "expired" : state,
        askedAt: instantToWire(row.created_at)!,
        rows: isReady ? row.rows : null,
        bytes: isReady && row.bytes !== null ? Number(row.bytes) : null,
        fetchableUntil: isReady ? instantToWire(row.expires_at) : null,
      };
    }),
  };
}

/** The purge comes later than the end. */
const isOver = ({ state, expires_at }: JobRow, now: Date) =>
  state === "ready" && expires_at !== null && expires_at <= now;

function formatOf({ request }: JobRow) {
  const { format } = request as { format?: unknown };
  return reportFormats.find((each) => each === format) ?? "xlsx";
}

async function ownJob(id: string, context: CallerContext): Promise<JobRow> {
  const job = await ownJobs(context).selectAll().where("id", "=", id).executeTakeFirst();
  if (!job) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return job;
}

async function sendFile(
  id: string,
  context: CallerContext,
  lists: readonly ListRoute[],
): Promise<FileAnswer> {
  const { caller, files, now } = context;
  const job = await ownJob(id, context);
  const route = allowedRoute(lists, job, caller);
  refuseUnproved(route, caller, now);
  if (job.state === "queued" || job.state === "running") throw new Refusal(CODE_CONFLICT, "exportNotReady");
  const gone = new Refusal(CODE_NOT_FOUND, "exportGone");
  if (job.state !== "ready" || isOver(job, now)) throw gone;
  if (!job.rights.every((code) => caller.resourceCodes.includes(code)))
    throw new Refusal(CODE_CONFLICT, "exportRightsChanged");
  await recordSecurity(context, "export.fetched", caller, { list: job.list });
  const body = await files.get(job.file_key!).catch((error) => {
    throw error instanceof FileMissing ? gone : error;
  });
  return { fileName: job.file_name!, contentType: job.content_type!, body };
}

/** Asks for the same anew, in the language of the first time; what can no longer be fetched makes room for it. */
async function runAgain(id: string, context: CallerContext, lists: readonly ListRoute[]) {
  const { db, caller, now } = context;
  const job = await ownJob(id, context);
  const route = allowedRoute(lists, job, caller);
  refuseUnproved(route, caller, now);
  await recordSecurity(context, `export.${job.list}`, caller);
  const exportJob = await addExport(db, caller, job, now);
  if (job.state === "failed" || job.state === "expired" || isOver(job, now)) await remove(context, id);
  return { exportJob };
}

async function removeJob(id: string, context: CallerContext): Promise<null> {
  await ownJob(id, context);
  await remove(context, id);
  return null;
}

/** The purge takes row and file; a process that works on it stops. */
const remove = ({ db }: CallerContext, id: string) =>
  db.updateTable("export_job").set({ state: "removed" }).where("id", "=", id).execute();
