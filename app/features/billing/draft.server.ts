import { parse } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import type { FormReply } from "#app/components/form.tsx";
import { faulty, invalid } from "#app/components/form-reply.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import {
  type DraftContent,
  invoiceCheck,
  invoiceDraftDiscard,
  invoiceDraftSave,
  invoiceProposal,
} from "#app/contract/invoice-draft.ts";
import { addressId } from "#app/contract/wire.ts";
import { compare, parseDecimal } from "#app/lib/decimal.ts";
import { type CheckView, checkView, type MissingView, missingIn } from "./draft-check.server.ts";
import { draftSchema } from "./draft-schema.server.ts";

export const DESK_INVOICES = href("/freightForwarder/invoices");
const ADD = href("/freightForwarder/invoiceAdd");

export type DraftReply = FormReply & {
  /** Null when what was typed cannot be counted. */
  check: CheckView | null;
  missing: MissingView[];
  /** Where the draft is shown as somebody else has left it. */
  reopen: string | null;
};

export interface Subject {
  shipmentId: string | null;
  bookingId: string | null;
  draftId: string | null;
}

/** What the URL names: a shipment, a booking or a draft; null for none. */
export function subjectIn(search: URLSearchParams): Subject | null {
  const idOf = (name: string) => addressId.safeParse(search.get(name) ?? "").data ?? null;
  const subject = { shipmentId: idOf("shipment"), bookingId: idOf("booking"), draftId: idOf("id") };
  return Object.values(subject).some(Boolean) ? subject : null;
}

export type Proposal = z.output<typeof invoiceProposal.response>;

/** What the form starts from. */
export const readProposal = (visit: Visit, subject: Subject): Promise<Proposal> =>
  visit.read(invoiceProposal, subject);

/** The pressed button: saves, counts, issues, puts away, adds or removes a charge. Everything typed is kept. */
export async function handleDraft(visit: Visit, search: URLSearchParams, form: FormData) {
  const subject = subjectIn(search);
  if (!subject) throw redirect(ADD);
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  const missing = missingIn(typed.payload);
  if (typed.status !== "success")
    return data<DraftReply>({
      ...{ reply: typed.reply(), requestId: null, check: null },
      missing,
      reopen: null,
    });
  const version = Number(form.get("version")) || null;
  const key = String(form.get("requestId"));
  if (form.get("intent") === "discard") return discard(visit, { subject, version, key }, typed, missing);
  const submission = parseWithZod(form, { schema: draftSchema(visit.t) });
  if (submission.status !== "success") {
    const { data: answer, init } = invalid(submission);
    return data<DraftReply>({ ...answer, check: null, missing, reopen: null }, init ?? undefined);
  }
  const given = { ...subject, version, content: submission.value };
  const intent = form.get("intent");
  if (intent !== "issue" && intent !== "check")
    return save(visit, { ...given, issue: null }, key, submission, missing);
  const checked = await visit.readOrRefusal(invoiceCheck, { ...subject, content: submission.value });
  const seen = intent === "issue" ? String(form.get("seenTotal")) : null;
  const faults =
    checked.isDone && seen !== null ? faultsOf(visit, submission.value, checked.data, seen) : null;
  if (checked.isDone && seen !== null && !faults)
    return save(visit, { ...given, issue: { total: checked.data.total } }, key, submission, missing);
  const again = seen !== null && (await issuedAgain(visit, { ...given, issue: { total: seen } }, key));
  if (again) return again;
  if (!checked.isDone) return refused(submission, checked.fault, missing, subject);
  const view = checkView(visit, submission.value, checked.data);
  return data<DraftReply>(
    {
      reply: submission.reply(faults ?? {}),
      requestId: null,
      check: view,
      missing: view.missing,
      reopen: null,
    },
    { status: faults ? 400 : 200 },
  );
}

type Save = z.input<typeof invoiceDraftSave.request>;

const keyOf = (given: Save, key: string) => ({ key: given.issue ? `${key}.issue` : key });

/**
 * What a form comes to that comes again, by a second press or after an answer that was lost: the answer of the first time, by
 * its key, though the check now counts what that invoice has billed. The provider refuses a form that comes first for all
 * that the check has found.
 */
async function issuedAgain(visit: Visit, given: Save, key: string) {
  if (!invoiceDraftSave.request.safeParse(given).success) return null;
  const result = await visit.write(invoiceDraftSave, given, keyOf(given, key));
  return result.isDone ? savedReply(visit, result.data) : null;
}

type Submission = Parameters<typeof faulty>[0];

async function save(visit: Visit, given: Save, key: string, submission: Submission, missing: MissingView[]) {
  const result = await visit.write(invoiceDraftSave, given, keyOf(given, key));
  if (!result.isDone)
    return refused(submission, result.fault, missing, {
      draftId: given.draftId ?? null,
      shipmentId: given.shipmentId ?? null,
      bookingId: given.bookingId ?? null,
    });
  return savedReply(visit, result.data);
}

function savedReply(visit: Visit, saved: z.output<typeof invoiceDraftSave.response> | null) {
  const { draftId = null, invoiceId = null } = saved ?? {};
  visit.session.flash({ kind: "success", key: invoiceId ? "invoice-desk:issued" : "invoice-desk:saved" });
  if (invoiceId) return redirect(href("/freightForwarder/invoice/:id", { id: invoiceId }));
  return redirect(draftId ? `${ADD}?id=${draftId}` : `${DESK_INVOICES}?status=DRAFT`);
}

async function discard(
  visit: Visit,
  { subject, version, key }: { subject: Subject; version: number | null; key: string },
  submission: Submission,
  missing: MissingView[],
) {
  if (!subject.draftId || !version) throw redirect(`${DESK_INVOICES}?status=DRAFT`);
  const result = await visit.write(
    invoiceDraftDiscard,
    { id: subject.draftId, version },
    { key: `${key}.discard` },
  );
  if (!result.isDone) return refused(submission, result.fault, missing, subject);
  visit.session.flash({ kind: "success", key: "invoice-desk:discarded" });
  return redirect(`${DESK_INVOICES}?status=DRAFT`);
}

function refused(submission: Submission, fault: WriteFault, missing: MissingView[], { draftId }: Subject) {
  const { data: answer, init } = faulty(submission, {
    ...fault,
    fields: fault.fields.map(({ path, message }) => ({ path: path.replace(/^content\./, ""), message })),
  });
  const reopen = fault.code === CODE_CONFLICT && draftId ? `${ADD}?id=${draftId}` : null;
  return data<DraftReply>({ ...answer, check: null, missing, reopen }, init ?? undefined);
}

type Check = z.output<typeof invoiceCheck.response>;

/** What stands against issuing: another total than the page showed, and differences without a reason. */
function faultsOf({ t }: Visit, content: DraftContent, check: Check, seen: string) {
  const fieldErrors: Record<string, string[]> = {};
  for (const { lines, charge } of check.differences.filter(({ isExplained }) => !isExplained)) {
    const name =
      lines.length > 0 ? `lines[${lines[0]}].reason` : `missing[${indexOfMissing(check, charge)}].reason`;
    fieldErrors[name] = [t("invoice-desk:fault.reason")];
  }
  const total = parseDecimal(seen);
  const isSeen = total !== null && compare(total, check.total) === 0;
  const shown = `${check.total} ${content.currency}`;
  const formErrors = isSeen ? [] : [t("invoice-desk:fault.total", { total: shown })];
  return isSeen && Object.keys(fieldErrors).length === 0 ? null : { formErrors, fieldErrors };
}

const indexOfMissing = ({ differences }: Check, charge: string) =>
  differences.filter(({ lines }) => lines.length === 0).findIndex((each) => each.charge === charge);
