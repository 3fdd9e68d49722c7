import { requireUser } from "#app/access/guard.server.ts";
import { Page } from "#app/components/page/page.tsx";
import { pageTitle } from "#app/components/title.ts";
import { changeShare, loadShareEdit } from "#app/features/sharing/list.server.ts";
import { MadeLinkView } from "#app/features/sharing/made-link.tsx";
import { ShareEdit } from "#app/features/sharing/share-edit.tsx";
import type { Route } from "./+types/share-edit";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  return {
    title: visit.t("sharing:title.edit"),
    view: await loadShareEdit(visit, args.url.searchParams),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return changeShare(visit, args.url.searchParams, await args.request.formData());
}

/** Renews or revokes one link: `?id=`. */
export default function ShareEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  const link = actionData?.link;
  return (
    <Page head={{ title: link ? link.title : title }} layout="card" fault={link ? null : actionData?.fault}>
      {link ? (
        <MadeLinkView link={link} toList={view.words.back} />
      ) : (
        <ShareEdit view={view} requestId={requestId} answer={actionData} />
      )}
    </Page>
  );
}
