import { createHash } from "node:crypto";
import { parse, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { fieldName } from "#app/components/field-name.server.ts";
import { faulty, invalid } from "#app/components/form-reply.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { quotePrice } from "#app/contract/quote.ts";
import {
  draftOptions,
  priceConflict,
  quoteDraftSave,
  quoteWithdraw,
  WITHDRAW_REASON_MAX,
} from "#app/contract/quote-desk.ts";
import { emptyOption } from "./price-fields.ts";
import { postedPrice, priceSchema } from "./price-schema.server.ts";
import { deskQuoteHref } from "./quote.server.ts";

export interface PriceReply {
  reply: SubmissionResult<string[]>;
  requestId: string | null;
  conflict: PriceConflict | null;
  /** Form of the page that takes a price back. */
  withdraw: { reason: string; fault: string | null; reasonFault: string | null } | null;
}

/** Somebody else was faster. */
export interface PriceConflict {
  text: string;
  /** Name of the button that goes ahead over the present version; null where that is not possible. */
  over: string | null;
  isDraft: boolean;
}

interface Versions {
  version: number;
  draftVersion: number;
}

/** Carries out the pressed button: send, save a draft, work out, add or remove a row. */
export async function handlePrice(visit: Visit, id: string, form: FormData) {
  const intent = String(form.get("intent") ?? "");
  if (intent === "withdraw") return withdraw(visit, id, form);
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  const posted = postedPrice.safeParse(typed.payload);
  if (!posted.success) return misshapen(visit);
  const over = /^over:(send|draft):(\d{1,9}):(\d{1,9})$/.exec(intent);
  const action = over?.[1] ?? intent;
  if (typed.status !== "success" || (action !== "send" && action !== "draft"))
    return data<PriceReply>({ reply: typed.reply(), ...nothingElse });
  const versions: Versions = over
    ? { version: Number(over[2]), draftVersion: Number(over[3]) }
    : { version: Number(form.get("version")) || 0, draftVersion: Number(form.get("draftVersion")) || 0 };
  const input = { ...versions, options: posted.data.options };
  const key = keyOf(form, { id, action, ...input });
  return action === "draft"
    ? saveDraft(visit, id, form, { ...input, key })
    : send(visit, id, form, { ...versions, key });
}

const nothingElse = { requestId: null, conflict: null, withdraw: null };

/** One key per content: a retry is the same write, changed content is another. */
const keyOf = (form: FormData, content: object) =>
  createHash("sha256")
    .update(`${form.get("requestId")}\n${JSON.stringify(content)}`)
    .digest("base64url");

async function send(
  visit: Visit,
  id: string,
  form: FormData,
  { key, ...versions }: Versions & { key: string },
) {
  const submission = parseWithZod(form, { schema: priceSchema(visit.t, new Date()) });
  if (submission.status !== "success") {
    const { data: answer, init } = invalid(submission);
    return data<PriceReply>({ ...nothingElse, ...answer }, init ?? undefined);
  }
  const result = await visit.write(quotePrice, { id, ...versions, ...submission.value }, { key });
  if (!result.isDone) {
    const { data: answer, init } = faulty(submission, result.fault);
    return data<PriceReply>(
      { ...nothingElse, ...answer, conflict: conflictOf(result.fault, "send") },
      init ?? undefined,
    );
  }
  visit.session.flash({ kind: "success", key: "desk-quote:sent" });
  return redirect(deskQuoteHref(id));
}

async function saveDraft(
  visit: Visit,
  id: string,
  form: FormData,
  { key, options, ...versions }: Versions & { key: string; options: unknown[] },
) {
  const submission = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  const draft = draftOptions.safeParse(options);
  if (!draft.success) {
    const error: Record<string, string[]> = {};
    for (const { path, code, ...issue } of draft.error.issues) {
      const maximum = code === "too_big" && "maximum" in issue ? Number(issue.maximum) : 0;
      error[fieldName(["options", ...path].join("."))] = [visit.t("freight:fault.tooLong", { maximum })];
    }
    const reply = { ...submission.reply(), status: "error" as const, error };
    return data<PriceReply>({ ...nothingElse, reply }, { status: 400 });
  }
  const result = await visit.write(quoteDraftSave, { id, ...versions, options: draft.data }, { key });
  if (!result.isDone) {
    const { data: answer, init } = faulty(submission, result.fault);
    return data<PriceReply>(
      { ...nothingElse, ...answer, conflict: conflictOf(result.fault, "draft") },
      init ?? undefined,
    );
  }
  visit.session.flash({ kind: "success", key: "desk-quote:drafted" });
  return redirect(`${deskQuoteHref(id)}#price`);
}

/** Null for other refusals. */
function conflictOf({ code, data, message }: WriteFault, action: "send" | "draft"): PriceConflict | null {
  if (code !== CODE_CONFLICT) return null;
  const conflict = priceConflict.safeParse(data);
  const over = conflict.success
    ? `over:${action}:${conflict.data.version}:${conflict.data.draftVersion}`
    : null;
  return { text: message, over, isDraft: action === "draft" };
}

/** No form of ours sends such fields; the form is shown anew. */
function misshapen({ t }: Visit) {
  const reply: SubmissionResult<string[]> = {
    status: "error",
    initialValue: { options: [emptyOption] },
    error: { "": [t("refusals:formMisshapen")] },
  };
  return data<PriceReply>({ ...nothingElse, reply }, { status: 400 });
}

async function withdraw(visit: Visit, id: string, form: FormData) {
  const { t } = visit;
  const reason = String(form.get("reason") ?? "").trim();
  const refuse = (
    status: number,
    reply: { fault?: string; reasonFault?: string; requestId?: string | null },
  ) =>
    data<PriceReply>(
      {
        ...nothingElse,
        reply: {},
        requestId: reply.requestId ?? null,
        withdraw: { reason, fault: reply.fault ?? null, reasonFault: reply.reasonFault ?? null },
      },
      { status },
    );
  if (reason === "") return refuse(400, { reasonFault: t("freight:fault.required") });
  if (reason.length > WITHDRAW_REASON_MAX)
    return refuse(400, { reasonFault: t("freight:fault.tooLong", { maximum: WITHDRAW_REASON_MAX }) });
  const requestId = String(form.get("requestId"));
  const version = Number(form.get("version")) || null;
  const result = await visit.write(quoteWithdraw, { id, reason, version }, { key: requestId });
  if (!result.isDone) {
    const { kind, code, message } = result.fault;
    const isUnknown = kind === "unavailable";
    const status = isUnknown ? 503 : code === CODE_CONFLICT ? 409 : 400;
    return refuse(status, { fault: message, requestId: isUnknown ? requestId : null });
  }
  visit.session.flash({ kind: "success", key: "desk-quote:withdrawn" });
  return redirect(deskQuoteHref(id));
}
