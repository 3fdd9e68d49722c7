import type { Kysely } from "kysely";
import { type ApiScope, scopesOfCall } from "#app/contract/api-key-code.ts";
import { findAbsentCaller } from "../call/caller.ts";
import type { Caller } from "../call/context.ts";
import { refuseOthers } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";
import type { Route } from "../call/route.ts";
import type { Database } from "../db/schema.ts";

/**
 * The scopes that open something by the rights that the maker of a key has at this moment.
 * @param routes all calls of the provider
 */
export async function openedScopes(
  db: Kysely<Database>,
  { userId, scopes }: { userId: string; scopes: readonly ApiScope[] },
  routes: readonly Route[],
): Promise<ApiScope[]> {
  const maker = await findAbsentCaller(db, userId);
  if (!maker) return [];
  return scopes.filter((scope) => routes.some((route) => isOpened(route, scope, maker)));
}

function isOpened(route: Route, scope: ApiScope, maker: Caller): boolean {
  const { endpoint, needs } = route;
  // What everybody may call, such as the search for places, is of no use to a program by itself.
  if (!needs || Object.keys(needs).every((need) => need === "reach")) return false;
  if (!scopesOfCall(endpoint.name).includes(scope)) return false;
  try {
    refuseOthers(route, maker);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
