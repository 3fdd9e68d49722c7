import { href } from "react-router";
import { env } from "#app/config/env.server.ts";
import { menuUrls } from "#app/contract/access.ts";
import type { EmbeddedPage } from "#app/contract/embedded-page.ts";
import { exportJobList } from "#app/contract/export-job.ts";
import type { Needs } from "./guard.server.ts";
import { type NavEntry, navigationOf } from "./navigation.ts";
import { hiddenScreens } from "./offer.server.ts";
import { hasMenu, type Rights } from "./permission.ts";
import type { Visit } from "./visit.server.ts";

/** The operator's external pages in frames (product 2.3), which everybody has whose menu opens them. */
export const operatorPages: readonly EmbeddedPage[] = env.EMBEDDED_PAGES;

const isOperators = (path: string) => operatorPages.some((page) => page.path === path);

/**
 * The one table of a person's external pages: routes, menu entries and policy read it. The person is loaded before.
 * A path that the operator has taken is the operator's.
 */
export function externalPagesOf({ companyPages }: Pick<Visit, "companyPages">): readonly EmbeddedPage[] {
  return [...operatorPages, ...companyPages.filter(({ path }) => !isOperators(path))];
}

/** What frames may load, besides the portal itself: scheme, host and port. */
export const frameOriginsOf = (pages: readonly EmbeddedPage[]): ReadonlySet<string> =>
  new Set(pages.map(({ address }) => new URL(address).origin));

/** What the route of an entry of a table needs; a path that is not in the table is nobody's. */
export function entryNeeds(table: readonly { path: string; menu: string }[], path: string): Needs {
  const menu = table.find((entry) => entry.path === path)?.menu;
  return { menus: (Object.keys(menuUrls) as (keyof typeof menuUrls)[]).filter((name) => name === menu) };
}

/** The whole menu of a person: tabs and their entries, with external pages and exports. */
export const menuOf = (visit: Visit, rights: Rights): NavEntry[] =>
  withEmbedded(withExports(navigationOf(rights, hiddenScreens()), visit), rights, visit);

/** The header's entries with external pages and files in windows below the tab of their menu. */
function withEmbedded(
  tabs: NavEntry[],
  rights: Rights,
  visit: Pick<Visit, "companyPages" | "language">,
): NavEntry[] {
  const { language } = visit;
  const links = [
    ...externalPagesOf(visit).map((page) => ({
      ...page,
      href: href("/external/:page", { page: page.path }),
    })),
    ...env.PROVIDER_WINDOWS.map((file) => ({ ...file, href: href("/file/:page", { page: file.path }) })),
  ];
  return links.reduce((entries, { title, menu, href: to }) => {
    const url: string | undefined = menuUrls[menu as keyof typeof menuUrls];
    if (!url || !hasMenu(rights, menu as keyof typeof menuUrls)) return entries;
    const own = Math.max(tabIndex(entries, `/${url.split("/")[1]}`), 0);
    return withChild(entries, own, { text: title[language], href: to });
  }, tabs);
}

/** The tabs with the person's exports below their account; a label would load its text on every page. */
function withExports(tabs: NavEntry[], visit: Visit): NavEntry[] {
  if (!visit.offers(exportJobList)) return tabs;
  const child = { text: visit.t("exports:title"), href: href("/account/exports") };
  return withChild(tabs, tabIndex(tabs, `/${child.href.split("/")[1]}`), child);
}

const tabIndex = (tabs: NavEntry[], section: string) =>
  tabs.findIndex((tab) => `${tab.href}/`.startsWith(`${section}/`));

/** Adds an entry with a text of its own to the tab at the place. */
function withChild(tabs: NavEntry[], place: number, child: { text: string; href: string }): NavEntry[] {
  return tabs.map((entry, index) =>
    index === place ? { ...entry, children: [...entry.children, { label: null, ...child }] } : entry,
  );
}
