import { harvest } from "./fuzz.ts";
import type { Browser, Page } from "./portal.ts";

/** One address for each screen of a person with data; found by the links of the lists. */
export async function screensOf(browser: Browser): Promise<string[]> {
  const linksOf = async (path: string) => harvest((await browser.open(path)).html).paths;
  const first = (links: string[], pattern: RegExp) => links.find((link) => pattern.test(link));
  const shipment = first(await linksOf("/shipments/index?pageSize=25"), /^\/shipments\/detail\/\d+$/);
  const quote = first(await linksOf("/quote/index?status=READY_TO_BOOK"), /^\/quote\/detail\?id=\d+/);
  const booking = first(await linksOf("/booking/index?status=SUBMITTED"), /^\/shipments\/bookingDetail\/\d+/);
  const draft = first(await linksOf("/booking/index?status=DRAFT"), /^\/booking\/add\?id=\d+/);
  const session = first(await linksOf("/messageCenter/index"), /session=\d+/);
  const template = first(await linksOf("/booking/template"), /^\/booking\/templateEdit\?id=\d+/);
  const member = first(await linksOf("/account/members"), /^\/account\/memberDetail\?id=\d+/);
  return [
    "/dashboard",
    "/shipments/index?pageSize=25",
    "/shipments/index?panel=filters&portOfDeparture=CNSHA",
    shipment,
    `${shipment}?tab=cargo`,
    `${shipment}?tab=documents`,
    "/quote/index",
    quote,
    "/quote/add",
    "/booking/index",
    "/shipments/bookingList",
    booking,
    draft,
    draft?.replace("/add", "/review"),
    "/booking/template",
    template,
    "/messageCenter/index",
    session,
    `${session}&before=2`,
    "/messageCenter/index?find=the",
    "/messageCenter/teams",
    "/account/index",
    "/account/members",
    member,
    member?.replace("Detail", "Edit"),
    "/account/roles",
    "/account/activity",
    "/",
  ].flatMap((path) => (path && !path.startsWith("undefined") ? [path] : []));
}

/** Programming terms that no page may show. */
const NONSENSE =
  /undefined|\bNaN\b|\[object |Invalid Date|>null<|function \w+\(|\bat \w+ \(.*:\d+:\d+\)|Unexpected Server Error|\b(?:shipments|quotes|bookings|freight|messages|milestones|log|preview|shell|errors|members|register):[a-z]/;

/**
 * What is wrong with a page rendered from a distorted answer; null if it is usable, or an error page that names
 * the call.
 */
export function faultOf(page: Page): string | null {
  if (page.location) return null;
  if (page.status === 500 && !page.markup.includes("getInfo")) return "status 500";
  const main = page.markup.slice(page.markup.indexOf("<main"));
  if (!/<h1[^>]*>(?:\s|<[^>]*>)*[^<\s]/.test(page.markup)) return `no heading, status ${page.status}`;
  const text = main.replace(/<[^>]+>/g, (tag) => (tag.startsWith("</") ? "<" : ">"));
  const nonsense = NONSENSE.exec(text);
  return nonsense
    ? `says ${JSON.stringify(text.slice(Math.max(0, nonsense.index - 60), nonsense.index + 60))}`
    : null;
}
