import { href, redirect, redirectDocument } from "react-router";
import { entryNeeds, externalPagesOf, operatorPages } from "#app/access/embedded-pages.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { pageTitle } from "#app/components/title.ts";
import { loadExternalPage } from "#app/features/external/page.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import type { Route } from "./+types/page";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const path = args.params.page;
  const { visit } = await requireUser(args);
  await requireUser(args, entryNeeds(externalPagesOf(visit), path));
  // The policy of the document in the browser may be older than the page of the company.
  const isClient = new URL(args.request.url).pathname.endsWith(".data");
  if (isClient && !operatorPages.some((page) => page.path === path))
    throw redirectDocument(args.url.pathname + args.url.search);
  const view = await loadExternalPage(visit, path, args.url);
  return view ?? redirect(href("/404"));
}

/** An external page in a frame that can neither reach the portal nor lead it away. */
export default function ExternalPage({ loaderData }: Route.ComponentProps) {
  const { title, address, frame, note, openText } = loaderData;
  return (
    <Page
      head={{
        title,
        actions: (
          <ButtonLink
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className="max-w-full whitespace-normal wrap-anywhere"
          >
            {openText}
          </ButtonLink>
        ),
      }}
    >
      {note ? <Alert kind="warning">{note}</Alert> : null}
      {frame ? (
        <iframe
          key={address}
          title={title}
          src={address}
          sandbox={frame.sandbox}
          referrerPolicy="no-referrer"
          className="h-[75vh] w-full rounded-md border border-field bg-white"
        />
      ) : null}
    </Page>
  );
}
