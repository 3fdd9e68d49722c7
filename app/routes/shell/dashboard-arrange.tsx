import { requireUser } from "#app/access/guard.server.ts";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadArrangement, saveArrangement } from "#app/features/dashboard/arrange.server.ts";
import { Arrange } from "#app/features/dashboard/arrange.tsx";
import type { Route } from "./+types/dashboard-arrange";

export const handle: PageHandle = {};
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  return { ...(await loadArrangement(visit)), requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return saveArrangement(visit, await args.request.formData());
}

/** Which blocks the reader's dashboard shows, and in which order. */
export default function ArrangeDashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { title, requestId, ...view } = loaderData;
  return (
    <Page head={{ title }} layout="text" fault={actionData?.fault}>
      <Arrange view={view} requestId={requestId} answer={actionData} />
    </Page>
  );
}
