import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { formatNames } from "#app/components/list/export-view.server.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { type ExportJob, exportJobAgain, exportJobList, exportJobRemove } from "#app/contract/export-job.ts";
import { addressId } from "#app/contract/wire.ts";
import { formatFileSize } from "#app/lib/file-size.ts";
import { textOf } from "#app/lib/moment.ts";
import { formatNumber } from "#app/lib/money.ts";

const looks = {
  queued: "neutral",
  running: "info",
  ready: "success",
  failed: "danger",
  expired: "neutral",
} as const satisfies Record<ExportJob["state"], string>;

/** The person's exports in words, the latest first (product 7.6). */
export async function loadExports(visit: Visit) {
  const { t } = visit;
  const { jobs } = await visit.read(exportJobList, {});
  const words = (["title", "lead", "reload", "fetch", "again", "remove"] as const).map(
    (key) => [key, t(`exports:${key}`)] as const,
  );
  return {
    words: Object.fromEntries(words) as Record<(typeof words)[number][0], string>,
    none: { title: t("exports:none.title"), text: t("exports:none.text") },
    lost: visit.lostText(jobs),
    isWaiting: jobs.some(({ state }) => state === "queued" || state === "running"),
    jobs: jobs.map((job) => jobView(visit, job)),
  };
}
export type ExportJobView = ReturnType<typeof jobView>;

function jobView(visit: Visit, job: ExportJob) {
  const { t, language } = visit;
  const { id, state, rows, bytes, fetchableUntil: until } = job;
  const list = job.title ?? t(`exports:list.${job.list}`);
  const name = t("exports:name", { list, format: formatNames[job.format] });
  const requestedAt = visit.dated(job.askedAt, (time) => t("exports:asked", { time }));
  // Two of the same list differ in when they were asked for.
  const whole = `${name}, ${textOf(requestedAt)}`;
  const why = state === "expired" ? "expired" : state === "failed" ? (job.reason ?? "broken") : null;
  return {
    id,
    name,
    asked: requestedAt,
    look: looks[state],
    state: t(`exports:state.${state}`),
    facts: [
      ...(rows !== null && bytes !== null
        ? [
            t("exports:size", {
              rows: formatNumber(String(rows), language) ?? "",
              size: formatFileSize(bytes, language),
            }),
          ]
        : []),
      ...(until ? [visit.dated(until, (time) => t("exports:until", { time }))] : []),
    ],
    why: why && t(`exports:reason.${why}`),
    fetch: state === "ready" ? t("exports:fetchThis", { name: whole }) : null,
    again: state === "failed" || state === "expired" ? t("exports:againThis", { name: whole }) : null,
    remove: t("exports:removeThis", { name: whole }),
  };
}

/** Runs one again, or removes it. */
export async function handleExports(visit: Visit, form: FormData) {
  const page = href("/account/exports");
  const intent = form.has("again") ? "again" : "remove";
  const id = String(form.get(intent) ?? "");
  if (!addressId.safeParse(id).success) return redirect(page);
  const key = `${form.get("requestId")}:${intent}:${id}`;
  const result = await visit.write<
    typeof exportJobAgain.request,
    typeof exportJobAgain.response | typeof exportJobRemove.response
  >(intent === "again" ? exportJobAgain : exportJobRemove, { id }, { key });
  if (result.isDone)
    visit.session.flash({ kind: "success", key: intent === "again" ? "exports:again" : "exports:removed" });
  else if (result.fault.code !== CODE_NOT_FOUND)
    return data({ fault: result.fault.message }, { status: result.fault.kind === "refused" ? 400 : 503 });
  // One that is gone meanwhile is not on the page any more.
  return redirect(page);
}
