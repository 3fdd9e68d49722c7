import { href } from "react-router";
import { isOfLackingScreen } from "#app/access/offer.server.ts";
import { isPathAllowed } from "#app/access/path.ts";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { type SearchHit, searchFind } from "#app/contract/search.ts";
import { SEARCH_TEXT_MAX, type SearchedKind, searchedKinds } from "#app/contract/search-code.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { Translate } from "#app/locales/translation.ts";
import { type PageView, pagesNamed } from "./pages.server.ts";

/** Hits of the page of results; suggestions are fewer. */
const RESULTS_MAX = 30;
const SUGGESTIONS_MAX = 8;
const KEYWORD_MAX = 50;

/** A record that was found, as a link with a line about it. */
export interface HitView {
  kind: SearchedKind;
  href: string;
  title: string;
  line: string;
}

export interface Suggestion extends Omit<HitView, "kind"> {
  kind: string;
}

export interface Found {
  hits: (HitView & { isWhole: boolean })[];
  pages: PageView[];
  /** Why the provider did not look for it; null where it did, or has no such call. */
  fault: string | null;
  /** The provider has no such call. */
  isLacking: boolean;
}

/** What is looked for by an address; empty for nothing. */
export const typedIn = (search: URLSearchParams): string =>
  (search.get("q") ?? "")
    .slice(0, SEARCH_TEXT_MAX)
    .toWellFormed()
    .replace(/\p{Cc}/gu, " ")
    .trim();

/** Records and pages for a text. Throws as `visit.readOrRefusal`. */
async function find(visit: Visit, rights: Rights, text: string, limit: number): Promise<Found> {
  const pages = pagesNamed(visit, rights, text);
  if (!visit.offers(searchFind)) return { hits: [], pages, fault: null, isLacking: true };
  const answer = await visit.readOrRefusal(searchFind, { text, limit });
  if (!answer.isDone) {
    const isLacking = !visit.offers(searchFind);
    return { hits: [], pages, fault: isLacking ? null : answer.fault.message, isLacking };
  }
  const hits = answer.data.hits.flatMap((hit) => {
    const to = hrefOf(hit, rights);
    return to && isPathAllowed(rights, pathOf(to)) && !isOfLackingScreen(to)
      ? [{ kind: hit.kind, href: to, title: hit.title, line: lineOf(hit, visit.t), isWhole: hit.isWhole }]
      : [];
  });
  return { hits, pages, fault: null, isLacking: false };
}

const pathOf = (address: string) => address.split("?")[0] ?? address;

/** The page of a record: of those that the desk works on, the desk's own. */
function hrefOf({ kind, id }: SearchHit, { isDesk }: Rights): string | null {
  switch (kind) {
    case "shipment":
      return href("/shipments/detail/:id", { id });
    case "booking":
      return href(isDesk ? "/freightForwarder/booking/:id" : "/shipments/bookingDetail/:id", { id });
    case "quote":
      return isDesk ? href("/freightForwarder/quote/:id", { id }) : withQuery(href("/quote/detail"), { id });
    case "invoice":
      return href(isDesk ? "/freightForwarder/invoice/:id" : "/billing/detail/:id", { id });
    case "conversation":
      return isDesk
        ? href("/freightForwarder/conversation/:id", { id })
        : withQuery(href("/messageCenter/index"), { session: id });
    default:
      // Another provider may find what the portal has no page for.
      return null;
  }
}

/** Whose it is, by which number it was found, where it goes and how it stands. */
function lineOf(hit: SearchHit, t: Translate): string {
  const { company, number, origin, destination, houseNumber } = hit;
  return [
    company,
    number && t(`search:number.${number.kind}`, { number: number.text }),
    [origin, destination].filter(Boolean).join(" → "),
    houseNumber && t("search:houseNumber", { number: houseNumber }),
    statusOf(hit, t),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** An unknown status of another provider is shown as it is. */
function statusOf({ kind, status }: SearchHit, t: Translate): string {
  if (!status) return "";
  switch (kind) {
    case "shipment":
      return t(`shipments:status.${status as "BOOKED"}`);
    case "booking":
      return t(`bookings:status.${status as "DRAFT"}`);
    case "quote":
      return t(`quotes:status.${status as "NEW"}`);
    case "invoice":
      return status === "OVERDUE" ? t("billing:overdue") : t(`billing:status.${status as "OPEN"}`);
    default:
      return status;
  }
}

/**
 * Where a search leads at once: to the one record with that number; of a provider without the call to the shipment list. Null where
 * there is something to choose from, or nothing.
 */
function straightTo({ hits, pages, isLacking }: Found, text: string, rights: Rights): string | null {
  const list = href("/shipments/index");
  if (isLacking && pages.length === 0 && mayOpen(list, rights)) return listHref(text);
  const numbered = hits.filter(({ kind }) => kind !== "conversation");
  const whole = numbered.filter(({ isWhole }) => isWhole);
  if (whole.length === 1) return whole[0]!.href;
  // A beginning that is a word as well may be meant so.
  return hits.length === 1 && numbered.length === 1 && pages.length === 0 ? hits[0]!.href : null;
}

const mayOpen = (path: string, rights: Rights) => isPathAllowed(rights, path) && !isOfLackingScreen(path);
const listHref = (text: string) =>
  withQuery(href("/shipments/index"), { keyword: text.slice(0, KEYWORD_MAX).toWellFormed() });

export interface SearchView {
  text: string;
  fault: string | null;
  groups: { title: string; rows: (Omit<HitView, "kind"> | PageView)[] }[];
  /** What is said in place of results. */
  empty: { title: string; text: string } | null;
  /** How many were found; empty without a question. */
  count: string;
  list: { href: string; text: string } | null;
  words: { label: string; submit: string; key: string };
}

/** The page of results, or the address to which the search leads at once. */
export async function loadSearch(visit: Visit, rights: Rights, text: string): Promise<SearchView | string> {
  const { t } = visit;
  const words = { label: t("search:label"), submit: t("search:submit"), key: t("search:key") };
  if (text === "") {
    const empty = { title: t("search:start.title"), text: t("search:start.text") };
    return { text, fault: null, groups: [], empty, count: "", list: null, words };
  }
  const found = await find(visit, rights, text, RESULTS_MAX);
  const straight = straightTo(found, text, rights);
  if (straight) return straight;
  const { hits, pages, fault } = found;
  const count = hits.length + pages.length;
  const groups = [
    ...searchedKinds.map((kind) => ({
      title: t(`search:group.${kind}`),
      rows: hits.filter((hit) => hit.kind === kind).map(({ href, title, line }) => ({ href, title, line })),
    })),
    { title: t("search:group.page"), rows: pages },
  ].filter(({ rows }) => rows.length > 0);
  return {
    text,
    fault,
    groups,
    empty:
      count === 0 && !fault ? { title: t("search:none.title", { text }), text: t("search:none.text") } : null,
    count: hits.length < RESULTS_MAX ? t("search:count", { count }) : t("search:countFirst", { count }),
    list: mayOpen(href("/shipments/index"), rights) ? { href: listHref(text), text: t("search:list") } : null,
    words,
  };
}

/** A few of what a text finds, for the field's script, with what a screen reader says; null where nobody could look. */
export async function suggestions(
  visit: Visit,
  rights: Rights,
  text: string,
): Promise<{ said: string; rows: Suggestion[] } | null> {
  const { t } = visit;
  if (text === "") return { said: "", rows: [] };
  const { hits, pages, fault } = await find(visit, rights, text, SUGGESTIONS_MAX);
  if (fault) return null;
  const rows = [
    ...hits.map(({ kind, href, title, line }) => ({ kind: t(`search:kind.${kind}`), href, title, line })),
    ...pages.map((page) => ({ ...page, kind: t("search:kind.page"), line: "" })),
  ];
  return { said: t("search:count", { count: rows.length }), rows };
}
