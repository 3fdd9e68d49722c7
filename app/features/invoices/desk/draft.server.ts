import { parse } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import {
  asAnswer,
  asValue,
  conflicting,
  conflictOf,
  mergeBegun,
  saveChange,
} from "#app/components/begun-form.server.ts";
import type { BegunConflict } from "#app/components/begun-form.tsx";
import type { FormReply } from "#app/components/form.tsx";
import { faulty, invalid } from "#app/components/form-reply.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { roundingRules } from "#app/contract/invoice-code.ts";
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
import { draftFields, headFields } from "./draft-fields.ts";
import { draftSchema } from "./draft-schema.server.ts";

export const DESK_INVOICES = href("/freightForwarder/invoices");
const ADD = href("/freightForwarder/invoiceAdd");

export type DraftReply = FormReply & {
  /** Null when what was typed cannot be counted. */
  check: CheckView | null;
  missing: MissingView[];
  conflict?: BegunConflict;
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

/** A posted form, as its button reads it. */
interface Posted {
  visit: Visit;
  subject: Subject;
  form: FormData;
  key: string;
  /** The version that was seen. */
  version: number | null;
  missing: MissingView[];
}

/**
 * The pressed button: saves, counts, issues, puts away, adds or removes a charge. Everything typed is kept; what was not
 * touched of a saved draft stays as it is stored now.
 */
export async function handleDraft(visit: Visit, search: URLSearchParams, form: FormData) {
  const subject = subjectIn(search);
  if (!subject) throw redirect(ADD);
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  const missing = missingIn(typed.payload);
  if (typed.status !== "success")
    return data<DraftReply>({ reply: typed.reply(), requestId: null, check: null, missing });
  const version = Number(form.get("version")) || null;
  const key = String(form.get("requestId"));
  const posted = { visit, subject, form, key, version, missing };
  const intent = form.get("intent");
  if (intent === "discard") return discard(posted, typed);
  if (intent !== "issue" && intent !== "check") return saveDraft(posted);
  const submission = parseDraft(posted, form);
  if (submission.status !== "success") return shownAgain(posted, invalid(submission));
  return intent === "issue" ? issue(posted, submission) : check(posted, submission);
}

const parseDraft = ({ visit }: Posted, form: FormData) =>
  parseWithZod(form, { schema: draftSchema(visit.t) });

const shownAgain = (
  { missing }: Posted,
  { data: answer, init }: { data: Omit<DraftReply, "check" | "missing">; init: ResponseInit | null },
) => data<DraftReply>({ ...answer, check: null, missing }, init ?? undefined);

/** Saves a new draft, or what was touched of a saved one. */
async function saveDraft(posted: Posted) {
  const { visit, subject, form, key } = posted;
  const proposal = subject.draftId ? await readProposal(visit, subject) : null;
  const saved = await saveChange({
    visit,
    form,
    stored: proposal ? { ...draftFields(proposal.content) } : {},
    version: proposal?.draft?.version ?? null,
    read(merged) {
      const submission = parseDraft(posted, merged);
      return submission.status === "success"
        ? asValue(submission.value)
        : asAnswer(shownAgain(posted, invalid(submission)));
    },
    write: (content, version) =>
      visit.write(invoiceDraftSave, { ...subject, version, content, issue: null }, { key }),
    field: shownField(visit),
    refused: (merged, fault) => refused(posted, parseDraft(posted, merged), fault),
    clash: (merged, conflict) => shownAgain(posted, conflicting(parseDraft(posted, merged), conflict)),
  });
  if ("answer" in saved) return saved.answer;
  return savedReply(visit, saved.written ?? { draftId: subject.draftId ?? "", invoiceId: null });
}

type Read = Submission & { status: "success"; value: DraftContent };

/** Counts what was typed. */
async function check(posted: Posted, submission: Read) {
  const { visit, subject } = posted;
  const checked = await visit.readOrRefusal(invoiceCheck, { ...subject, content: submission.value });
  if (!checked.isDone) return refused(posted, submission, checked.fault);
  return counted(visit, submission, checked.data);
}

function counted(visit: Visit, submission: Read, check: Check, faults: ReturnType<typeof faultsOf> = null) {
  const view = checkView(visit, submission.value, check);
  return data<DraftReply>(
    { reply: submission.reply(faults ?? {}), requestId: null, check: view, missing: view.missing },
    { status: faults ? 400 : 200 },
  );
}

/**
 * Issues what was seen, of the version that was seen: what somebody else has changed meanwhile is shown first. Sent twice, a
 * form has the same answer, by the same words.
 */
async function issue(posted: Posted, submission: Read) {
  const { visit, subject, form, key, version } = posted;
  const input = { ...subject, version, content: submission.value };
  const checked = await visit.readOrRefusal(invoiceCheck, { ...subject, content: submission.value });
  const seen = String(form.get("seenTotal"));
  const faults = checked.isDone ? faultsOf(visit, submission.value, checked.data, seen) : null;
  if (checked.isDone && !faults) {
    const whole = { ...input, issue: { total: checked.data.total } };
    const result = await visit.write(invoiceDraftSave, whole, keyOf(whole, key));
    if (result.isDone) return savedReply(visit, result.data);
    return (await changedMeanwhile(posted, result.fault)) ?? refused(posted, submission, result.fault);
  }
  const again = await issuedAgain(visit, { ...input, issue: { total: seen } }, key);
  if (again) return again;
  if (!checked.isDone) return refused(posted, submission, checked.fault);
  return counted(visit, submission, checked.data, faults);
}

/** The form as somebody else's changes leave it, with both values of what two have changed; null: that is not why. */
async function changedMeanwhile(posted: Posted, fault: WriteFault) {
  const { visit, subject, form, version } = posted;
  if (fault.code !== CODE_CONFLICT || !subject.draftId) return null;
  const { content, draft } = await readProposal(visit, subject);
  if (draft?.state !== "DRAFT" || draft.version === version) return null;
  const merged = mergeBegun(form, { ...draftFields(content) });
  const now = { version: draft.version, lead: fault.message };
  const conflict = await conflictOf(visit, merged, shownField(visit), now);
  return shownAgain(posted, conflicting(parseDraft(posted, merged.form), conflict));
}

type Save = z.input<typeof invoiceDraftSave.request>;

const keyOf = (save: Save, key: string) => ({ key: save.issue ? `${key}.issue` : key });

/**
 * What a form comes to that comes again, by a second press or after an answer that was lost: the answer of the first time, by
 * its key, though the check now counts what that invoice has billed. The provider refuses a form that comes first for all
 * that the check has found.
 */
async function issuedAgain(visit: Visit, save: Save, key: string) {
  if (!invoiceDraftSave.request.safeParse(save).success) return null;
  const result = await visit.write(invoiceDraftSave, save, keyOf(save, key));
  return result.isDone ? savedReply(visit, result.data) : null;
}

type Submission = Parameters<typeof faulty>[0];

function savedReply(visit: Visit, saved: { draftId: string; invoiceId: string | null } | null) {
  const { draftId = null, invoiceId = null } = saved ?? {};
  visit.session.flash({ kind: "success", key: invoiceId ? "invoice-desk:issued" : "invoice-desk:saved" });
  if (invoiceId) return redirect(href("/freightForwarder/invoice/:id", { id: invoiceId }));
  return redirect(draftId ? `${ADD}?id=${draftId}` : `${DESK_INVOICES}?status=DRAFT`);
}

async function discard(posted: Posted, submission: Submission) {
  const { visit, subject, version, key } = posted;
  if (!subject.draftId || !version) throw redirect(`${DESK_INVOICES}?status=DRAFT`);
  const result = await visit.write(
    invoiceDraftDiscard,
    { id: subject.draftId, version },
    { key: `${key}.discard` },
  );
  if (!result.isDone) return refused(posted, submission, result.fault);
  visit.session.flash({ kind: "success", key: "invoice-desk:discarded" });
  return redirect(`${DESK_INVOICES}?status=DRAFT`);
}

function refused(posted: Posted, submission: Submission, fault: WriteFault) {
  const fields = fault.fields.map(({ path, message }) => ({ path: path.replace(/^content\./, ""), message }));
  return shownAgain(posted, faulty(submission, { ...fault, fields }));
}

/** Names and values of the fields as people read them. */
function shownField({ t }: Visit) {
  return (name: string) => {
    const field = headFields.find((each) => each === name) ?? "lines";
    const rounding = (text: string) => roundingRules.find((rule) => rule === text);
    return {
      label: t(`invoice-desk:field.${field}`),
      shown: (text: string) =>
        field === "rounding" && rounding(text) ? t(`invoice-desk:rounding.${rounding(text)!}`) : text,
    };
  };
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
  const totalText = `${check.total} ${content.currency}`;
  const formErrors = isSeen ? [] : [t("invoice-desk:fault.total", { total: totalText })];
  return isSeen && Object.keys(fieldErrors).length === 0 ? null : { formErrors, fieldErrors };
}

const indexOfMissing = ({ differences }: Check, charge: string) =>
  differences.filter(({ lines }) => lines.length === 0).findIndex((each) => each.charge === charge);
