import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { makeKey, makingView } from "#app/features/api-keys/api-keys.server.ts";
import { MadeKey, MakeKeyForm } from "#app/features/api-keys/api-keys.tsx";
import { requireProvedManager } from "#app/features/members/guard.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/api-key-add";

export const handle: PageHandle = { texts: ["api-keys"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const signedIn = await requireProvedManager(args);
  const { visit } = signedIn;
  return { title: visit.t("api-keys:form.title"), view: makingView(signedIn), requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireProvedManager(args);
  return makeKey(visit, await args.request.formData());
}

export default function ApiKeyAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("api-keys");
  const { title, view, requestId } = loaderData;
  const made = actionData?.key;
  return (
    <Page head={{ title: made ? t("done.title") : title }} layout="card">
      {made ? (
        <MadeKey apiKey={made} />
      ) : (
        <MakeKeyForm view={view} requestId={requestId} answer={actionData} />
      )}
    </Page>
  );
}
