import { href, redirect } from "react-router";
import { exportMembers } from "#app/features/members/export.server.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import type { Route } from "./+types/member-export";

const listOf = (url: URL) => href("/account/members") + url.search;

/** The list of the same query as a file; errors are shown on the list, inside the frame. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args).catch((thrown) => {
    // This route has no frame for an error page; the list will meet the same error and show it.
    throw thrown instanceof Response || thrown instanceof Error ? thrown : redirect(listOf(args.url));
  });
  const result = await exportMembers(visit, args.url.searchParams);
  if ("file" in result) return result.file;
  visit.session.flash({ kind: "danger", text: result.failure });
  return redirect(listOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireMemberManager(args);
  return redirect(listOf(args.url));
}
