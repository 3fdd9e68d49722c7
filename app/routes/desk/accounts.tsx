import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { decideAccount, loadAccounts } from "#app/features/desk/accounts.server.ts";
import { Accounts } from "#app/features/desk/accounts.tsx";
import type { Route } from "./+types/accounts";

export const handle: PageHandle = { texts: ["desk", "inbox-list"], isOfDesk: true };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const rows = await loadAccounts(visit);
  return { title: visit.t("inbox:accounts.title"), rows, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return decideAccount(visit, await args.request.formData());
}

export default function DeskAccounts({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  // The answer of an account that is still listed stands beside it.
  const isListed = rest.rows.some(({ id }) => id === actionData?.id);
  return (
    <DeskPage title={title} fault={isListed ? null : actionData?.fault}>
      <Accounts {...rest} answer={actionData} />
    </DeskPage>
  );
}
