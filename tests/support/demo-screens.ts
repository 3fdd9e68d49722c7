import { readXlsx } from "hucre";
import { shipmentDocument } from "#app/contract/shipment.ts";
import { shipmentExport } from "#app/contract/shipment-export.ts";
import { pdfTextOf } from "./pdf-text.ts";
import type { Browser } from "./portal.ts";
import type { TestProvider } from "./provider.ts";

/** A spoken time. */
const SPOKEN = String.raw`(?:today|yesterday|tomorrow)(?:, \d\d:\d\d)?|\w{3} \d{1,2} \w{3}(?: \d{4})?`;
/** A line of the list about a milestone, not about the reason of a delay: "next: Tue 1 Dec Vessel arrival Rotterdam". */
const MOVEMENT = new RegExp(`^(next: |overdue: )?(${SPOKEN}) (.+)$`);
const isMovement = (line: string) => MOVEMENT.test(line);

/** "You: verified gross mass, Tue 1 Dec". */
const OWN_STEP = new RegExp(`^You: (.+?)(?:, (?:${SPOKEN}))?$`);

/** Removes tags and makes one text with single spaces. */
const plain = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .trim();
const inside = (markup: string, pattern: RegExp) => pattern.exec(markup)?.[1] ?? "";
const SHOWN_TIME = new RegExp(String.raw`${SPOKEN}|\d{4}-\d\d-\d\d(?: [\d:]+)?`);
/** The page without its pictures: as it is read, and with each time as its whole stamp with the offset. */
const page = async (browser: Browser, path: string) => {
  const answer = await browser.get(path);
  const asRead = answer.markup.replace(/<svg[\s\S]*?<\/svg>/g, "");
  const markup = asRead.replace(
    /<time [^>]*title="([^"·]*)[^>]*>([^<]*)<\/time>/gi,
    (_, stamp: string, text: string) => text.replace(SHOWN_TIME, stamp.trim()),
  );
  return { status: answer.status, markup, asRead: asRead.replace(/<\/?time\b[^>]*>/gi, "") };
};
/** "2026-11-21 18:05" or "2026-11-21". */
const TIME = /\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/;
/** The same, with seconds and offset where it has them. */
const STAMP = `${TIME.source}(?::\\d\\d)?(?: UTC[+-]\\d\\d:\\d\\d)?`;
const timeIn = (text: string) => TIME.exec(text)?.[0] ?? "";

interface ListRow {
  id: string;
  number: string;
  badge: string;
  progress: string[];
  cells: Record<string, string>;
}

interface MilestoneShown {
  /** "reached", "overdue now". */
  state: string;
  label: string;
  place: string;
  /** With its offset. */
  stamp: string;
}

/** The milestones of a page, in their order; not the cut-offs and stated dates among them. */
const milestonesIn = (markup: string): MilestoneShown[] =>
  [
    ...markup.matchAll(
      /<li class="((?:reached|expected|planned|overdue|unknown)(?: now)?)">([\s\S]*?)<\/li>/g,
    ),
  ]
    .map(([, state = "", entry = ""]) => ({
      state,
      label: plain(inside(entry, /<b>([\s\S]*?)<\/b>/)),
      place: plain(inside(entry, /<\/b>(?:<!-- -->)?, ([\s\S]*?)(?: \([A-Z0-9]+\))?(?:<!-- -->)?\s*<span/)),
      stamp: inside(plain(entry), new RegExp(`(${STAMP})`)),
    }))
    .filter(({ place }) => place !== "");

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Why the milestones do not say what a line of the list says; null where they do. */
function unlike(line: string, milestones: readonly MilestoneShown[]): string | null {
  const [, kind, spoken = "", what = ""] = MOVEMENT.exec(line) ?? [];
  const wanted = kind === "next: " ? / now$/ : kind ? /^overdue now$/ : /^reached/;
  const same = milestones.filter(({ label, place }) => `${label} ${place}` === what || label === what);
  if (same.length === 0) return "is no milestone";
  const inState = same.filter(({ state }) => wanted.test(state));
  if (inState.length === 0) return `is ${same.map(({ state }) => state).join(", ")}`;
  if (!/^\w{3} \d/.test(spoken)) return null;
  const days = inState.map(({ stamp }) => {
    const day = new Date(`${timeIn(stamp).slice(0, 10)}T00:00:00Z`);
    return `${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
  });
  return days.some((day) => spoken.startsWith(day)) ? null : `is of ${days.join(", ")}`;
}

interface Dated {
  planned: string;
  actual: string;
}

const columns = "houseNumber,status,portOfDeparture,portOfArrival,etd,atd,eta,ata,delivery";

async function rowsOf(browser: Browser, number: number, pageSize: number): Promise<ListRow[]> {
  const path = `/shipments/index?page=${number}&pageSize=${pageSize}&rows=full&columns=${columns}`;
  const { markup } = await page(browser, path);
  const body = inside(markup, /<tbody[^>]*>([\s\S]*?)<\/tbody>/);
  return [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) => {
    const cells = Object.fromEntries(
      [...row.matchAll(/<td[^>]*data-label="([^"]*)"[^>]*>([\s\S]*?)<\/td>/g)].map(([, label, cell]) => [
        label!,
        cell!,
      ]),
    );
    const status = cells.Status ?? "";
    const progress = [...status.matchAll(/<p[^>]*>([\s\S]*?)<\/p>/g)].map(([, line]) => plain(line!));
    return {
      id: inside(row, /\/shipments\/detail\/(\d+)/),
      number: plain(inside(row, /\/shipments\/detail\/\d+"[^>]*>([^<]*)</)),
      badge: plain(status.replace(/<p[^>]*>[\s\S]*?<\/p>/g, "")),
      progress,
      cells: Object.fromEntries(Object.entries(cells).map(([label, cell]) => [label, plain(cell)])),
    };
  });
}

function datesIn(markup: string): Record<string, Dated> {
  const table = inside(markup, /<caption[^>]*>Dates<\/caption>([\s\S]*?)<\/table>/);
  const rows = [...table.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row]) => row!);
  return Object.fromEntries(
    rows.flatMap((row) => {
      const label = inside(row, /<th[^>]*scope="row"[^>]*>([\s\S]*?)<\/th>/);
      const [planned = "", actual = ""] = [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell]) =>
        plain(cell!),
      );
      return label ? [[plain(label), { planned, actual }]] : [];
    }),
  );
}

/** A time with its clock ("... UTC-06:00") as an instant. */
function instantOf(text: string): number | null {
  const [, day, time, offset] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC([+-]\d\d:\d\d)/.exec(text) ?? [];
  return day ? Date.parse(`${day}T${time}${offset}`) : null;
}

export interface Walk {
  browser: Browser;
  provider: Pick<TestProvider, "apiUrl">;
  /** Bearer token of the same account. */
  token: string;
  now: Date;
  /** Number of shipments to compare, the last changed first. */
  shipments: number;
  /** Documents are compared for every n-th of them. */
  papersOf?: number;
}

/**
 * Contradictions between screens and files of a shipment, one per line: list, detail, dashboard, preview,
 * documents, export.
 */
export async function contradictions(walk: Walk): Promise<string[]> {
  const { browser, provider, token, now, shipments, papersOf = 8 } = walk;
  const faults: string[] = [];
  const rows: ListRow[] = [];
  for (let number = 1; rows.length < shipments; number++) {
    const more = await rowsOf(browser, number, Math.min(100, shipments));
    rows.push(...more);
    if (more.length < Math.min(100, shipments)) break;
  }
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  for (const [index, row] of rows.entries()) {
    const say = (what: string) => faults.push(`${row.number} (${row.badge}): ${what}`);
    const differ = (what: string, one: string, other: string) => {
      if (one !== other) say(`${what}: '${one}' and '${other}'`);
    };
    const { markup, asRead, status } = await page(browser, `/shipments/detail/${row.id}`);
    if (status !== 200) {
      say(`its page answers ${status}`);
      continue;
    }
    const main = inside(markup, /<main[^>]*>([\s\S]*)<\/main>/);
    differ("badge in list and detail", row.badge, plain(inside(main, /<\/h1>([\s\S]*?)<\/div>/)));
    const read = inside(asRead, /<main[^>]*>([\s\S]*)<\/main>/);
    const milestones = milestonesIn(main);
    // What one's own side has to do stands in other words at the shipment, with the time of day.
    const [own = [], forwarderSteps = []] = [true, false].map((isOwn) =>
      row.progress.filter((line) => OWN_STEP.test(line) === isOwn),
    );
    for (const line of forwarderSteps.filter(isMovement)) {
      const fault = unlike(line, milestones);
      if (fault) say(`'${line}' of the list ${fault} on its page`);
    }
    const band = plain(inside(read, /<div class="[^"]*bg-warning-soft[^"]*">([\s\S]*?)<nav/));
    for (const line of own) {
      const [, what = ""] = OWN_STEP.exec(line) ?? [];
      if (!band.includes("You: ") || !band.includes(what))
        say(`'${line}' of the list is not what '${band}' says`);
    }
    const dates = datesIn(main);
    const departure = dates["Departure (ETD, ATD)"] ?? { planned: "", actual: "" };
    const arrival = dates["Arrival (ETA, ATA)"] ?? { planned: "", actual: "" };
    const delivery = dates["Delivery (ETA to door, delivered)"] ?? { planned: "", actual: "" };
    const { ETD = "", ATD = "", ETA = "", ATA = "", Delivery = "" } = row.cells;
    differ("ETD in list and detail", timeIn(ETD), timeIn(departure.planned));
    differ("ATD in list and detail", timeIn(ATD), timeIn(departure.actual));
    differ("ATA in list and detail", timeIn(ATA), timeIn(arrival.actual));
    differ("delivery in list and detail", timeIn(Delivery), timeIn(delivery.actual));
    const shownArrival = ETA.startsWith("Arrived") || ETA.startsWith("Delivered") ? null : timeIn(ETA);
    if (shownArrival !== null) {
      differ("ETA in list and detail", shownArrival, timeIn(arrival.planned));
      const [, arrived = ""] = /Arrived (.+)/.exec(ETA) ?? [];
      differ("arrival in list and detail", timeIn(arrived), ETA && timeIn(arrival.actual));
    } else if (!timeIn(arrival.actual) && !timeIn(delivery.actual))
      say(`'${ETA}' in the list, no arrival in the dates`);
    for (const [label, { actual }] of Object.entries(dates)) {
      const at = instantOf(actual);
      if (at !== null && at > now.getTime()) say(`${label} is actual and lies ahead (${actual})`);
    }
    const actuals = milestones.filter(({ state }) => state === "reached").map(({ stamp }) => stamp);
    for (const [label, { actual }] of Object.entries(dates)) {
      // List and dates show a delivery to the door on the port's clock.
      const isTold =
        label.startsWith("Delivery") || actual === ""
          ? actuals.some((at) => instantOf(at) === instantOf(actual))
          : actuals.includes(inside(actual, new RegExp(`(${STAMP})`)));
      if (timeIn(actual) && !isTold) say(`${label} ${actual} is no actual of the timeline`);
    }
    for (const reason of forwarderSteps.filter((text) => !isMovement(text)))
      if (!plain(read).includes(reason)) say(`'${reason}' is in the list only`);
    const preview = await page(browser, `/preview?searchType=H&number=${row.number}`);
    const previewed = plain(inside(preview.markup, /<main[^>]*>([\s\S]*)<\/main>/));
    const isPublic = previewed.includes(`Found for ${row.number}`);
    if (isPublic) {
      if (!previewed.includes(row.badge)) say(`the preview does not say '${row.badge}'`);
      // The public preview shows movements, not documents.
      const previewMilestones = milestonesIn(preview.markup);
      for (const line of forwarderSteps.filter((text) => isMovement(text) && !/ Booked /.test(text))) {
        const fault = unlike(line, previewMilestones);
        if (fault) say(`'${line}' of the list ${fault} in the preview`);
      }
      for (const [label, dated] of [
        ["Departure", departure],
        ["Arrival", arrival],
      ] as const) {
        const previewTime = new RegExp(`${label} · Actual (${TIME.source})`).exec(previewed)?.[1] ?? "";
        differ(`${label} in preview and detail`, previewTime, timeIn(dated.actual));
      }
    }
    if (index % papersOf === 0) {
      const papers = await page(browser, `/shipments/detail/${row.id}?tab=documents`);
      for (const [, documentId = ""] of papers.markup.matchAll(/\/shipments\/document\/\d+\/(\d+)/g)) {
        const text = await paperOf(provider, token, { id: row.id, documentId });
        if (!text.includes(row.number)) say(`a paper does not name it: '${text.slice(0, 60)}'`);
        for (const [word, dated] of [
          ["ATD", departure.actual],
          ["ATA", arrival.actual],
        ] as const) {
          const [, paperTime = ""] = new RegExp(`${word}[^\\n]*\\n(${TIME.source})`).exec(text) ?? [];
          if (paperTime && paperTime !== timeIn(dated))
            say(`${word} ${paperTime} on a paper, ${timeIn(dated)} in the dates`);
        }
      }
    }
  }
  const { markup: dashboard } = await page(browser, "/dashboard");
  for (const [, line = ""] of dashboard.matchAll(/<li[^>]*>([\s\S]*?)<\/li>/g)) {
    const number = plain(inside(line, /\/shipments\/detail\/\d+"[^>]*>([^<]*)</));
    const row = byNumber.get(number);
    if (!row) continue;
    const text = plain(line);
    if (!text.includes(row.badge))
      faults.push(`${number}: '${text}' on the dashboard, '${row.badge}' in the list`);
    const { ETA = "", To = "" } = row.cells;
    // A shipment that has arrived shows that in place of its ETA; the list, sorted by the ETA, shows both.
    const listTime = timeIn(/Arrived \d.*/.exec(ETA)?.[0] ?? ETA);
    if (/Arrived \d|ETA/.test(text) && timeIn(text) !== listTime)
      faults.push(`${number}: '${text}' on the dashboard, '${ETA}' in the list`);
    if (To && !text.includes(To)) faults.push(`${number}: '${text}' on the dashboard goes not to ${To}`);
  }
  faults.push(...(await exportFaults(provider, token, byNumber)));
  return faults;
}

/** Calls the provider directly as the portal does, since a `Browser` reads answers as text. */
async function paperOf(
  provider: Pick<TestProvider, "apiUrl">,
  token: string,
  document: { id: string; documentId: string },
): Promise<string> {
  const answer = await fetch(`${provider.apiUrl}${shipmentDocument.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, language: "en" },
    body: JSON.stringify({ ...document, clock: "place" }),
  });
  return pdfTextOf(Buffer.from(await answer.arrayBuffer()));
}

async function exportFaults(
  provider: Pick<TestProvider, "apiUrl">,
  token: string,
  rows: ReadonlyMap<string, ListRow>,
): Promise<string[]> {
  const answer = await fetch(`${provider.apiUrl}${shipmentExport.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, language: "en" },
    body: JSON.stringify({
      clock: "place",
      columns: ["houseNumber", "status", "atd", "ata", "delivery"],
    }),
  });
  const book = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  const [, ...lines] = book.sheets.flatMap((sheet) => sheet.rows);
  const text = (cell: unknown) =>
    cell instanceof Date ? cell.toISOString().replace("T", " ").slice(0, 19) : String(cell ?? "");
  return lines.flatMap((line) => {
    const row = rows.get(text(line[0]));
    if (!row) return [];
    return (["ATD", "ATA", "Delivery"] as const).flatMap((name, index) => {
      const [file, list] = [timeIn(text(line[index + 2])), timeIn(row.cells[name] ?? "")];
      return file === list ? [] : [`${row.number}: ${name} '${file}' in the file, '${list}' in the list`];
    });
  });
}
