import { requireUser } from "#app/access/guard.server.ts";
import { hasResourceUrl } from "#app/access/permission.ts";
import { Page } from "#app/components/page/page.tsx";
import { pageTitle } from "#app/components/title.ts";
import { loadShareChoice } from "#app/features/sharing/choose.server.ts";
import { loadShareForm, makeShare } from "#app/features/sharing/form.server.ts";
import { MadeLinkView } from "#app/features/sharing/made-link.tsx";
import { ShareChoice } from "#app/features/sharing/share-choice.tsx";
import { ShareForm } from "#app/features/sharing/share-form.tsx";
import { shipmentsToChoose } from "#app/features/shipments/list/choice.server.ts";
import type { Route } from "./+types/share";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const search = args.url.searchParams;
  const choice = await loadShareChoice(visit, search, (page) => shipmentsToChoose(visit, search, page));
  return {
    title: visit.t(choice ? "sharing:choose.title" : "sharing:title.make"),
    choice,
    view: choice ? null : await loadShareForm(visit, search, hasResourceUrl(rights, ["/shipment/document"])),
    toList: visit.t("sharing:toList"),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return makeShare(visit, await args.request.formData());
}

/** `?id=` names the shipments; others are added by their house numbers, or chosen from the list (`?choose=`). */
export default function Share({ loaderData, actionData }: Route.ComponentProps) {
  const { title, choice, view, toList, requestId } = loaderData;
  const link = actionData?.link;
  if (choice && !link)
    return (
      <Page head={{ title }} layout="text" fault={choice.fault}>
        <ShareChoice view={choice} />
      </Page>
    );
  return (
    <Page head={{ title: link ? link.title : title }} layout="card">
      {link ? <MadeLinkView link={link} toList={toList} /> : null}
      {view && !link ? <ShareForm view={view} requestId={requestId} answer={actionData} /> : null}
    </Page>
  );
}
