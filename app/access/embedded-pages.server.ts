import { href } from "react-router";
import type { EmbeddedPage } from "#app/config/embedded-page.ts";
import { env } from "#app/config/env.server.ts";
import { menuUrls } from "#app/contract/access.ts";
import type { Language } from "#app/contract/user.ts";
import type { Needs } from "./guard.server.ts";
import type { NavEntry } from "./navigation.ts";
import { hasMenu, type Rights } from "./permission.ts";

/** The one table of external pages in frames (product 2.4): routes, menu entries and policy read it. */
const pages = env.EMBEDDED_PAGES;

/** What frames may load, besides the portal itself: scheme, host and port. */
export const frameOrigins: ReadonlySet<string> = new Set(pages.map(({ address }) => new URL(address).origin));

export const embeddedPage = (path: string): EmbeddedPage | undefined =>
  pages.find((page) => page.path === path);

/** What the route of a page needs; a path that is not in the table is nobody's. */
export function embeddedNeeds(path: string): Needs {
  const menu = embeddedPage(path)?.menu;
  return { menus: (Object.keys(menuUrls) as (keyof typeof menuUrls)[]).filter((name) => name === menu) };
}

/** The header's entries with the external pages below the tab of their menu. */
export function withEmbedded(tabs: NavEntry[], rights: Rights, language: Language): NavEntry[] {
  return pages.reduce((entries, { path, title, menu }) => {
    const url: string | undefined = menuUrls[menu as keyof typeof menuUrls];
    if (!url || !hasMenu(rights, menu as keyof typeof menuUrls)) return entries;
    const section = `/${url.split("/")[1]}`;
    const own = entries.findIndex((tab) => `${tab.href}/`.startsWith(`${section}/`));
    const child = { label: null, text: title[language], href: href("/external/:page", { page: path }) };
    return entries.map((entry, index) => {
      if (index !== Math.max(own, 0)) return entry;
      const { label, href: start, children } = entry;
      return { ...entry, children: [...(children.length > 0 ? children : [{ label, href: start }]), child] };
    });
  }, tabs);
}
