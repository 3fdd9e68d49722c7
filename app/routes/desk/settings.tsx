import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadSettings, saveSettings } from "#app/features/desk/settings.server.ts";
import { Settings } from "#app/features/desk/settings.tsx";
import type { Route } from "./+types/settings";

export const handle: PageHandle = { texts: ["desk", "inbox-list"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit, user } = await requireUser(args, { desk: true });
  const view = await loadSettings(visit, user.userId);
  return { title: visit.t("inbox:settings.title"), view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return saveSettings(visit, await args.request.formData());
}

export default function DeskSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  return (
    <DeskPage title={title} fault={actionData?.fault}>
      <Settings {...rest} answer={actionData} />
    </DeskPage>
  );
}
