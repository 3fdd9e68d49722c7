import type { MetaDescriptor } from "react-router";

interface MatchLike {
  id: string;
  loaderData?: unknown;
}

/**
 * `meta` of every page: the title that its loader made in the user's language, then the product's name (spec 1).
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
  return [{ title: page?.title ? `${page.title} · ${product}` : product }];
}
