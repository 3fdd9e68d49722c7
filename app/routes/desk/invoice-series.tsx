import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { DeskForms } from "#app/features/invoices/desk/forms.tsx";
import { handleSeries, loadSeries } from "#app/features/invoices/desk/series.server.ts";
import { SheetTable } from "#app/features/invoices/sheet-table.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/invoice-series";

export const handle: PageHandle = { texts: ["desk"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const view = await loadSeries(visit);
  return {
    title: visit.t("invoice-desk:series.title"),
    view,
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return handleSeries(visit, await args.request.formData());
}

export default function InvoiceSeries({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  const isOfIssuer = actionData?.form === view.issuer.form.id;
  const { caption, heads, rows } = view.sheet;
  return (
    <DeskPage title={title}>
      <Card>
        <SheetTable caption={caption} heads={heads} rows={rows} amounts={heads.length} />
      </Card>
      <DeskForms
        forms={[view.issuer.form]}
        version={view.issuer.version}
        requestId={requestId}
        answer={isOfIssuer ? actionData : undefined}
      />
      <DeskForms
        forms={view.forms}
        version={view.version}
        requestId={requestId}
        answer={isOfIssuer ? undefined : actionData}
      />
      <OperationLog log={view.log} />
    </DeskPage>
  );
}
