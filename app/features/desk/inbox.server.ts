import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import type { Choice, ListView } from "#app/components/list/list-view.ts";
import { choice, listQuery, words } from "#app/components/list/query.server.ts";
import { columnViews, listView, statusTabs } from "#app/components/list/view.server.ts";
import { deskAct, deskInbox } from "#app/contract/desk.ts";
import {
  DESK_ITEMS_MAX,
  DESK_NOTE_MAX,
  type DeskAction,
  type DeskKind,
  deskActions,
  deskKinds,
  deskPiles,
  deskSortKeys,
} from "#app/contract/desk-code.ts";
import { wireId } from "#app/contract/wire.ts";
import { formatDay, HOUR_MS, instantToWire, wallClockToInstant } from "#app/lib/date-time.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { type ItemView, itemView } from "./item-view.server.ts";

/** The parameter with which the page comes with all its items chosen: it is lost with the next step. */
const ALL = "all";
const INBOX = href("/freightForwarder/index");

const inboxQuery = listQuery(
  { pile: choice(deskPiles), kind: choice(deskKinds), keyword: words(100) },
  deskSortKeys,
  "due",
  "asc",
);

/** Rows under a heading where the list is sorted by something that several share. */
interface InboxGroup {
  heading: string | null;
  rows: ItemView[];
}

export interface InboxView extends ListView<ItemView> {
  groups: InboxGroup[];
  /** How many items there are of a kind. */
  counts: Partial<Record<DeskKind, number>>;
  sort: string;
  colleagues: Choice[];
  snoozes: Choice[];
  /** Ended items, which can only be opened again. */
  isOfDone: boolean;
  /** Every item of the page is chosen. */
  isAllChosen: boolean;
  /** The same page with all items chosen, or with none. */
  chooseHref: string;
}

/** The inbox for its URL, in the reader's language and zone. Throws as `visit.read`. */
export async function loadInbox(
  visit: Visit,
  search: URLSearchParams,
  { userId, now }: { userId: string; now: Date },
): Promise<InboxView> {
  const { t } = visit;
  const criteria = inboxQuery.read(search);
  const { filter, ...page } = criteria;
  const inbox = await visit.read(deskInbox, { ...filter, pile: filter.pile ?? "OPEN", ...page });
  const isAllChosen = search.has(ALL);
  const rows = inbox.rows.map((row) => itemView(row, visit, { userId, now }));
  const view = listView(visit, { base: INBOX, params: inboxQuery.params(criteria), ...page }, inbox, {
    columns: columnViews(columns, (key) => t(`inbox:column.${key}`)),
    rows,
    tabs: statusTabs("", deskPiles, (pile) => t(`inbox:pile.${pile}`), inbox.piles)
      .slice(1)
      // The first pile is the list without a parameter.
      .map(([pile, ...rest]) => [pile === "OPEN" ? "" : pile, ...rest]),
  });
  return {
    ...view,
    tabName: "pile",
    groups: groupsOf(rows, criteria.sort),
    counts: inbox.kinds,
    sort: criteria.sort,
    colleagues: inbox.colleagues.map(({ userId: id, name, awayUntil }) => [
      id,
      awayUntil ? t("inbox:away", { name, day: awayUntil }) : name,
    ]),
    snoozes: snoozeChoices(visit, now),
    isOfDone: filter.pile === "DONE",
    isAllChosen,
    chooseHref: inboxHref(search, isAllChosen ? {} : { [ALL]: "1" }),
  };
}

const columns = [
  { key: "what", width: "xxl" },
  { key: "summary", width: "xl" },
  { key: "due", width: "lg" },
  { key: "who", width: "lg" },
] as const;

function groupsOf(rows: readonly ItemView[], sort: string): InboxGroup[] {
  if (sort !== "kind" && sort !== "company") return [{ heading: null, rows: [...rows] }];
  const by = Map.groupBy(rows, (row) => (sort === "kind" ? row.kindLabel : row.company));
  return [...by].map(([heading, grouped]) => ({ heading, rows: grouped }));
}

/** Times until which something is put off, in the reader's zone. */
const snoozeNames = ["hours", "tomorrow", "week"] as const;
const MORNING = "08:00:00";

function snoozeTime(visit: Visit, name: (typeof snoozeNames)[number], now: Date): Date {
  const morning = (days: number) => {
    const day = formatDay(new Date(now.getTime() + days * 24 * HOUR_MS), visit.zone);
    return wallClockToInstant(`${day} ${MORNING}`, visit.zone) ?? now;
  };
  return { hours: new Date(now.getTime() + 4 * HOUR_MS), tomorrow: morning(1), week: morning(7) }[name];
}

export function snoozeChoices(visit: Visit, now: Date): Choice[] {
  return snoozeNames.map((name) => [
    name,
    visit.t(`inbox:snooze.${name}`, {
      time: visit.stamp(snoozeTime(visit, name, now), "spoken"),
    }),
  ]);
}

const seenItem = z
  .string()
  .regex(/^\d{1,18}:\d{1,9}$/)
  .transform((text) => {
    const [id = "", version = ""] = text.split(":");
    return { id, version: Number(version) };
  });

const order = z.object({
  action: z.enum(deskActions),
  items: z.array(seenItem).min(1).max(DESK_ITEMS_MAX),
  toUserId: wireId.optional().catch(undefined),
  snooze: z.enum(snoozeNames).catch("tomorrow"),
  note: z.string().trim().max(DESK_NOTE_MAX).catch(""),
});

/** Why the pressed button did less than it says: shown above the list, which then is as it stands now. */
export interface InboxReply {
  texts: string[];
  /** The items that stay chosen. */
  chosen: string[];
  requestId: string | null;
}

/**
 * Does what the pressed button says: `one` names the action and one item, `intent` the action for the checked ones.
 * `back` is where the form was.
 */
export async function actOnInbox(visit: Visit, form: FormData, back: string) {
  const { t } = visit;
  const now = new Date();
  const key = String(form.get("requestId"));
  const [action, ...one] = String(form.get("one") ?? "").split("|");
  const posted = order.safeParse({
    action: one.length > 0 ? action : form.get("intent"),
    items: one.length > 0 ? one : form.getAll("item"),
    toUserId: form.get("toUserId") ?? undefined,
    snooze: form.get("snooze") ?? undefined,
    note: form.get("note") ?? undefined,
  });
  const refused = (texts: string[], chosen: string[], status: number, requestId: string | null = null) =>
    data<InboxReply>({ texts, chosen, requestId }, { status });
  if (!posted.success) return refused([t("inbox:fault.none")], [], 400);
  const { items, snooze, ...rest } = posted.data;
  const chosen = items.map(({ id }) => id);
  if (rest.action === "handOver" && !rest.toUserId) return refused([t("inbox:fault.nobody")], chosen, 400);
  const until = rest.action === "snooze" ? instantToWire(snoozeTime(visit, snooze, now))! : undefined;
  // The button belongs to the key: two buttons of one page are two actions.
  const own = `${key}:${rest.action}:${chosen.join(",")}`.slice(0, 200);
  const result = await visit.write(deskAct, { ...rest, items, until }, { key: own });
  if (!result.isDone) {
    const { status, requestId } = standingOf(result.fault, key);
    return refused([result.fault.message], chosen, status, requestId);
  }
  const left = result.data?.refused ?? [];
  if (left.length > 0)
    return refused(
      left.map(({ label, reason, by, at }) =>
        t(by ? `inbox:refused.${reason}` : "inbox:refused.UNKNOWN", {
          label,
          name: by ?? "",
          time: visit.stamp(at),
        }),
      ),
      left.map(({ id }) => id),
      409,
    );
  visit.session.flash(doneFlash(rest.action, items.length));
  return redirect(back);
}

function doneFlash(action: DeskAction, number: number) {
  return { kind: "success", key: `inbox:${action}`, number: String(number) } as const;
}

/** The list's own address with its query, to come back to. */
export function inboxHref(search: URLSearchParams, more: Record<string, string> = {}): string {
  const criteria = inboxQuery.read(search);
  const page = criteria.page > 1 ? { page: String(criteria.page) } : {};
  return withQuery(INBOX, { ...inboxQuery.params(criteria), ...page, ...more });
}
