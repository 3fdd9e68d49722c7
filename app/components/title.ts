import type { MetaDescriptor } from "react-router";
import { unreadBadge } from "#app/access/navigation.ts";

interface MatchLike {
  id: string;
  loaderData?: unknown;
}

/**
 * Unread messages from the page's data, or from the frame's: a page that has marked some as read has the
 * newer count. Null for visitors, and when the count is unknown.
 */
export function unreadIn(matches: readonly (MatchLike | undefined)[]): number | null {
  const counts = matches.map((match) => (match?.loaderData as { unread?: unknown } | undefined)?.unread);
  return counts.findLast((count): count is number => typeof count === "number") ?? null;
}

/**
 * `meta` of every page: number of unread messages, the loader's title in the user's language, and the
 * product's name (product 1.7). Use: `export const meta = pageTitle`.
 */
export function pageTitle({
  loaderData,
  matches,
}: {
  loaderData?: unknown;
  matches: readonly (MatchLike | undefined)[];
}): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { product?: string } | undefined;
  const page = loaderData as { title?: string } | undefined;
  const product = root?.product ?? "Fairlead";
  const title = page?.title ? `${page.title} · ${product}` : product;
  const badge = unreadBadge(unreadIn(matches) ?? 0);
  return [{ title: badge ? `(${badge}) ${title}` : title }];
}
