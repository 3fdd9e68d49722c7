import type { MetaDescriptor } from "react-router";
import { unreadBadge } from "#app/access/navigation.ts";

interface MatchLike {
  id: string;
  loaderData?: unknown;
}

/**
 * Messages that are unread, as the page says, or the frame: a page that has marked some as read knows better. Null for
 * visitors, for whom the message center is not, and while the provider does not say.
 */
export function unreadIn(matches: readonly (MatchLike | undefined)[]): number | null {
  const counts = matches.map((match) => (match?.loaderData as { unread?: unknown } | undefined)?.unread);
  return counts.findLast((count): count is number => typeof count === "number") ?? null;
}

/**
 * `meta` of every page: the title that its loader made in the user's language, then the product's name (product 1.7), and
 * before them how many messages are unread.
 * Use: `export const meta = pageTitle`.
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
