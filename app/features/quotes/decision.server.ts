import { data, href, redirect } from "react-router";
import { withoutUnseenPrices } from "#app/access/charges.ts";
import { isPathAllowed } from "#app/access/path.ts";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { actionName } from "#app/components/operation-log.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import {
  type QuoteDetailData,
  quoteAccept,
  quoteBook,
  quoteDetail,
  quoteReject,
} from "#app/contract/quote.ts";
import { chargeName, unitName } from "#app/lib/charge-names.ts";
import { wireToInstant } from "#app/lib/date-time.ts";
import { textOf } from "#app/lib/moment.ts";
import { formatMoney } from "#app/lib/money.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { decisionPaths, type Fact, openActions } from "./detail.server.ts";
import { quoteStatusLabel } from "./labels.server.ts";
import { optionFacts } from "./option-view.server.ts";
import { idOf } from "./request/request.server.ts";

/** Accept, reject and book have confirmation pages of their own (product 2.7, 4.3). */
export const decisions = ["accept", "reject", "book"] as const;
export type Decision = (typeof decisions)[number];

const REASON_MAX = 500;

export interface DecisionView {
  kind: Decision;
  title: string;
  question: string;
  text: string;
  /** The price to be accepted or booked; empty for a rejection. */
  facts: Fact[];
  /** Null when it is no longer possible; `notes` then give the quote's state. */
  confirm: string | null;
  status: QuoteStatus;
  statusText: string;
  notes: string[];
  reason: { label: string; hint: string } | null;
  /** The price for which the page was opened was replaced: the old and the new one. */
  replaced: ReplacedPrice | null;
  /** URL of the form. */
  action: string;
  cancel: string;
  back: string;
}

/** The old and the new price side by side. */
export interface ReplacedPrice {
  title: string;
  text: string;
  columns: [field: string, before: string, now: string];
  rows: { label: string; before: string; now: string; isChanged: boolean }[];
  changed: string;
}

/** The confirmation page. Throws a redirect to the quote when the URL names no price of the quote. */
export async function loadDecision(
  visit: Visit,
  rights: Rights,
  kind: Decision,
  search: URLSearchParams,
): Promise<DecisionView> {
  const id = idOf(search);
  if (!id) throw redirect(href("/quote/index"));
  const back = withQuery(href("/quote/detail"), { id });
  const optionId = idOf(search, "option");
  const quote = withoutUnseenPrices(
    rights,
    await visit.read(quoteDetail, { id, ...(optionId ? { optionId } : {}) }),
  );
  const { t, language } = visit;
  const replaced = quote.replacedOption ?? null;
  const option =
    quote.options?.find((each) => each.id === optionId) ??
    (replaced ? successorOf(replaced, quote) : undefined);
  if (kind !== "reject" && !option) throw redirect(back);
  const isStillOpen = openActions(quote, rights, visit).has(kind);
  const isOpen = isStillOpen && (kind === "reject" || canBeHad(quote, option, new Date()));
  const priced = kind === "reject" ? undefined : option;
  return {
    kind,
    title: t(`quotes:decision.${kind}.title`),
    question: t(`quotes:decision.${kind}.question`, { quoteNumber: quote.quoteNumber }),
    text: t(`quotes:decision.${kind}.text`, { time: visit.stamp(option?.validUntil) }),
    facts: priced
      ? [
          [t("quotes:detail.carrier"), priced.carrierName],
          ...optionFacts(priced, visit),
          [t("quotes:detail.total"), formatMoney(priced.total.amount, priced.total.currency, language) ?? ""],
        ]
      : [],
    confirm: isOpen ? t(`quotes:decision.${kind}.confirm`) : null,
    status: quote.status,
    statusText: quoteStatusLabel(t, quote.status),
    notes: isOpen ? [] : closedNotes(quote, isStillOpen, visit),
    reason:
      kind === "reject"
        ? { label: t("quotes:decision.reject.reason"), hint: t("quotes:decision.reject.reasonHint") }
        : null,
    replaced: replaced && priced ? replacedPrice(replaced, priced, visit) : null,
    action: withQuery(decisionPaths[kind], { id, option: priced?.id }),
    cancel: t("quotes:decision.cancel"),
    back,
  };
}

/** Why no decision is possible any more. */
function closedNotes(quote: QuoteDetailData, isStillOpen: boolean, visit: Visit): string[] {
  const { t } = visit;
  const notes: string[] = [t("quotes:decision.closed")];
  const last = quote.log.at(-1);
  if (last && !isStillOpen) {
    const { actor, action, at } = last;
    notes.push(t("quotes:decision.last", { actor, action: actionName(t, action), time: visit.stamp(at) }));
  }
  if (quote.booking) {
    notes.push(t("quotes:decision.bookedAs", { bookingNumber: quote.booking.bookingNumber }));
  }
  return notes;
}

/** The new price by the same carrier, else the first. */
function successorOf(replaced: Price, { options = [] }: QuoteDetailData): Price | undefined {
  return options.find(({ carrierName }) => carrierName === replaced.carrierName) ?? options[0];
}

function replacedPrice(before: Price, now: Price, visit: Visit): ReplacedPrice {
  const { t, language } = visit;
  const facts = (price: Price): [label: string, text: string][] => {
    const money = (amount: string) => formatMoney(amount, price.total.currency, language) ?? amount;
    const seen = new Map<string, number>();
    return [
      [t("quotes:detail.carrier"), price.carrierName],
      ...optionFacts(price, visit).map(([label, line]): [string, string] => [label, textOf(line)]),
      ...price.lines.map((line): [string, string] => {
        const count = (seen.get(line.description) ?? 0) + 1;
        seen.set(line.description, count);
        const name = chargeName(line.description, language);
        const label = count > 1 ? `${name} (${count})` : name;
        return [label, `${money(line.amount)} (${money(line.price)} ${unitName(line.unit, language)})`];
      }),
      [t("quotes:detail.total"), money(price.total.amount)],
    ];
  };
  const [old, present] = [new Map(facts(before)), new Map(facts(now))];
  const total = t("quotes:detail.total");
  const labels = [...new Set([...old.keys(), ...present.keys()])].filter((label) => label !== total);
  const none = t("quotes:decision.replaced.none");
  return {
    title: t("quotes:decision.replaced.title"),
    text: t("quotes:decision.replaced.text"),
    columns: [
      t("quotes:decision.replaced.field"),
      t("quotes:decision.replaced.before"),
      t("quotes:decision.replaced.now"),
    ],
    rows: [...labels, total].map((label) => {
      const [was, is] = [old.get(label) ?? none, present.get(label) ?? none];
      return { label, before: was, now: is, isChanged: was !== is };
    }),
    changed: t("quotes:decision.replaced.changed"),
  };
}

type Price = NonNullable<QuoteDetailData["options"]>[number];

/** A price can expire while the quote has others; of an accepted quote only the accepted one counts. */
function canBeHad(quote: QuoteDetailData, option: Price | undefined, now: Date): boolean {
  if (!option || (wireToInstant(option.validUntil) ?? now) < now) return false;
  return quote.status !== "ACCEPTED" || option.isAccepted;
}

export interface DecisionReply {
  /** Why it failed, in the person's language. */
  fault: string | null;
  reasonFault: string | null;
  reason: string;
  /** Id of a write without an answer: the retry uses the same one. */
  requestId: string | null;
}

/** Does it once, or says with 409 why not, with the quote's present state. */
export async function decide(
  visit: Visit,
  rights: Rights,
  kind: Decision,
  search: URLSearchParams,
  form: FormData,
) {
  const id = idOf(search);
  if (!id) throw redirect(href("/quote/index"));
  const back = withQuery(href("/quote/detail"), { id });
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
    if (!result.data) {
      visit.session.flash({ kind: "success", key: "draftSaved" });
      return redirect(isPathAllowed(rights, BOOKINGS) ? BOOKINGS : back);
    }
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

const BOOKINGS = href("/booking/index");
const BOOKING_FORM = href("/booking/add");

/** URL of the draft's booking form; null when the person may not open it. */
export function bookingFormHref(rights: Rights, bookingId: string): string | null {
  if (!isPathAllowed(rights, BOOKING_FORM)) return null;
  return `${BOOKING_FORM}?id=${bookingId}`;
}
