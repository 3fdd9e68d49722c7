import type { href } from "react-router";
import type { MenuName } from "#app/contract/access.ts";
import { LIMITS, PRICE_LIMITS } from "#app/contract/freight-code.ts";
import { RULES_MAX } from "#app/contract/notification-code.ts";

/** The path of a route in `routes.ts`, with its parameters. */
export type RoutePath = Parameters<typeof href>[0];

/** Properties of a path that the guard, the limits and the form readers need before its module is loaded. */
interface RouteRules {
  /** Needs no sign-in (product 2.1). */
  isPublic?: true;
  /** Open to every signed-in person, whatever their menus; the route may require a button. */
  isUngated?: true;
  /** Also opened by these menus, besides the one of its path. */
  alsoOf?: readonly MenuName[];
  /** A visitor's query calls the provider: counted per address. */
  isPublicSearch?: true;
  /** Takes forms with files and forwards them as a stream. */
  takesFiles?: true;
  /** Mail programs post to it from elsewhere (RFC 8058); the token in its address is the proof. */
  isOneClick?: true;
  /** Other servers post to it; what they sign is the proof. */
  isFromServers?: true;
  /** The address or the content is for whoever has a link: no referrer with its query, no search engine. */
  isByLink?: true;
  /** Open to people who have to set up a second factor before anything else. */
  isEntry?: true;
  /** Works at the operator's host name only: visitors of a customer's are led there. */
  isAtOperators?: true;
  /** May be in a frame of our own pages. */
  isFramed?: true;
}

/** A path without parameters, or with one at its end. */
type RuledPath = Exclude<RoutePath, `${string}:${string}`> | Extract<RoutePath, `${string}/:id`>;

const open = { isPublic: true, isUngated: true } as const;
const byLink = { isPublic: true, isUngated: true, isByLink: true } as const;
const preview = { isPublic: true, isUngated: true, isPublicSearch: true } as const;

const routeRules: Partial<Record<RuledPath, RouteRules>> = {
  "/home": open,
  "/login": { isPublic: true },
  "/login/factor": { isPublic: true },
  "/login/passkey": { isPublic: true, isAtOperators: true },
  "/login/company": { isPublic: true, isAtOperators: true },
  "/login/company/go": { ...open, isAtOperators: true },
  "/login/company/return": open,
  "/login/company/out": open,
  "/login/company/backChannel": { ...open, isFromServers: true },
  "/confirmDomain": open,
  "/404": open,
  "/offline": open,
  "/clock": { isPublic: true },
  "/forgotPassword": { isPublic: true },
  "/resetPassword": { isPublic: true },
  "/confirmEmail": { isPublic: true },
  "/notificationConsent": open,
  "/unsubscribe": { ...open, isOneClick: true },
  "/account/register": { isPublic: true },
  "/account/registerConfirm": { isPublic: true },
  "/shared": byLink,
  "/shared/view": byLink,
  "/shared/document": byLink,
  "/calendar.ics": { ...byLink, isPublicSearch: true },
  "/preview": preview,
  "/tracking/preview": preview,
  "/appleTracking/preview": preview,
  "/ytdTracking/preview": preview,
  "/world.svg": open,
  "/logo.webp": open,
  "/favicon.svg": open,
  "/favicon.ico": open,
  "/icon-192.png": open,
  "/icon-512.png": open,
  "/manifest.webmanifest": open,
  "/logout": { isUngated: true },
  "/seeAsEnd": { isUngated: true },
  "/search": { isUngated: true },
  "/search/suggest": { isUngated: true },
  "/account/password": { isUngated: true },
  "/account/notifications": { isUngated: true },
  "/account/sessions": { isUngated: true },
  "/account/secondFactor": { isUngated: true, isEntry: true },
  "/account/passkeys": { isUngated: true, isAtOperators: true },
  "/account/data": { isUngated: true },
  "/account/dataFile": { isUngated: true },
  "/account/exports": { isUngated: true },
  "/account/exportFile": { isUngated: true },
  "/account/confirm": { isUngated: true, isEntry: true },
  "/account/picture": { takesFiles: true },
  "/account/calendar": { alsoOf: ["SHIPMENTS"] },
  "/account/address": { alsoOf: ["BOOKING"] },
  "/account/addressEdit": { alsoOf: ["ADDRESSBOOK", "BOOKING"] },
  "/account/addressRemove": { alsoOf: ["ADDRESSBOOK", "BOOKING"] },
  "/account/addressImport": { alsoOf: ["ADDRESSBOOK", "BOOKING"], takesFiles: true },
  "/account/addressFile": { alsoOf: ["ADDRESSBOOK", "BOOKING"] },
  "/account/addressRegions": { alsoOf: ["ADDRESSBOOK", "BOOKING"] },
  // Where the forms with place fields are.
  "/place/suggest": { alsoOf: ["QUOTES", "BOOKING", "SHIPMENTS"] },
  "/tracking/mapPicture": { alsoOf: ["APPLETRACKING", "YTDTRACKING"] },
  // From both lists of bookings.
  "/booking/export": { alsoOf: ["SHIPMENTS"] },
  "/shipments/bookingDetail/:id": { alsoOf: ["BOOKING"] },
  "/booking/attachments": { takesFiles: true },
  "/document/add": { takesFiles: true },
  "/freightForwarder/rates": { takesFiles: true },
  "/freightForwarder/answerFiles": { takesFiles: true },
  "/freightForwarder/logo": { takesFiles: true },
  "/freightForwarder/shipmentImport": { takesFiles: true },
  "/booking/upload": { takesFiles: true },
  "/messageCenter/index": { isUngated: true, takesFiles: true },
  "/messageCenter/upload": { takesFiles: true },
  // New messages without scripts, and the page that frames it: the only framed page.
  "/messageCenter/newer": { isFramed: true },
};

/**
 * `isUngated` for everything below the path: forms, files and data of the message center, which require
 * its button; pictures of people; external pages and files in windows, each of which
 * requires its menu.
 */
export const ungatedSections = ["/messageCenter", "/picture", "/external", "/file", "/window"] as const;

/**
 * Lists of rows in our forms and their maximum number of rows; `form-shape.server.ts` refuses more before
 * parsing.
 */
export const formLists: Readonly<Partial<Record<string, number>>> = {
  cargo: LIMITS.cargoLines,
  packages: LIMITS.cargoLines,
  containers: LIMITS.containers,
  rules: RULES_MAX,
  options: PRICE_LIMITS.options,
  ...Object.fromEntries(
    Array.from({ length: PRICE_LIMITS.options }, (_, index) => [
      `options[${index}].lines`,
      PRICE_LIMITS.lines,
    ]),
  ),
};

/** The rules of a requested path, for the page or its data. */
export function rulesOf(pathname: string): RouteRules {
  const path = pathname.replace(/\.data$/, "");
  const ruled = [path, path.replace(/[^/]+$/, ":id")].find((each) => Object.hasOwn(routeRules, each));
  return routeRules[ruled as RuledPath] ?? {};
}

/** Every path with rules, for the test that compares them with the routes. */
export const ruledPaths = Object.keys(routeRules) as RuledPath[];
