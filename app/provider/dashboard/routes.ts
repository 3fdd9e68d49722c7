import { dashboard, dashboardArrange, dashboardLayout, dashboardMap } from "#app/contract/dashboard.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { readMap } from "./map.ts";
import { readDashboard } from "./overview.ts";
import { arrange, readLayout } from "./person.ts";

const look = { reach: "read", anyOf: ["DASHBOARD"] } as const satisfies Needs;

/** Everything under /dashboard. */
export const dashboardRoutes: Route[] = [
  handleRead(dashboard, look, readDashboard),
  // Distances that it computes are kept, which changes nothing of anybody's.
  handle(dashboardMap, { ...look, seen: "also" }, (_, context) => readMap(context)),
  handle(dashboardLayout, look, (_, context) => readLayout(context)),
  handle(dashboardArrange, look, arrange),
];
