import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { exportInvoices } from "#app/features/billing/export.server.ts";
import type { Route } from "./+types/export";

const listOf = (url: URL) => href("/billing/index") + url.search;

/** The list of the same query as a file; a failure is shown on the list. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  const format = String((await args.request.formData()).get("format"));
  const result = await exportInvoices(visit, args.url.searchParams, format);
  if ("file" in result) return result.file;
  visit.session.flash({ kind: "danger", text: result.failure });
  return redirect(listOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args);
  return redirect(listOf(args.url));
}
