import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { TickPanelView } from "#app/components/list/list-panel.tsx";
import type { ListView } from "#app/components/list/list-view.ts";
import type { ShipmentState } from "#app/components/shipment-badge.tsx";
import { SHARE_LIMITS, shareStart } from "#app/contract/share.ts";
import { wireId } from "#app/contract/wire.ts";
import { withQuery } from "#app/lib/with-query.ts";

/** Ticked shipments that an address is read for: beyond them a choice is too long anyway. */
const TICKED_MAX = 200;
/** As many on a page as a link shows, so that whatever one page has can be ticked. */
const PAGE_SIZE = SHARE_LIMITS.shipments;

/** A page of shipments to choose from, as another feature finds them. */
interface MatchingShipments {
  keyword: string;
  params: Record<string, string>;
  total: number;
  isTotalCapped: boolean;
  lost: string | null;
  filters: string[];
  rows: {
    id: string;
    number: string;
    status: ShipmentState;
    label: string;
    route: string;
    date: string;
  }[];
}
type Find = (page: { page: number; pageSize: number }) => Promise<MatchingShipments>;

/** Ids of `?id=`, each once. */
export const idsIn = (search: URLSearchParams) =>
  [...new Set(search.getAll("id"))].filter((id) => wireId.safeParse(id).success).slice(0, TICKED_MAX);

/** Why the choice is asked for again; null when nothing is wrong with it. */
function faultOf({ t }: Visit, choice: string | null, ticked: number, total: number): string | null {
  const most = SHARE_LIMITS.shipments;
  if (ticked > most) return t("sharing:choose.tooMany", { count: ticked, most });
  if (choice === "done") return t("sharing:choose.noneTicked");
  return choice === "all" && total > 0 ? t("sharing:choose.tooManyFit", { count: total, most }) : null;
}

/** Where the page is in the list: its range in words, and the pages beside it. */
function placeOf({ t }: Visit, page: number, { rows, total, isTotalCapped }: MatchingShipments) {
  const from = (page - 1) * PAGE_SIZE + 1;
  const to = from + rows.length - 1;
  const words = isTotalCapped ? "shell:pager.rangeCapped" : "shell:pager.range";
  const isMore = to < total || (isTotalCapped && rows.length === PAGE_SIZE);
  return {
    range: rows.length > 0 ? t(words, { from, to, total }) : null,
    previous: page > 1 ? String(page - 1) : null,
    next: rows.length > 0 && isMore ? String(page + 1) : null,
  };
}

export type ShareChoiceView = NonNullable<Awaited<ReturnType<typeof loadShareChoice>>>;

/**
 * The step before the form: shipments of the list to tick, over several pages and searches, in one GET form. `choose`
 * is the page, `all` (whatever fits), or `done`. Null when the choice is made; throws a redirect when `all` makes it.
 */
export async function loadShareChoice(visit: Visit, search: URLSearchParams, find: Find) {
  const { t } = visit;
  const choice = search.get("choose");
  const ids = idsIn(search);
  const most = SHARE_LIMITS.shipments;
  if (ids.length <= most && (choice === null || (choice === "done" && ids.length > 0))) return null;
  const page = /^[1-9]\d{0,3}$/.test(choice ?? "") ? Number(choice) : 1;
  const matches = await find({ page, pageSize: PAGE_SIZE });
  const { rows, total, isTotalCapped, filters } = matches;
  const isWhole = total > 0 && total <= most && !isTotalCapped;
  if (choice === "all" && isWhole) {
    const query = new URLSearchParams(rows.map(({ id }) => ["id", id]));
    throw redirect(`${href("/shipments/share")}?${query}`);
  }
  const ticked = new Set(ids);
  const shownIds = new Set(rows.map(({ id }) => id));
  return {
    fault: faultOf(visit, choice, ids.length, total),
    lost: matches.lost,
    keyword: matches.keyword,
    hidden: Object.entries(matches.params),
    rows: rows.map((row) => ({ ...row, isTicked: ticked.has(row.id) })),
    elsewhere: await numbersOf(
      visit,
      ids.filter((id) => !shownIds.has(id)),
    ),
    place: placeOf(visit, page, matches),
    unfiltered: withQuery(href("/shipments/share"), { choose: "1" }),
    words: {
      lead: t("sharing:choose.lead", { most }),
      find: t("shipment-list:keyword"),
      search: t("sharing:choose.search"),
      filters: filters.length > 0 ? t("sharing:choose.filters", { filters: filters.join(" · ") }) : null,
      unfiltered: t("sharing:choose.unfiltered"),
      elsewhere: t("sharing:choose.ticked"),
      list: t("sharing:choose.list"),
      none: rows.length === 0 && !matches.lost ? t("sharing:choose.none") : null,
      previous: t("shell:pager.previous"),
      next: t("shell:pager.next"),
      done: t("sharing:choose.done"),
      all: isWhole && total > 1 ? t("sharing:choose.all", { count: total }) : null,
      toList: t("sharing:toList"),
    },
  };
}

/** The shipments of a list's page to tick beside it. */
export const sharePanel = (
  { t }: Visit,
  rows: TickPanelView["rows"],
  { base, params }: Pick<ListView<unknown>, "base" | "params">,
): TickPanelView => ({
  action: href("/shipments/share"),
  params,
  rows,
  close: withQuery(base, params),
  words: {
    list: t("sharing:choose.title"),
    done: t("sharing:choose.done"),
    more: t("sharing:choose.more"),
  },
});

/** Numbers of shipments that are ticked and not on the page; other people's are left out. */
async function numbersOf(visit: Visit, ids: readonly string[]): Promise<{ id: string; number: string }[]> {
  const parts: Promise<{ id: string; number: string }[]>[] = [];
  for (let at = 0; at < ids.length; at += SHARE_LIMITS.shipments)
    parts.push(
      visit
        .read(shareStart, { ids: ids.slice(at, at + SHARE_LIMITS.shipments) })
        .then(({ houseNumbers, ids: known }) =>
          known.map((id, index) => ({ id, number: houseNumbers[index] ?? "" })),
        ),
    );
  return (await Promise.all(parts)).flat();
}
