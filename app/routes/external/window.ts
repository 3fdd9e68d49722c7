import { href, redirect } from "react-router";
import { entryNeeds } from "#app/access/embedded-pages.server.ts";
import { answerExport } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { visitOf } from "#app/access/visit.server.ts";
import { openWindow, windowPages } from "#app/access/window.server.ts";
import type { Route } from "./+types/window";

/** Exchanges a ticket for the provider's file: once, within a minute, in the session that asked for it. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(
    args,
    entryNeeds(windowPages, visitOf(args.context).session.window?.path ?? ""),
  );
  const opened = await openWindow(visit, args.params.ticket);
  if (!opened) return redirect(href("/404"));
  const answer = answerExport(visit, opened.made, opened.back);
  answer.headers.set("referrer-policy", "no-referrer");
  return answer;
}
