import { href, redirect } from "react-router";
import { answerExport, formatIn, showOnList } from "#app/access/export-file.server.ts";

import { exportMembers } from "#app/features/members/export.server.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import type { Route } from "./+types/member-export";

const listOf = (url: URL) => href("/account/members") + url.search;

/** The list of the same query as a file. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args).catch(showOnList(listOf(args.url)));
  const format = await formatIn(args.request);
  const made = await exportMembers(visit, args.url.searchParams, format);
  return answerExport(visit, made, listOf(args.url));
}

export async function loader(args: Route.LoaderArgs) {
  await requireMemberManager(args);
  return redirect(listOf(args.url));
}
