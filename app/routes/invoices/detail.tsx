import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu, hasResource } from "#app/access/permission.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { quoteDetail } from "#app/contract/quote.ts";
import { comparisonView } from "#app/features/invoices/comparison.server.ts";
import { Comparison } from "#app/features/invoices/comparison.tsx";
import { invoiceView, readInvoice } from "#app/features/invoices/detail.server.ts";
import { InvoicePage } from "#app/features/invoices/detail.tsx";
import { disputeView, openDispute } from "#app/features/invoices/dispute.server.ts";
import { Disputes } from "#app/features/invoices/disputes.tsx";
import { withQuery } from "#app/lib/with-query.ts";
import type { Route } from "./+types/detail";

export const handle: PageHandle = {};
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const invoice = await readInvoice(visit, args.params.id);
  const view = invoiceView(visit, invoice, {
    download: hasResource(rights, "INVOICE_DOWNLOAD"),
    openShipment: hasMenu(rights, "SHIPMENTS"),
  });
  return {
    title: view.title,
    view,
    comparison: await comparisonView(visit, invoice, {
      maySeePrices: hasResource(rights, "SHIPMENT_CHARGES"),
      quoteHref:
        hasMenu(rights, "QUOTES") && visit.offers(quoteDetail)
          ? (id) => withQuery(href("/quote/detail"), { id })
          : null,
    }),
    disputes: disputeView(visit, invoice, hasMenu(rights, "BILLING")),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return openDispute(visit, args.params.id, await args.request.formData());
}

export default function Invoice({ loaderData, actionData }: Route.ComponentProps) {
  const { view, comparison, disputes, requestId } = loaderData;
  return (
    <InvoicePage view={view}>
      {comparison ? <Comparison view={comparison} /> : null}
      <Disputes view={disputes} requestId={requestId} answer={actionData} />
    </InvoicePage>
  );
}
