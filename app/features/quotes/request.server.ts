import { parse, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { type TypedRates, type WeightView, weightView } from "#app/components/cargo-weight-words.ts";
import { faulty, invalid } from "#app/components/form-reply.server.ts";
import { type MeasuredRow, newMeasuredRow } from "#app/components/measure-fields.tsx";
import {
  type QuoteDetailData,
  type QuoteRequest,
  quoteAdd,
  quoteDetail,
  quoteUpdate,
} from "#app/contract/quote.ts";
import type { RequestFields } from "./request-form.tsx";
import { earlyFaults, requestSchema } from "./request-schema.server.ts";

/** What the form begins with. */
export interface RequestStart {
  /** The request that is changed; null for a new one. */
  changed: { id: string; version: number; quoteNumber: string } | null;
  fields: RequestFields;
  weight: WeightView | null;
}

const anId = /^\d{1,19}$/;
export const idOf = (search: URLSearchParams, name = "id"): string | null => {
  const id = search.get(name) ?? "";
  return anId.test(id) ? id : null;
};

/** An empty form, one filled from an old request (`?from=`), or a request that is still to be priced (`?id=`). */
export async function requestStart(visit: Visit, search: URLSearchParams): Promise<RequestStart> {
  const id = idOf(search);
  const from = idOf(search, "from");
  const source = id ?? from;
  if (!source) return { changed: null, fields: emptyRequest, weight: null };
  const quote = await visit.read(quoteDetail, { id: source });
  const fields = fieldsOf(quote, id === null);
  const weight = weightOf(visit, fields);
  if (!id) return { changed: null, fields, weight };
  if (!quote.actions.includes("update")) throw redirect(`/quote/detail?id=${id}`);
  return { changed: { id, version: quote.version, quoteNumber: quote.quoteNumber }, fields, weight };
}

const emptyRequest: RequestFields = { packages: [newMeasuredRow], freightMode: "AIR", service: "DTD" };

/** A new request takes over what was asked; its day is its own. */
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
    cargoReadyDate: isNew ? "" : (request.cargoReadyDate ?? ""),
    ...(isNew ? ratesOf(options ?? []) : {}),
  };
}

/** Rates by weight of the old quote serve the advice of the new one. */
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

/** What the page shows again: the form as typed, and the weight worked out of it. */
export interface RequestReply {
  reply: SubmissionResult<string[]>;
  requestId: string | null;
  weight: WeightView | null;
}

/** Sends, adds or removes a row, or works out the weight, as the pressed button says. */
export async function handleRequest(visit: Visit, search: URLSearchParams, form: FormData) {
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  const weight = weightOf(visit, typed.payload);
  if (typed.status !== "success" || form.get("intent") === "work-out") {
    return data<RequestReply>({ reply: typed.reply(), requestId: null, weight });
  }
  const submission = parseWithZod(form, { schema: requestSchema(visit.t) });
  if (submission.status !== "success") {
    const { data: answer, init } = invalid(submission);
    const error = { ...earlyFaults(typed.payload, visit.t), ...answer.reply.error };
    return data<RequestReply>({ ...answer, reply: { ...answer.reply, error }, weight }, init ?? undefined);
  }
  const id = idOf(search);
  const key = String(form.get("requestId"));
  const version = Number(form.get("version"));
  const result = id
    ? await visit.write(quoteUpdate, { ...submission.value, id, version }, { key })
    : await visit.write(quoteAdd, submission.value, { key });
  if (!result.isDone) {
    const { data: answer, init } = faulty(submission, result.fault);
    return data<RequestReply>({ ...answer, weight }, init ?? undefined);
  }
  const made = result.data && "id" in result.data ? result.data.id : id;
  visit.session.flash({ kind: "success", key: id ? "quoteUpdated" : "quoteRequested" });
  return redirect(`/quote/detail?id=${made}`);
}

function weightOf(visit: Visit, typed: { packages?: unknown; freightMode?: unknown }): WeightView | null {
  const rows = (Array.isArray(typed.packages) ? typed.packages : []) as MeasuredRow[];
  const cargo = { mode: typed.freightMode, rows: rows.filter(Boolean), rates: typed as TypedRates };
  return weightView(cargo, visit.t, visit.language);
}
