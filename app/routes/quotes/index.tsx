import { requireUser } from "#app/access/guard.server.ts";
import { hasButton, hasResource } from "#app/access/permission.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadQuoteList } from "#app/features/quotes/list.server.ts";
import { QuoteList } from "#app/features/quotes/list.tsx";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["quote-list"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await loadQuoteList(visit, args.url.searchParams, {
    hasCharges: hasResource(rights, "SHIPMENT_CHARGES"),
    now: new Date(),
  });
  return { title: visit.t("quotes:title"), view, canRequest: hasButton(rights, ["REQUESTQUOTE"]) };
}

export default function Quotes({ loaderData }: Route.ComponentProps) {
  return <QuoteList {...loaderData} />;
}
