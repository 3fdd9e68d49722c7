import type { Kysely, Selectable } from "kysely";
import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import { loadAbsentCaller } from "../call/caller.ts";
import type { Caller } from "../call/context.ts";
import { refuseOthers } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";
import type { ListOfRoute, Route } from "../call/route.ts";
import type { Database } from "../db/schema.ts";

export type JobRow = Selectable<Database["export_job"]>;

/** A route whose list can be saved as a file. */
export type ListRoute = Route & { list: ListOfRoute };

export const listRoutesIn = (routes: readonly Route[]): ListRoute[] =>
  routes.filter((route): route is ListRoute => route.list !== undefined);

/**
 * The route of a job's list, for somebody who has its rights now.
 * @throws Refusal 403
 */
export function allowedRoute(
  lists: readonly ListRoute[],
  job: Pick<JobRow, "call">,
  caller: Caller,
): ListRoute {
  const route = lists.find(({ endpoint }) => endpoint.name === job.call);
  if (!route) throw new Refusal(CODE_FORBIDDEN, "forbidden");
  refuseOthers(route, caller);
  return route;
}

/**
 * Who asked for a job, with their rights of now.
 * @throws Refusal when they may not have the list any more, are blocked, or have gone to another company
 */
export async function askerOf(
  db: Kysely<Database>,
  lists: readonly ListRoute[],
  job: JobRow,
): Promise<{ caller: Caller; route: ListRoute }> {
  const caller = await loadAbsentCaller(db, job.user_id ?? "0");
  if (caller.companyId !== job.company_id) throw new Refusal(CODE_FORBIDDEN, "forbidden");
  return { caller, route: allowedRoute(lists, job, caller) };
}
