import { redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteResult } from "#app/access/write-fault.server.ts";
import type { InvoiceDetailData } from "#app/contract/invoice.ts";
import { TAKE_BACK_REASON_MAX } from "#app/contract/invoice-code.ts";
import {
  disputeAsk,
  disputeDecide,
  invoiceCredit,
  paymentAllocate,
  paymentRecord,
  paymentRefund,
  paymentTakeBack,
} from "#app/contract/invoice-desk.ts";
import { parseDecimal } from "#app/lib/decimal.ts";
import { type DeskInvoice, deskInvoiceHref } from "./detail.server.ts";
import { againWith, refusedWith, typedIn, versionIn } from "./form.server.ts";

/** What was posted, as one of the forms reads it. */
interface Posted {
  visit: Visit;
  found: InvoiceDetailData;
  desk: DeskInvoice;
  typed: Record<string, string>;
  key: string;
  seen: { invoiceId: string; version: string };
}

type Faults = Record<string, string>;
type Flash = "credited" | "paid" | "allocated" | "takenBack" | "refunded" | "decided" | "asked";
/** Faults of fields, or what the provider answered. */
type Outcome = { faults: Faults } | { result: WriteResult<unknown>; flash: Flash };

/** The pressed button: pays, allocates, refunds, takes back, credits, or answers a dispute. A refusal keeps what was typed. */
export async function actOnInvoice(
  visit: Visit,
  invoice: InvoiceDetailData,
  desk: DeskInvoice,
  form: FormData,
) {
  const typed = typedIn(form);
  const intent = typed.intent ?? "";
  const [verb = "", ...names] = intent.split("-");
  const act = acts[verb];
  if (!act) throw redirect(deskInvoiceHref(invoice.id));
  const posted = {
    visit,
    found: invoice,
    desk,
    typed,
    key: String(form.get("requestId")),
    seen: { invoiceId: invoice.id, version: versionIn(typed) },
  };
  const outcome = await act(posted, names);
  if ("faults" in outcome) return againWith(intent, typed, outcome.faults, 400);
  if (!outcome.result.isDone) return refusedWith(intent, typed, outcome.result.fault, posted.key);
  visit.session.flash({ kind: "success", key: `invoice-desk:${outcome.flash}` });
  return redirect(deskInvoiceHref(invoice.id));
}

const acts: Record<string, (posted: Posted, names: string[]) => Promise<Outcome>> = {
  pay: recordPayment,
  allocate: allocateLeft,
  refund: refundLeft,
  takeBack: takeAllocationBack,
  credit: creditLines,
  decide: decideDispute,
};

async function recordPayment({ visit, found, desk, typed, key, seen }: Posted): Promise<Outcome> {
  const faults: Faults = {};
  const amount = amountIn(visit, typed, "amount", faults);
  const paidOn = dayIn(visit, typed, "paidOn", faults);
  const reference = referenceIn(visit, typed, faults);
  const allocations = partsIn({ visit, found, desk, typed }, faults);
  if (hasFaults(faults)) return { faults };
  const { currency } = found.amount;
  const input = { companyId: desk.company.id, currency, amount, paidOn, reference, allocations, seen };
  return { result: await visit.write(paymentRecord, input, { key }), flash: "paid" };
}

async function allocateLeft(
  { visit, found, desk, typed, key, seen }: Posted,
  names: string[],
): Promise<Outcome> {
  const faults: Faults = {};
  const allocations = partsIn({ visit, found, desk, typed }, faults);
  const source = sourceOf(names);
  if (!source || (allocations.length === 0 && !hasFaults(faults)))
    faults[""] = visit.t("invoice-desk:fault.nothing");
  if (!source || hasFaults(faults)) return { faults };
  const result = await visit.write(paymentAllocate, { source, allocations, seen }, { key });
  return { result, flash: "allocated" };
}

async function refundLeft({ visit, typed, key, seen }: Posted, names: string[]): Promise<Outcome> {
  const faults: Faults = {};
  const amount = amountIn(visit, typed, "amount", faults);
  const refundedOn = dayIn(visit, typed, "refundedOn", faults);
  const reference = referenceIn(visit, typed, faults);
  const source = sourceOf(names);
  if (!source) faults[""] = visit.t("invoice-desk:fault.choice");
  if (!source || hasFaults(faults)) return { faults };
  const result = await visit.write(paymentRefund, { source, amount, refundedOn, reference, seen }, { key });
  return { result, flash: "refunded" };
}

async function takeAllocationBack(
  { visit, typed, key, seen }: Posted,
  [allocationId = ""]: string[],
): Promise<Outcome> {
  const faults: Faults = {};
  const reason = typed.reason ?? "";
  if (reason === "") faults.reason = visit.t("invoice-desk:fault.empty");
  if (reason.length > TAKE_BACK_REASON_MAX)
    faults.reason = visit.t("invoice-desk:fault.tooLong", { max: TAKE_BACK_REASON_MAX });
  if (!/^\d{1,18}$/.test(allocationId)) faults[""] = visit.t("invoice-desk:fault.choice");
  if (hasFaults(faults)) return { faults };
  const result = await visit.write(paymentTakeBack, { allocationId, reason, seen }, { key });
  return { result, flash: "takenBack" };
}

async function creditLines({ visit, found, typed, key, seen }: Posted): Promise<Outcome> {
  const faults: Faults = {};
  const lines = found.lines.flatMap(({ id }) => {
    const name = `net-${id}`;
    if (!typed[name]) return [];
    const net = parseDecimal(typed[name]);
    if (net !== null && FACTOR.test(net)) return [{ lineId: id, net }];
    faults[name] = visit.t("invoice-desk:fault.number");
    return [];
  });
  const note = typed.note ?? "";
  if (note.length > 2_000) faults.note = visit.t("invoice-desk:fault.tooLong", { max: 2_000 });
  if (lines.length === 0 && !hasFaults(faults)) faults[""] = visit.t("invoice-desk:fault.nothing");
  if (hasFaults(faults)) return { faults };
  const result = await visit.write(invoiceCredit, { invoiceId: found.id, lines, note, seen }, { key });
  return { result, flash: "credited" };
}

async function decideDispute({ visit, typed, key, seen }: Posted, [id = ""]: string[]): Promise<Outcome> {
  const faults: Faults = {};
  const decision = (["CREDITED", "ACCEPTED", "REFUSED", "ASK"] as const).find(
    (each) => each === typed.decision,
  );
  const text = typed.text ?? "";
  if (!decision) faults.decision = visit.t("invoice-desk:fault.choice");
  if (text.length > 1_000) faults.text = visit.t("invoice-desk:fault.tooLong", { max: 1_000 });
  // A refusal or a question without words tells the customer nothing.
  if ((decision === "REFUSED" || decision === "ASK") && text === "")
    faults.text = visit.t("invoice-desk:fault.empty");
  const creditNet = decision === "CREDITED" ? parseDecimal(typed.creditNet) : null;
  if (decision === "CREDITED" && (creditNet === null || !FACTOR.test(creditNet)))
    faults.creditNet = visit.t("invoice-desk:fault.number");
  if (!decision || !/^\d{1,18}$/.test(id) || hasFaults(faults)) return { faults };
  if (decision === "ASK")
    return { result: await visit.write(disputeAsk, { id, text }, { key }), flash: "asked" };
  const input = { id, state: decision, note: text, creditNet, seen };
  return { result: await visit.write(disputeDecide, input, { key }), flash: "decided" };
}

const FACTOR = /^-?\d{1,12}(\.\d{1,6})?$/;
const AMOUNT = /^\d{1,14}(\.\d{1,4})?$/;
const hasFaults = (faults: Faults) => Object.keys(faults).length > 0;

function amountIn({ t }: Visit, typed: Record<string, string>, name: string, faults: Faults): string {
  const amount = parseDecimal(typed[name]);
  if (amount !== null && AMOUNT.test(amount)) return amount;
  faults[name] = t(typed[name] ? "invoice-desk:fault.number" : "invoice-desk:fault.empty");
  return "";
}

function dayIn({ t }: Visit, typed: Record<string, string>, name: string, faults: Faults): string {
  const day = z.iso.date().safeParse(typed[name]).data;
  if (day && day >= "1990-01-01" && day < "2200-01-01") return day;
  faults[name] = t("invoice-desk:fault.day");
  return "";
}

function referenceIn({ t }: Visit, typed: Record<string, string>, faults: Faults): string {
  const reference = typed.reference ?? "";
  if (reference.length > 100) faults.reference = t("invoice-desk:fault.tooLong", { max: 100 });
  return reference;
}

/** What goes to which invoice: of this one, and of the others that the page shows. */
function partsIn(
  { visit, found, desk, typed }: Pick<Posted, "visit" | "found" | "desk" | "typed">,
  faults: Faults,
) {
  const invoices = [{ id: found.id, invoiceNumber: found.invoiceNumber }, ...desk.open];
  return invoices.flatMap(({ id, invoiceNumber }) => {
    const name = `part-${id}`;
    if (!typed[name] || parseDecimal(typed[name]) === "0") return [];
    const amount = amountIn(visit, typed, name, faults);
    return amount ? [{ invoiceNumber, amount }] : [];
  });
}

function sourceOf([kind, id = ""]: string[]) {
  if ((kind !== "PAYMENT" && kind !== "CREDIT_NOTE") || !/^\d{1,18}$/.test(id)) return null;
  return { kind, id } as const;
}
