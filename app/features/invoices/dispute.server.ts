import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { disputeOpen, type InvoiceDetailData } from "#app/contract/invoice.ts";
import { disputeReasons } from "#app/contract/invoice-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { chargeName } from "#app/lib/charge-names.ts";
import { countText, DAY_MS, parseWire } from "#app/lib/date-time.ts";
import type { Line } from "#app/lib/moment.ts";
import { lineName } from "./words.server.ts";

const fields = ["lineId", "reason", "body"] as const;
type DisputeField = (typeof fields)[number];
const BODY_MAX = 1_000;

export interface DisputeView {
  title: string;
  rows: { key: string; text: string; told: Line[]; credit: { text: string; href: string } | null }[];
  /** Null for those who may not, and where there is nothing to dispute. */
  form: {
    open: string;
    labels: Record<DisputeField, string>;
    lines: [string, string][];
    reasons: [string, string][];
    hint: string;
    send: string;
    max: number;
  } | null;
}

export interface DisputeReply {
  fault: { field: DisputeField | null; text: string };
  typed: Record<DisputeField, string>;
  /** Id of a write without an answer, which the next press repeats. */
  requestId: string | null;
}

/** Disputes of an invoice, and the form for another. */
export function disputeView(
  visit: Visit,
  { lines, disputes, kind }: InvoiceDetailData,
  mayOpen: boolean,
): DisputeView {
  const now = new Date();
  const { t, language } = visit;
  const nameOf = (id: string) => lineName(language, lines, id) ?? "";
  const open = new Set(disputes.filter(({ state }) => state === "OPEN").map(({ lineId }) => lineId));
  const free = lines.filter(({ id }) => !open.has(id));
  return {
    title: t("billing:dispute.title"),
    rows: disputes.map((dispute) => ({
      key: dispute.id,
      text: t("billing:dispute.told", {
        line: nameOf(dispute.lineId),
        reason: t(`billing:dispute.reasons.${dispute.reason}`),
        state: stateText(visit, dispute, now),
      }),
      told: [
        visit.dated(dispute.openedAt, (time) =>
          t("billing:dispute.by", { time, name: dispute.openedBy, text: dispute.body }),
        ),
        ...(dispute.note
          ? [
              visit.dated(dispute.decidedAt, (time) =>
                t("billing:dispute.by", { time, name: dispute.decidedBy ?? "", text: dispute.note }),
              ),
            ]
          : []),
      ],
      credit: dispute.creditNote && {
        text: t("billing:dispute.credit", { number: dispute.creditNote.invoiceNumber }),
        href: href("/billing/detail/:id", { id: dispute.creditNote.id }),
      },
    })),
    form:
      mayOpen && kind === "INVOICE" && free.length > 0 && visit.offers(disputeOpen)
        ? {
            open: t("billing:dispute.open"),
            labels: {
              lineId: t("billing:dispute.line"),
              reason: t("billing:dispute.reason"),
              body: t("billing:dispute.text"),
            },
            lines: free.map((line) => [
              line.id,
              [line.chargeCode, chargeName(line.description, language)].filter(Boolean).join(", "),
            ]),
            reasons: disputeReasons.map((reason) => [reason, t(`billing:dispute.reasons.${reason}`)]),
            hint: t("billing:dispute.hint"),
            send: t("billing:dispute.send"),
            max: BODY_MAX,
          }
        : null,
  };
}

function stateText(
  { t, language }: Visit,
  { state, answerBy }: InvoiceDetailData["disputes"][number],
  now: Date,
): string {
  const until = parseWire(answerBy);
  if (state !== "OPEN" || !until) return t(`billing:dispute.state.${state}`, { span: "" });
  const days = Math.ceil((until.at.getTime() - now.getTime()) / DAY_MS);
  const span = countText(Math.abs(days), "day", language);
  return t(days < 0 ? "billing:dispute.state.late" : "billing:dispute.state.OPEN", { span });
}

/** Sends the dispute; 400 keeps what was typed, a success leads back to the page. */
export async function openDispute(visit: Visit, id: string, form: FormData) {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  const { t } = visit;
  const typed = Object.fromEntries(
    fields.map((name) => [name, String(form.get(name) ?? "").trim()]),
  ) as Record<DisputeField, string>;
  const again = (fault: DisputeReply["fault"], status: number, requestId: string | null = null) =>
    data<DisputeReply>({ fault, typed, requestId }, { status });
  const { lineId, reason, body } = typed;
  const known = disputeReasons.find((each) => each === reason);
  if (!addressId.safeParse(lineId).success)
    return again({ field: "lineId", text: t("billing:dispute.noLine") }, 400);
  if (!known) return again({ field: "reason", text: t("billing:dispute.noReason") }, 400);
  if (body === "") return again({ field: "body", text: t("billing:dispute.noText") }, 400);
  if (body.length > BODY_MAX)
    return again({ field: "body", text: t("shell:form.tooLong", { max: BODY_MAX }) }, 400);
  const key = String(form.get("requestId"));
  const result = await visit.write(disputeOpen, { invoiceId: id, lineId, reason: known, body }, { key });
  if (!result.isDone) {
    const { kind, code, message } = result.fault;
    if (code === CODE_NOT_FOUND) throw redirect(href("/404"));
    const isUnknown = kind === "unavailable";
    return again(
      { field: null, text: message },
      isUnknown ? 503 : code === 409 ? 409 : 400,
      isUnknown ? key : null,
    );
  }
  visit.session.flash({ kind: "success", key: "disputeOpened" });
  return redirect(`${href("/billing/detail/:id", { id })}#disputes`);
}
