import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { exportStatement } from "#app/features/billing/export.server.ts";
import type { Route } from "./+types/statement-file";

const pageOf = (url: URL) => href("/billing/statement") + url.search;

/** The statement of the same query as a file; a failure is shown on its page. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  const format = String((await args.request.formData()).get("format"));
  const result = await exportStatement(visit, args.url.searchParams, format);
  if ("file" in result) return result.file;
  visit.session.flash({ kind: "danger", text: result.failure });
  return redirect(pageOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args);
  return redirect(pageOf(args.url));
}
