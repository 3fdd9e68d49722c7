import { useState } from "react";
import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { originOf } from "#app/access/site.server.ts";
import { printedAddress } from "#app/components/print-address.server.ts";
import { PrintAddress } from "#app/components/print-address.tsx";
import { pageTitle } from "#app/components/title.ts";
import { teamCreate } from "#app/contract/message.ts";
import { mayUseMessages } from "#app/features/messages/permission.ts";
import { SubjectButton } from "#app/features/messages/subject-button.tsx";
import { bookingFormHref } from "#app/features/quotes/decision.server.ts";
import { loadQuoteDetail } from "#app/features/quotes/detail.server.ts";
import { QuoteDetail } from "#app/features/quotes/detail.tsx";
import { idOf } from "#app/features/quotes/request/request.server.ts";
import { useNewerVersion } from "#app/features/quotes/use-newer-version.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { Route } from "./+types/detail";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const id = idOf(args.url.searchParams);
  if (!id) throw redirect(href("/quote/index"));
  const view = await loadQuoteDetail(visit, rights, id, {
    now: new Date(),
    bookingHref: (bookingId) => bookingFormHref(rights, bookingId),
  });
  return {
    title: view.heading,
    view,
    hasMessages: mayUseMessages(rights) && visit.offers(teamCreate),
    requestId: visit.requestId(),
    printed: printedAddress(originOf(visit.site, args.url) + withQuery(args.url.pathname, { id })),
  };
}

export default function Quote({ loaderData }: Route.ComponentProps) {
  const { hasMessages, requestId } = loaderData;
  // Polling updates the deadlines, but never replaces a price that a person is about to accept.
  const [first, setFirst] = useState(loaderData.view);
  const isSame = first.id === loaderData.view.id;
  if (!isSame) setFirst(loaderData.view);
  const isOther = isSame && first.version !== loaderData.view.version;
  const view = isOther ? first : loaderData.view;
  const isNewer = useNewerVersion(view.id, view.version) || isOther;
  return (
    <>
      <PrintAddress printed={loaderData.printed} />
      <QuoteDetail view={view} isNewer={isNewer}>
        {hasMessages ? <SubjectButton topic="quote" subjectId={view.id} requestId={requestId} /> : null}
      </QuoteDetail>
    </>
  );
}
