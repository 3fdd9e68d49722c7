import * as invoice from "./invoice.ts";
import * as invoiceDesk from "./invoice-desk.ts";
import * as invoiceDraft from "./invoice-draft.ts";
import type { ScreenCalls } from "./screen-calls.ts";

/** The desk's screens of invoices, as `screenCalls`. */
export const deskInvoiceCalls: readonly ScreenCalls[] = [
  {
    path: "/freightForwarder/invoices",
    needs: [invoice.invoiceList],
    beside: [invoiceDraft.invoiceDraftList],
  },
  {
    path: "/freightForwarder/invoiceAdd",
    needs: [invoiceDraft.invoiceProposal, invoiceDraft.invoiceDraftSave],
    beside: [invoiceDraft.invoiceBillable, invoiceDraft.invoiceCheck],
    writes: [invoiceDraft.invoiceDraftDiscard],
  },
  {
    path: "/freightForwarder/invoice",
    needs: [invoice.invoiceDetail, invoiceDesk.invoiceDesk],
    beside: [invoice.invoiceFile, invoice.invoiceComparison],
    writes: [
      ...[invoiceDesk.invoiceCredit, invoiceDesk.paymentRecord, invoiceDesk.paymentAllocate],
      ...[invoiceDesk.paymentRefund, invoiceDesk.disputeDecide, invoiceDesk.disputeAsk],
    ],
  },
];
