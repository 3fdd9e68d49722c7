import { createHash } from "node:crypto";
import { parse, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { type TypedRates, type WeightView, weightView } from "#app/components/cargo-weight-words.ts";
import { formKeyIn, freshKey, type MadeBefore, postedFormKey } from "#app/components/form-key.server.ts";
import { faulty, invalid } from "#app/components/form-reply.server.ts";
import { type MeasuredRow, newMeasuredRow } from "#app/components/measure-fields.tsx";
import {
  type QuoteDetailData,
  type QuoteRequest,
  quoteAdd,
  quoteConflict,
  quoteDetail,
  quoteOfForm,
  quoteUpdate,
} from "#app/contract/quote.ts";
import { addressId } from "#app/contract/wire.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { requestDifferences } from "./difference.server.ts";
import type { RequestFields } from "./fields.ts";
import { earlyFaults, requestSchema, requiredInRequest } from "./schema.server.ts";

/** Initial state of the form. */
export interface RequestStart {
  /** The request to change; null for a new one. */
  changed: { id: string; version: number; quoteNumber: string } | null;
  fields: RequestFields;
  weight: WeightView | null;
  /** Id of this open form, by which its own earlier saves are recognized. */
  editor: string;
  /** What the form with this URL has already sent. */
  made: MadeBefore | null;
  /** Fields that are always required. */
  required: string[];
}

export const idOf = (search: URLSearchParams, name = "id"): string | null => {
  const id = search.get(name) ?? "";
  return addressId.safeParse(id).success ? id : null;
};

/** An empty form, one filled from an old request (`?from=`), or a request without a price (`?id=`). */
export async function requestStart(visit: Visit, url: URL): Promise<RequestStart> {
  const search = url.searchParams;
  const id = idOf(search);
  const start = {
    changed: null,
    editor: freshKey(visit),
    made: id ? null : await findMade(visit, await formKeyIn(visit, url)),
    required: requiredInRequest(visit.t),
  };
  const source = id ?? idOf(search, "from");
  if (!source) return { ...start, fields: emptyRequest, weight: null };
  const quote = await visit.read(quoteDetail, { id: source });
  const fields = fieldsOf(quote, id === null);
  const weight = weightOf(visit, fields);
  if (!id) return { ...start, fields, weight };
  if (!quote.actions.includes("update")) throw redirect(withQuery(href("/quote/detail"), { id }));
  const changed = { id, version: quote.version, quoteNumber: quote.quoteNumber };
  return { ...start, changed, fields, weight };
}

/** The quote that the form with this URL has created. */
async function findMade(visit: Visit, formKey: string): Promise<MadeBefore | null> {
  const answer = await visit.readOrRefusal(quoteOfForm, { formKey });
  // A provider built from product 7 alone does not have this call.
  return answer.isDone ? answer.data.made : null;
}

const emptyRequest: RequestFields = {
  packages: [newMeasuredRow],
  containers: [{}],
  freightMode: "AIR",
  service: "DTD",
};

/** A new request copies an old one, except for its date. */
function fieldsOf({ request, options }: QuoteDetailData, isNew: boolean): RequestFields {
  return {
    ...(request satisfies QuoteRequest),
    packages: request.packages.map((row) => ({
      ...row,
      pieces: String(row.pieces),
      length: row.length ?? "",
      width: row.width ?? "",
      height: row.height ?? "",
    })),
    containers:
      request.containers.length > 0
        ? request.containers.map((row) => ({ containerType: row.containerType, count: String(row.count) }))
        : [{}],
    cargoReadyDate: isNew ? "" : (request.cargoReadyDate ?? ""),
    ...(isNew ? ratesOf(options ?? []) : {}),
  };
}

/** Rates by weight of the old quote, for the advice of the new one. */
export function ratesOf(options: NonNullable<QuoteDetailData["options"]>): TypedRates {
  const option = options.find(({ isAccepted }) => isAccepted) ?? options[0];
  const rates: Record<string, string> = {};
  for (const { unit, price, weightMin } of option?.lines ?? []) {
    if (!/^(\/|per )?kg$/i.test(unit.trim()) || weightMin === null) continue;
    const name = rateNames[Number(weightMin)];
    if (name) rates[name] ??= price;
  }
  return rates;
}
const rateNames: Record<number, string> = {
  0: "rateNormal",
  45: "rate45",
  100: "rate100",
  300: "rate300",
  500: "rate500",
};

/** Shown again: the typed form, and the computed weight. */
export interface RequestReply {
  reply: SubmissionResult<string[]>;
  requestId: string | null;
  weight: WeightView | null;
  conflict: RequestConflict | null;
}

/** The stored request, beside the typed one. */
export interface RequestConflict {
  title: string;
  text: string;
  theirs: string;
  differences: { label: string; mine: string; theirs: string }[];
  quoteId: string;
  quoteNumber: string;
  version: number;
  /** This form has already sent it. */
  isSentBefore: boolean;
}

/** Handles the pressed button: sends, adds or removes a row, or computes the weight. */
export async function handleRequest(visit: Visit, search: URLSearchParams, form: FormData) {
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  const weight = weightOf(visit, typed.payload);
  if (typed.status !== "success" || form.get("intent") === "work-out") {
    return data<RequestReply>({ reply: typed.reply(), requestId: null, weight, conflict: null });
  }
  const submission = parseWithZod(form, { schema: requestSchema(visit.t) });
  if (submission.status !== "success") {
    const { data: answer, init } = invalid(submission);
    const error = { ...earlyFaults(typed.payload, visit.t), ...answer.reply.error };
    const reply = { ...answer.reply, error };
    return data<RequestReply>({ ...answer, reply, weight, conflict: null }, init ?? undefined);
  }
  const result = await send(visit, search, form, submission.value);
  if (!result.isDone) {
    const { data: answer, init } = faulty(submission, result.fault);
    const conflict = conflictOf(visit, result.fault, submission.value, idOf(search));
    return data<RequestReply>({ ...answer, weight, conflict }, init ?? undefined);
  }
  const id = idOf(search) ?? readKeepMine(form)?.id ?? null;
  const made =
    result.data && "id" in result.data ? result.data.id : (id ?? (await findMadeId(visit, search)));
  const isMerged = result.data !== null && "isMerged" in result.data && result.data.isMerged;
  const done = id ? "quoteUpdated" : "quoteRequested";
  visit.session.flash({ kind: "success", key: isMerged ? "savedMerged" : done });
  return redirect(made ? withQuery(href("/quote/detail"), { id: made }) : href("/quote/index"));
}

/** For a provider that does not return the id of the new quote. */
async function findMadeId(visit: Visit, search: URLSearchParams): Promise<string | null> {
  const formKey = postedFormKey(search);
  return formKey ? ((await findMade(visit, formKey))?.id ?? null) : null;
}

/** Sends a new request, or changes the one of the URL or of 'keep mine'. */
async function send(visit: Visit, search: URLSearchParams, form: FormData, request: QuoteRequest) {
  const over = readKeepMine(form);
  const id = idOf(search) ?? over?.id ?? null;
  const typedOver = Number(form.get("version")) || 0;
  const version = over?.version ?? typedOver;
  const isAnother = form.get("intent") === "another";
  const content = `${form.get("requestId")}\n${isAnother}\n${version}\n${JSON.stringify(request)}`;
  // One idempotency key per content: a retry is the same write, changed content is another.
  const key = createHash("sha256").update(content).digest("base64url");
  if (!id) {
    const formKey = isAnother ? null : postedFormKey(search);
    return visit.write(quoteAdd, { ...request, formKey }, { key });
  }
  const editor = z.string().min(1).max(100).safeParse(form.get("editor")).data ?? null;
  const base = over ? typedOver : null;
  return visit.write(quoteUpdate, { ...request, id, version, editor, base }, { key });
}

/** For the button 'keep mine': the quote, and the version that it replaces. */
function readKeepMine(form: FormData): { id: string; version: number } | null {
  const [, id, version] = /^keep:(\d{1,19}):(\d{1,9})$/.exec(String(form.get("intent") ?? "")) ?? [];
  return id && version ? { id, version: Number(version) } : null;
}

/** Null for other refusals. */
function conflictOf(
  visit: Visit,
  { data, message }: WriteFault,
  mine: QuoteRequest,
  id: string | null,
): RequestConflict | null {
  const conflictAnswer = quoteConflict.safeParse(data);
  if (!conflictAnswer.success) return null;
  const { conflict: theirs } = conflictAnswer.data;
  const { t } = visit;
  const isSentBefore = id === null;
  return {
    title: isSentBefore
      ? t("quotes:conflict.sentTitle")
      : t(theirs.isOwn ? "quotes:conflict.ownTitle" : "quotes:conflict.title"),
    text: message,
    theirs: isSentBefore
      ? t("quotes:conflict.sent")
      : t(theirs.isOwn ? "quotes:conflict.own" : "quotes:conflict.theirs"),
    differences: requestDifferences(mine, theirs.request, theirs.fields, visit),
    quoteId: theirs.id,
    quoteNumber: theirs.quoteNumber,
    version: theirs.version,
    isSentBefore,
  };
}

function weightOf(visit: Visit, typed: { packages?: unknown; freightMode?: unknown }): WeightView | null {
  const rows = (Array.isArray(typed.packages) ? typed.packages : []) as MeasuredRow[];
  const cargo = { mode: typed.freightMode, rows: rows.filter(Boolean), rates: typed as TypedRates };
  return weightView(cargo, visit.t, visit.language);
}
