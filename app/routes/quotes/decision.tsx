import { requireUser } from "#app/access/guard.server.ts";
import { pageTitle } from "#app/components/title.ts";
import type { ButtonCode } from "#app/contract/access.ts";
import { type Decision, decide, decisions, loadDecision } from "#app/features/quotes/decision.server.ts";
import { DecisionForm } from "#app/features/quotes/decision-form.tsx";
import type { Route } from "./+types/decision";

export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";
export const meta = pageTitle;

/** Registered once for each decision; booking does not require the right to request quotes. */
const needs: Record<Decision, { buttons: readonly ButtonCode[] }> = {
  accept: { buttons: ["REQUESTQUOTE"] },
  reject: { buttons: ["REQUESTQUOTE"] },
  book: { buttons: ["REQUESTQUOTE", "BOOKSHIPMENT"] },
};

function decisionOf(url: URL): Decision {
  return decisions.find((kind) => url.pathname.endsWith(kind)) ?? "accept";
}

export async function loader(args: Route.LoaderArgs) {
  const kind = decisionOf(args.url);
  const { visit, rights } = await requireUser(args, needs[kind]);
  const view = await loadDecision(visit, rights, kind, args.url.searchParams);
  return { title: view.title, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const kind = decisionOf(args.url);
  const { visit, rights } = await requireUser(args, needs[kind]);
  return decide(visit, rights, kind, args.url.searchParams, await args.request.formData());
}

export default function Decide({ loaderData, actionData }: Route.ComponentProps) {
  return <DecisionForm view={loaderData.view} requestId={loaderData.requestId} answer={actionData} />;
}
