import { href, redirect } from "react-router";
import { answerExport, showOnList } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { exportStatement } from "#app/features/invoices/export.server.ts";
import type { Route } from "./+types/statement-file";

const pageOf = (url: URL) => href("/billing/statement") + url.search;

/** The statement of the same query as a file. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args).catch(showOnList(pageOf(args.url)));
  const format = String((await args.request.formData()).get("format"));
  const made = await exportStatement(visit, args.url.searchParams, format);
  return answerExport(visit, made, pageOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args);
  return redirect(pageOf(args.url));
}
