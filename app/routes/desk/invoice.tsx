import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu, hasResource } from "#app/access/permission.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { comparisonView } from "#app/features/invoices/comparison.server.ts";
import { Comparison } from "#app/features/invoices/comparison.tsx";
import { actOnInvoice } from "#app/features/invoices/desk/act.server.ts";
import {
  deskDetail,
  disputesForDesk,
  forDesk,
  readDeskInvoice,
} from "#app/features/invoices/desk/detail.server.ts";
import { DeskForms } from "#app/features/invoices/desk/forms.tsx";
import { invoiceView, readInvoice } from "#app/features/invoices/detail.server.ts";
import { InvoiceCards } from "#app/features/invoices/detail.tsx";
import { disputeView } from "#app/features/invoices/dispute.server.ts";
import { Disputes } from "#app/features/invoices/disputes.tsx";
import type { Route } from "./+types/invoice";

export const handle: PageHandle = { texts: ["desk"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args, { desk: true });
  const invoice = await readInvoice(visit, args.params.id);
  const desk = await readDeskInvoice(visit, invoice.id);
  const view = invoiceView(visit, invoice, {
    download: hasResource(rights, "INVOICE_DOWNLOAD"),
    openShipment: hasMenu(rights, "SHIPMENTS"),
  });
  return {
    title: `${view.title}, ${desk.company.name}`,
    view: forDesk(view),
    comparison: await comparisonView(visit, invoice, {
      maySeePrices: hasResource(rights, "SHIPMENT_CHARGES"),
      quoteHref: (id) => href("/freightForwarder/quote/:id", { id }),
    }),
    disputes: disputesForDesk(disputeView(visit, invoice, false)),
    desk: deskDetail(visit, invoice, desk),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const invoice = await readInvoice(visit, args.params.id);
  const desk = await readDeskInvoice(visit, invoice.id);
  return actOnInvoice(visit, invoice, desk, await args.request.formData());
}

export default function DeskInvoice({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, comparison, disputes, desk, requestId } = loaderData;
  return (
    <DeskPage title={title}>
      <InvoiceCards view={view}>
        <Notes {...desk.reasons} />
        {comparison ? <Comparison view={comparison} /> : null}
        <Disputes view={disputes} requestId={requestId} answer={undefined} />
        <DeskForms forms={desk.forms} version={desk.version} requestId={requestId} answer={actionData} />
        <Notes {...desk.refunds} />
      </InvoiceCards>
      <OperationLog log={desk.log} />
    </DeskPage>
  );
}

function Notes({ title, rows }: { title: string; rows: readonly string[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title={title} layout="text">
      <ul>
        {rows.map((row) => (
          <li key={row} className="wrap-anywhere">
            {row}
          </li>
        ))}
      </ul>
    </Section>
  );
}
