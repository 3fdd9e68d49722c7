import { requireUser } from "#app/access/guard.server.ts";
import { hasResourceUrl } from "#app/access/permission.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadShareForm, makeShare } from "#app/features/sharing/form.server.ts";
import { MadeLinkView } from "#app/features/sharing/made-link.tsx";
import { ShareForm } from "#app/features/sharing/share-form.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/share";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  return {
    title: visit.t("sharing:title.make"),
    view: await loadShareForm(visit, args.url.searchParams, hasResourceUrl(rights, ["/shipment/document"])),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return makeShare(visit, await args.request.formData());
}

/** `?id=` names the shipments; others are added by their house numbers. */
export default function Share({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  const link = actionData?.link;
  return (
    <Card className="mx-auto flex max-w-text flex-col gap-4">
      <h1 className="text-xl font-semibold">{link ? link.title : title}</h1>
      {link ? (
        <MadeLinkView link={link} toList={view.words.toList} />
      ) : (
        <ShareForm view={view} requestId={requestId} answer={actionData} />
      )}
    </Card>
  );
}
