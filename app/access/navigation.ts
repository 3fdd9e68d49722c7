import { ADMIN_ROLE, type ButtonCode, type MenuName, type ResourceCode } from "#app/contract/access.ts";
import type { Waiting } from "#app/contract/caller-news.ts";
import type shell from "#app/locales/en/shell.ts";
import type { RoutePath } from "#app/route-rules.ts";
import { hasButton, hasMenu, hasResource, passesRoles, type Rights } from "./permission.ts";

/** The header of the product (product 2.6, 6.3). Pure: labels are keys of `shell`. */

/** Label of a menu entry: a key of `shell:nav`, in both languages. */
export type NavLabel = keyof (typeof shell)["nav"];

export interface NavEntry {
  label: NavLabel;
  href: string;
  /** An external page has a text of the operator's in place of a label. */
  children: { label: NavLabel | null; text?: string; href: string }[];
  /** How much of it waits for the person, and where just that is listed. */
  waiting?: { count: string; href: string };
}

interface EntryRule {
  label: NavLabel;
  href: RoutePath;
  /** Any of these menus shows the entry; without a list everybody who is signed in sees it. */
  menus?: readonly MenuName[];
  roles?: readonly string[];
  /** Required beyond the menu: without it the link would lead to /404. */
  buttons?: readonly ButtonCode[];
  resource?: ResourceCode;
  children?: readonly EntryRule[];
  /** People without the tab's menu see its children all the same, if they may open any. */
  isShownForChildren?: true;
}

const tabs: readonly EntryRule[] = [
  { label: "dashboard", href: "/dashboard", menus: ["DASHBOARD"] },
  {
    label: "quotes",
    href: "/quote/index",
    menus: ["QUOTES"],
    children: [{ label: "requestQuote", href: "/quote/add", menus: ["QUOTES"], buttons: ["REQUESTQUOTE"] }],
  },
  {
    label: "booking",
    href: "/booking/index",
    menus: ["BOOKING"],
    children: [
      {
        label: "bookShipment",
        href: "/booking/add",
        menus: ["BOOKING"],
        buttons: ["BOOKSHIPMENT"],
      },
      {
        label: "teBooking",
        href: "/booking/teBooking",
        menus: ["BOOKING"],
        buttons: ["TEONLINEBOOKING"],
      },
      { label: "templates", href: "/booking/template", menus: ["BOOKING"] },
    ],
  },
  {
    label: "shipments",
    href: "/shipments/index",
    menus: ["SHIPMENTS"],
    children: [{ label: "bookingList", href: "/shipments/bookingList", menus: ["SHIPMENTS"] }],
  },
  { label: "analytics", href: "/analytics/index", menus: ["ANALYTICS"] },
  { label: "billing", href: "/billing/index", menus: ["BILLING"] },
  { label: "lastMile", href: "/last-mile/index", menus: ["LASTMILE"] },
  { label: "document", href: "/document/index", menus: ["DOCUMENT"] },
  { label: "freightForwarder", href: "/freightForwarder/index", menus: ["FREIGHTFORWARDER"] },
  { label: "tracking", href: "/tracking/index", menus: ["TRACKING"] },
  { label: "appleTracking", href: "/appleTracking/index", menus: ["APPLETRACKING"] },
  { label: "ytdTracking", href: "/ytdTracking/index", menus: ["YTDTRACKING"] },
  {
    label: "account",
    href: "/account/index",
    menus: ["ACCOUNT"],
    isShownForChildren: true,
    children: [
      { label: "profile", href: "/account/index", menus: ["PROFILE"] },
      {
        label: "members",
        href: "/account/members",
        menus: ["ACCOUNT"],
        roles: [ADMIN_ROLE],
        resource: "MEMBER_MANAGE",
      },
      { label: "news", href: "/account/notifications" },
      { label: "addressBook", href: "/account/address", menus: ["ADDRESSBOOK", "BOOKING"] },
      {
        label: "notificationSettings",
        href: "/account/notificationSetting",
        menus: ["NOTIFICATIONTRACKING"],
      },
      { label: "subscriptions", href: "/account/shipmentsSubscription", menus: ["NOTIFICATIONSHIPMENTS"] },
    ],
  },
];

const NONE: ReadonlySet<string> = new Set();

/**
 * The first page of a section: `/shipments` redirects to `/shipments/index`. Null when the path is no
 * section.
 */
export function sectionStart(path: string): string | null {
  const start = `${path.replace(/\/$/, "")}/index`;
  return tabs.some((tab) => tab.href === start) ? start : null;
}

/** The public search in the tab of a tracking area whose list the provider does not support; for visitors always (product 2.6). */
const previews: Record<string, string> = {
  "/tracking/index": "/tracking/preview",
  "/appleTracking/index": "/appleTracking/preview",
  "/ytdTracking/index": "/ytdTracking/preview",
};

/**
 * Tabs and submenus of a user; null is a visitor without a token, who sees tracking only.
 * @param hidden paths to which no link may lead
 */
export function navigationOf(rights: Rights | null, hidden: ReadonlySet<string> = NONE): NavEntry[] {
  if (!rights) return [{ label: "tracking", href: "/tracking/preview", children: [] }];
  const isShown = (rule: EntryRule) =>
    (!rule.menus || rule.menus.some((menu) => hasMenu(rights, menu))) &&
    passesRoles(rights, rule.roles) &&
    (!rule.buttons || hasButton(rights, rule.buttons)) &&
    (!rule.resource || hasResource(rights, rule.resource));
  const mayShow = (tab: EntryRule) => tab.isShownForChildren || isShown(tab);
  return tabs.filter(mayShow).flatMap((tab) => {
    const children = (tab.children ?? [])
      .filter((child) => isShown(child) && !hidden.has(child.href))
      .map(({ label, href }) => ({ label, href }));
    const isOpen = isShown(tab) && !hidden.has(tab.href);
    const href = isOpen ? tab.href : (previews[tab.href] ?? children[0]?.href);
    // An only child that is the tab's own page would say the same twice.
    const isRepeated = children.length === 1 && isOpen && children[0]?.href === href;
    return href ? [{ label: tab.label, href, children: isRepeated ? [] : children }] : [];
  });
}

/** Which rows of a tab's list wait for the person. */
const waitingRows = {
  shipments: { menu: "SHIPMENTS", query: "status=DELAYED" },
  quotes: { menu: "QUOTES", query: "status=READY_TO_BOOK" },
  booking: { menu: "BOOKING", query: "status=DRAFT" },
  billing: { menu: "BILLING", query: "status=OVERDUE" },
} as const satisfies Partial<Record<NavLabel, { menu: keyof Waiting; query: string }>>;

/** A tab of which something may wait. */
export type WaitingLabel = keyof typeof waitingRows;

/** The tabs with how much waits. A tab that leads elsewhere than to its list says nothing. */
export function withWaiting(entries: NavEntry[], waiting: Waiting): NavEntry[] {
  return entries.map((entry) => {
    if (!Object.hasOwn(waitingRows, entry.label) || !entry.href.endsWith("/index")) return entry;
    const { menu, query } = waitingRows[entry.label as WaitingLabel];
    const count = unreadBadge(waiting[menu] ?? 0);
    return count ? { ...entry, waiting: { count, href: `${entry.href}?${query}` } } : entry;
  });
}

/** Whether the page of a path lies below a tab, or is its own. */
export const isBelow = (tab: NavEntry, pathname: string): boolean =>
  pathname.startsWith(`/${tab.href.split("/")[1]}/`) || pathname === tab.href;

export interface HeaderAction {
  label: NavLabel;
  href: string;
}

/** Action buttons of the header (product 6.3): people who may request quotes book from the quote. */
export function actionsOf(rights: Rights, hidden: ReadonlySet<string> = NONE): HeaderAction[] {
  const actions: (HeaderAction & { isShown: boolean })[] = [
    { label: "requestQuote", href: "/quote/add", isShown: hasButton(rights, ["REQUESTQUOTE"]) },
    {
      label: "bookShipment",
      href: "/booking/add",
      isShown: hasButton(rights, ["BOOKSHIPMENT"]) && !hasButton(rights, ["REQUESTQUOTE"]),
    },
    { label: "teBooking", href: "/booking/teBooking", isShown: hasButton(rights, ["TEONLINEBOOKING"]) },
    { label: "messageCenter", href: "/messageCenter/index", isShown: hasButton(rights, ["MessageCenter"]) },
  ];
  return actions
    .filter((action) => action.isShown && !hidden.has(action.href))
    .map(({ label, href }) => ({ label, href }));
}

const UNREAD_CAP = 99;

/** Text of the badge: capped at 99, null (hidden) at 0 (product 9.1). */
export function unreadBadge(count: number): string | null {
  if (count <= 0) return null;
  return count > UNREAD_CAP ? `${UNREAD_CAP}+` : String(count);
}
