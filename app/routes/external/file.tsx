import { href, redirect } from "react-router";
import { entryNeeds } from "#app/access/embedded-pages.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { plainWindow, ticketWindow, windowPages } from "#app/access/window.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { pageTitle } from "#app/components/title.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/file";

export const meta = pageTitle;

const pageOf = (path: string) => windowPages.find((page) => page.path === path);

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, entryNeeds(windowPages, args.params.page));
  const page = pageOf(args.params.page);
  if (!page) return redirect(href("/404"));
  return {
    title: page.title[visit.language],
    text: visit.t("external:window"),
    openText: visit.t("external:openWindow"),
    address: page.token ? null : plainWindow(page, args.url.search),
    requestId: visit.requestId(),
  };
}

/** Makes the ticket of a window with the query of this page, and leads to it. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, entryNeeds(windowPages, args.params.page));
  const page = pageOf(args.params.page);
  return redirect(page?.token ? ticketWindow(visit, page, args.url.search) : href("/404"));
}

/** A file of the provider's, in a window of its own. */
export default function ProviderFile({ loaderData }: Route.ComponentProps) {
  const { title, text, openText, address, requestId } = loaderData;
  return (
    <Page head={{ title }}>
      <p>{`${text} `}</p>
      <div>
        {address ? (
          <ButtonLink href={address} target="_blank" rel="noopener noreferrer" kind="primary">
            {openText}
          </ButtonLink>
        ) : (
          // Not `Form`: the answer is a window of its own.
          <PostForm requestId={requestId} layout="plain" reloadDocument target="_blank" rel="noopener">
            <Button kind="primary">{openText}</Button>
          </PostForm>
        )}
      </div>
    </Page>
  );
}
