import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadSearch, typedIn } from "#app/features/search/search.server.ts";
import { SearchResults } from "#app/features/search/search-results.tsx";
import type { Route } from "./+types/search";

export const handle: PageHandle = {};
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await loadSearch(visit, rights, typedIn(args.url.searchParams));
  if (typeof view === "string") throw redirect(view);
  return { title: visit.t("search:title"), view };
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchResults {...loaderData} />;
}
