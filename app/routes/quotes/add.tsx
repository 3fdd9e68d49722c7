import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { knownPlaces } from "#app/components/place-field.server.ts";
import { pageTitle } from "#app/components/title.ts";
import { RequestForm } from "#app/features/quotes/request/form.tsx";
import { handleRequest, requestStart } from "#app/features/quotes/request/request.server.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/add";

export const handle: PageHandle = { texts: ["quote-form", "freight"] };
export const meta = pageTitle;

const needs = { buttons: ["REQUESTQUOTE"] } as const;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args, needs);
  const [start, places] = await Promise.all([requestStart(visit, args.url), knownPlaces(visit, rights)]);
  const title = start.changed
    ? visit.t("quotes:change", { quoteNumber: start.changed.quoteNumber })
    : visit.t("quotes:request");
  return { title, start, places, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, needs);
  return handleRequest(visit, args.url.searchParams, await args.request.formData());
}

export default function RequestQuote({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("quote-form");
  const { title, start, places, requestId } = loaderData;
  const { changed } = start;
  return (
    <Page head={{ title, lead: t("lead") }}>
      <RequestForm
        key={changed?.id}
        start={start}
        places={places}
        requestId={requestId}
        answer={actionData}
        cancelHref={changed ? withQuery(href("/quote/detail"), { id: changed.id }) : href("/quote/index")}
        isChange={changed !== null}
        version={changed?.version ?? null}
      />
    </Page>
  );
}
