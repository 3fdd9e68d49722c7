import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { DeskItem } from "#app/contract/desk.ts";
import { endsByHand } from "#app/contract/desk-code.ts";
import { paperTypes } from "#app/contract/document-code.ts";
import { HOUR_MS, relativeTime, wireToInstant } from "#app/lib/date-time.ts";
import type { Line } from "#app/lib/moment.ts";

/** From here on the promise is nearly over. */
const SOON_MS = 4 * HOUR_MS;

/** An item of the inbox in the reader's language. */
export interface ItemView {
  id: string;
  /** The item in the state that is shown; an action names it, and another state refuses it. */
  seen: string;
  kind: DeskItem["kind"];
  kindLabel: string;
  label: string;
  /** Null where there is no page of it. */
  href: string | null;
  company: string;
  summary: string;
  opened: Line;
  due: { text: string; stamp: string; isSoon: boolean; isLate: boolean } | null;
  /** Who works on it, when it comes back, or who ended it. */
  holder: Line;
  watchers: string;
  isMine: boolean;
  isFree: boolean;
  isSnoozed: boolean;
  isDone: boolean;
  endsByHand: boolean;
}

export function itemView(
  item: DeskItem,
  visit: Visit,
  { userId, now }: { userId: string; now: Date },
): ItemView {
  const { t, dated } = visit;
  const holder = item.substitute ?? item.holder;
  return {
    id: item.id,
    seen: `${item.id}:${item.version}`,
    kind: item.kind,
    kindLabel: item.step ? t(`inbox:step.${item.step}`) : t(`inbox-list:kindName.${item.kind}`),
    label: item.label || t(`inbox-list:kindName.${item.kind}`),
    href: hrefOf(item),
    company: item.company?.name ?? "",
    summary: summaryOf(item, visit),
    opened: dated(item.openedAt, (time) => t("inbox:since", { time })),
    due: dueOf(item, visit, now),
    holder: holderText(item, visit, userId),
    watchers: item.watchers
      .map(({ name, isTyping }) => t(isTyping ? "inbox:types" : "inbox:looks", { name }))
      .join(" · "),
    isMine: holder !== null && (holder.userId === userId || item.holder?.userId === userId),
    isFree: holder === null,
    isSnoozed: item.snoozedUntil !== null,
    isDone: item.doneAt !== null,
    endsByHand: endsByHand(item.kind),
  };
}

function summaryOf({ kind, summary }: DeskItem, { t, language }: Visit): string {
  if (kind !== "PAPER") return summary || (kind === "EVENT" ? t("inbox:events") : "");
  const names = summary
    .split(" ")
    .flatMap((code) => paperTypes.filter((type) => type === code))
    .map((type) => t(`documents:type.${type}`));
  return t("inbox:lacking", { papers: names.join(language === "zh" ? "、" : ", ") });
}

function hrefOf({ kind, subjectId, bookingId, teamId, invoiceId }: DeskItem): string | null {
  switch (kind) {
    case "QUOTE":
      return href("/freightForwarder/quote/:id", { id: subjectId });
    case "BOOKING":
    case "CHANGE":
      return bookingId && href("/freightForwarder/booking/:id", { id: bookingId });
    case "CONVERSATION":
      return teamId && href("/freightForwarder/conversation/:id", { id: teamId });
    case "DISPUTE":
      return invoiceId && href("/freightForwarder/invoice/:id", { id: invoiceId });
    case "ACCOUNT":
      return href("/freightForwarder/accounts");
    case "EVENT":
      return href("/freightForwarder/events");
    case "PAPER":
      return href("/document/shipment/:id", { id: subjectId });
  }
}

function dueOf(item: DeskItem, { t, language, stamp }: Visit, now: Date): ItemView["due"] {
  if (item.doneAt !== null) return null;
  if (item.isPaused) return { text: t("inbox:paused"), stamp: "", isSoon: false, isLate: false };
  const due = wireToInstant(item.dueAt);
  if (!due) return null;
  const left = due.getTime() - now.getTime();
  const time = relativeTime(due, now, language) ?? "";
  return {
    text: left < 0 ? t("inbox:overdue", { time }) : t("inbox:due", { time }),
    stamp: stamp(due, "full"),
    isSoon: left >= 0 && left < SOON_MS,
    isLate: left < 0,
  };
}

function holderText(item: DeskItem, { t, dated }: Visit, userId: string): Line {
  const { holder, substitute } = item;
  if (item.doneAt !== null)
    return dated(item.doneAt, (time) =>
      t(item.doneBy ? "inbox:endedBy" : "inbox:ended", { name: item.doneBy ?? "", time }),
    );
  const who = !holder
    ? t("inbox:free")
    : substitute
      ? t("inbox:standsIn", { name: substitute.name, absent: holder.name })
      : holder.userId === userId
        ? t("inbox:you")
        : holder.name;
  return item.snoozedUntil
    ? dated(item.snoozedUntil, (time) => `${who} · ${t("inbox:until", { time })}`)
    : who;
}
