import { data, redirect } from "react-router";
import { withoutUnseenPrices } from "#app/access/charges.ts";
import { screensToCome } from "#app/access/navigation.ts";
import { isPathAllowed } from "#app/access/path.ts";
import type { Rights } from "#app/access/permission.ts";
import type { Visit, WriteFault } from "#app/access/visit.server.ts";
import { actionName } from "#app/components/operation-log.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import {
  type QuoteDetailData,
  quoteAccept,
  quoteBook,
  quoteDetail,
  quoteReject,
} from "#app/contract/quote.ts";
import { wireToInstant } from "#app/lib/date-time.ts";
import { formatMoney } from "#app/lib/money.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import { type Fact, openActions, optionFacts, stamp } from "./detail.server.ts";
import { quoteStatusLabel } from "./labels.server.ts";
import { zoneOf } from "./list.server.ts";
import { idOf } from "./request.server.ts";

/** Accept, reject and book, each asked once more on a page of its own (spec 2 "Quote screens", spec 4 "Quote status"). */
export const decisions = ["accept", "reject", "book"] as const;
export type Decision = (typeof decisions)[number];

const REASON_MAX = 500;

export interface DecisionView {
  kind: Decision;
  title: string;
  question: string;
  text: string;
  /** The price that is accepted or booked; empty for a rejection. */
  facts: Fact[];
  /** Null: it is not possible any more, and `notes` say how the quote stands. */
  confirm: string | null;
  status: QuoteStatus;
  statusText: string;
  notes: string[];
  reason: { label: string; hint: string } | null;
  cancel: string;
  back: string;
}

/** The page that asks. Throws a redirect to the quote when it names no price that the quote has. */
export async function loadDecision(
  visit: Visit,
  rights: Rights,
  kind: Decision,
  search: URLSearchParams,
): Promise<DecisionView> {
  const id = idOf(search);
  if (!id) throw redirect("/quote/index");
  const back = `/quote/detail?id=${id}`;
  const quote = withoutUnseenPrices(rights, await visit.read(quoteDetail, { id }));
  const { t, language } = visit;
  const zone = zoneOf(visit);
  const option = quote.options?.find((each) => each.id === search.get("option"));
  if (kind !== "reject" && !option) throw redirect(back);
  const isStillOpen = openActions(quote, rights).has(kind);
  const isOpen = isStillOpen && (kind === "reject" || canBeHad(quote, option, new Date()));
  const last = quote.log.at(-1);
  const notes = isOpen
    ? []
    : [
        t("quotes:decision.closed"),
        ...(last && !isStillOpen
          ? [
              t("quotes:decision.last", {
                actor: last.actor,
                action: actionName(t, last.action),
                time: stamp(last.at, zone),
              }),
            ]
          : []),
        ...(quote.booking
          ? [t("quotes:decision.bookedAs", { bookingNumber: quote.booking.bookingNumber })]
          : []),
      ];
  return {
    kind,
    title: t(`quotes:decision.${kind}.title`),
    question: t(`quotes:decision.${kind}.question`, { quoteNumber: quote.quoteNumber }),
    text: t(`quotes:decision.${kind}.text`, { time: option ? stamp(option.validUntil, zone) : "" }),
    facts:
      option && kind !== "reject"
        ? [
            [t("quotes:detail.carrier"), option.carrierName],
            ...optionFacts(option, { t, language, zone }),
            [
              t("quotes:detail.total"),
              formatMoney(option.total.amount, option.total.currency, language) ?? "",
            ],
          ]
        : [],
    confirm: isOpen ? t(`quotes:decision.${kind}.confirm`) : null,
    status: quote.status,
    statusText: quoteStatusLabel(t, quote.status),
    notes,
    reason:
      kind === "reject"
        ? { label: t("quotes:decision.reject.reason"), hint: t("quotes:decision.reject.reasonHint") }
        : null,
    cancel: t("quotes:decision.cancel"),
    back,
  };
}

type Price = NonNullable<QuoteDetailData["options"]>[number];

/** A price runs out by itself while the quote has others, and of an accepted quote only one counts. */
function canBeHad(quote: QuoteDetailData, option: Price | undefined, now: Date): boolean {
  if (!option || (wireToInstant(option.validUntil) ?? now) < now) return false;
  return quote.status !== "ACCEPTED" || option.isAccepted;
}

export interface DecisionReply {
  /** Why it was not done, in the person's language. */
  fault: string | null;
  reasonFault: string | null;
  reason: string;
  /** Of a write that found no answer: it is tried again under the same id. */
  requestId: string | null;
}

/** Does it, once, or says why not with 409 beside the quote as it stands now. */
export async function decide(
  visit: Visit,
  rights: Rights,
  kind: Decision,
  search: URLSearchParams,
  form: FormData,
) {
  const id = idOf(search);
  if (!id) throw redirect("/quote/index");
  const back = `/quote/detail?id=${id}`;
  const key = String(form.get("requestId"));
  const reason = String(form.get("reason") ?? "").trim();
  const optionId = idOf(search, "option") ?? "";
  if (reason.length > REASON_MAX) {
    const reasonFault = visit.t("freight:fault.tooLong", { maximum: REASON_MAX });
    return data<DecisionReply>({ fault: null, reasonFault, reason, requestId: null }, { status: 400 });
  }
  if (kind === "book") {
    const result = await visit.write(quoteBook, { id, optionId }, { key });
    if (!result.isDone) return refused(result.fault, reason, key);
    const { bookingId, bookingNumber } = result.data;
    visit.session.flash({ kind: "success", key: "quoteBooked", number: bookingNumber });
    return redirect(bookingFormHref(rights, bookingId) ?? back);
  }
  const result =
    kind === "accept"
      ? await visit.write(quoteAccept, { id, optionId }, { key })
      : await visit.write(quoteReject, { id, reason }, { key });
  if (!result.isDone) return refused(result.fault, reason, key);
  visit.session.flash({ kind: "success", key: kind === "accept" ? "quoteAccepted" : "quoteRejected" });
  return redirect(back);
}

function refused(fault: WriteFault, reason: string, key: string) {
  const isUnknown = fault.kind === "unavailable";
  const status = isUnknown ? 503 : fault.code === CODE_CONFLICT ? CODE_CONFLICT : 400;
  const reply = { fault: fault.message, reasonFault: null, reason, requestId: isUnknown ? key : null };
  return data<DecisionReply>(reply, { status });
}

const BOOKING_FORM = "/booking/add";

/** The booking form of a draft; null while there is no such screen, or for who may not open it. */
export function bookingFormHref(rights: Rights, bookingId: string): string | null {
  if (screensToCome.has(BOOKING_FORM) || !isPathAllowed(rights, BOOKING_FORM)) return null;
  return `${BOOKING_FORM}?id=${bookingId}`;
}
