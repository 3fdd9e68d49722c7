import * as contract from "#app/contract/invoice.ts";
import * as deskContract from "#app/contract/invoice-desk.ts";
import * as draftContract from "#app/contract/invoice-draft.ts";
import * as issuerContract from "#app/contract/invoice-issuer.ts";
import * as seriesContract from "#app/contract/invoice-series.ts";
import * as termsContract from "#app/contract/invoice-terms.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { handleList } from "../output/list-route.ts";
import { readAgeing } from "./ageing.ts";
import { listBillable } from "./billable.ts";
import { compareInvoice } from "./comparison.ts";
import { creditInvoiceLines } from "./credit.ts";
import { readDeskView } from "./desk-view.ts";
import { readInvoice } from "./detail.ts";
import { askInDispute, decideDispute, openDispute } from "./dispute.ts";
import { discardDraft, listDrafts, saveDraft } from "./draft.ts";
import { exportInvoices, exportStatement } from "./export.ts";
import { invoicePdf, statementPdf } from "./file.ts";
import { issueInvoice } from "./issue.ts";
import { readIssuer, saveIssuer } from "./issuer.ts";
import { invoices } from "./list.ts";
import { recordPayment } from "./pay.ts";
import { readNeeds as look } from "./permission.ts";
import { checkTyped, proposeInvoice } from "./propose.ts";
import { readSeries, setSeries } from "./series-settings.ts";
import { readStatement } from "./statement.ts";
import { takeBack } from "./take-back.ts";
import { readTerms, saveTerms } from "./terms.ts";
import { allocateLater, refund } from "./unallocated.ts";

/** Sums over invoices are of one company, the caller's own. */
const account = { reach: "company", anyOf: ["BILLING"] } as const satisfies Needs;
const download = { resource: "INVOICE_DOWNLOAD" } as const;
const desk = { reach: "act", desk: true } as const satisfies Needs;
const deskLook = { reach: "read", desk: true } as const satisfies Needs;

/** Product 2 and 3.7: billing. */
export const invoiceRoutes: Route[] = [
  handleRead(contract.invoiceList, look, invoices.page),
  handle(contract.invoiceDetail, look, ({ id }, context) => readInvoice(id, context)),
  handleRead(contract.invoiceAgeing, account, readAgeing),
  handleRead(contract.invoiceStatement, account, readStatement),
  handle(contract.invoiceFile, { ...look, ...download }, ({ id }, context) => invoicePdf(id, context)),
  handleList(contract.invoiceExport, { ...look, ...download }, "invoices", exportInvoices),
  handleRead(contract.invoiceStatementFile, { ...account, ...download }, (statementRequest, context) =>
    statementRequest.format === "pdf"
      ? statementPdf(statementRequest, context)
      : exportStatement(statementRequest, context),
  ),
  // What was quoted is a price.
  handle(contract.invoiceComparison, { ...look, resource: "SHIPMENT_CHARGES" }, ({ id }, context) =>
    compareInvoice(id, context),
  ),
  handle(contract.disputeOpen, { reach: "write", anyOf: ["BILLING"] }, openDispute),
  handle(deskContract.invoiceIssue, desk, issueInvoice),
  handle(deskContract.paymentRecord, desk, recordPayment),
  handle(deskContract.paymentAllocate, desk, allocateLater),
  handle(deskContract.paymentRefund, desk, refund),
  handle(deskContract.paymentTakeBack, desk, takeBack),
  handle(deskContract.invoiceCredit, desk, creditInvoiceLines),
  handle(deskContract.invoiceDesk, deskLook, readDeskView),
  handle(deskContract.disputeDecide, desk, decideDispute),
  handle(deskContract.disputeAsk, desk, askInDispute),
  handleRead(draftContract.invoiceBillable, deskLook, listBillable),
  handle(draftContract.invoiceProposal, deskLook, proposeInvoice),
  handle(draftContract.invoiceCheck, deskLook, checkTyped),
  handle(draftContract.invoiceDraftSave, desk, saveDraft),
  handle(draftContract.invoiceDraftDiscard, desk, discardDraft),
  handleRead(draftContract.invoiceDraftList, deskLook, listDrafts),
  handle(termsContract.invoiceTerms, deskLook, readTerms),
  handle(termsContract.invoiceTermsSave, desk, saveTerms),
  handle(seriesContract.invoiceSeries, deskLook, readSeries),
  handle(seriesContract.invoiceSeriesSet, desk, setSeries),
  handle(issuerContract.invoiceIssuer, deskLook, readIssuer),
  handle(issuerContract.invoiceIssuerSave, desk, saveIssuer),
];
