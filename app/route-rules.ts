import type { href } from "react-router";
import type { MenuName } from "#app/contract/access.ts";
import { LIMITS } from "#app/contract/freight-code.ts";

/** The path of a route of `routes.ts`, parameters as they stand there. */
export type RoutePath = Parameters<typeof href>[0];

/** What has to be known of a path before its module is asked: by the guard, the limits, the readers of forms. */
interface RouteRules {
  /** Needs no sign-in (product 2.1). */
  isPublic?: true;
  /** Open to whoever is signed in, whatever the menus list; the route itself may ask for a button. */
  isUngated?: true;
  /** Opened by these menus too, beside the one that its path belongs to. */
  alsoOf?: readonly MenuName[];
  /** A visitor's query here asks the provider: counted for each address. */
  isPublicSearch?: true;
  /** Takes forms with files and passes the files on unread. */
  takesFiles?: true;
  /** May stand in a frame of our own pages. */
  isFramed?: true;
}

/** A path without parameters, or one of product 2 that has no screen yet. */
type RuledPath = Exclude<RoutePath, `${string}:${string}`> | "/account/register" | "/account/address";

const preview = { isPublic: true, isUngated: true, isPublicSearch: true } as const;

const routeRules: Partial<Record<RuledPath, RouteRules>> = {
  "/home": { isPublic: true, isUngated: true },
  "/login": { isPublic: true },
  "/404": { isPublic: true, isUngated: true },
  "/clock": { isPublic: true },
  "/forgotPassword": { isPublic: true },
  "/resetPassword": { isPublic: true },
  "/confirmEmail": { isPublic: true },
  "/account/register": { isPublic: true },
  "/preview": preview,
  "/tracking/preview": preview,
  "/appleTracking/preview": preview,
  "/ytdTracking/preview": preview,
  "/logout": { isUngated: true },
  "/account/password": { isUngated: true },
  "/account/address": { alsoOf: ["BOOKING"] },
  "/booking/attachments": { takesFiles: true },
  "/booking/upload": { takesFiles: true },
  "/messageCenter/index": { isUngated: true, takesFiles: true },
  "/messageCenter/upload": { takesFiles: true },
  // New messages without scripts, and the page that holds it: the one page of ours inside another.
  "/messageCenter/newer": { isFramed: true },
};

/** As `isUngated`, for whatever stands below: forms, files and data of the message center, which ask for its button. */
export const ungatedSections = ["/messageCenter"] as const;

/** Lists of rows in our forms and how many rows they take; `form-shape.server.ts` refuses more before it reads one. */
export const formLists: Readonly<Partial<Record<string, number>>> = {
  cargo: LIMITS.cargoLines,
  packages: LIMITS.cargoLines,
  containers: LIMITS.containers,
};

/** The rules of a path as a request names it, for the page or for its data. */
export function rulesOf(pathname: string): RouteRules {
  const path = pathname.replace(/\.data$/, "");
  return Object.hasOwn(routeRules, path) ? (routeRules[path as RuledPath] ?? {}) : {};
}

/** Every path that has rules, for the test that holds them to the routes. */
export const ruledPaths = Object.keys(routeRules) as RuledPath[];
