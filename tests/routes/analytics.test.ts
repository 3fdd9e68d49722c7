import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { computeDue } from "#app/provider/emissions/worker.ts";
import { formIn } from "#tests/support/form-in.ts";
import { casesByDay } from "#tests/support/is-all.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipper } from "#tests/support/shipper.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false, demo: true });
  while ((await computeDue(provider.db, new Date())) > 0);
  portal = await startPortal(provider);
  browser = await portal.signedIn("demo");
});
afterAll(() => provider?.stop());

const page = async (query: string) => (await browser.get(`/analytics/index?${query}`)).markup;
/** Links of the table's last row, which has the sums. */
const sumLinks = (markup: string) =>
  [...markup.slice(markup.lastIndexOf("<tr")).matchAll(/href="([^"]*)"[^>]*>([\d,]+)</g)].map(
    ([, address, count]) => ({
      address: address!.replaceAll("&amp;", "&"),
      count: Number(count!.replace(",", "")),
    }),
  );

test("a report names the clock that its months go by, and of its count", async () => {
  const person = await portal.signedIn("chen");
  const report = async (clock: string) => {
    const requestId = requestIdOf(await person.get("/clock"));
    await person.post("/clock", { requestId, clock, returnTo: "/analytics/index" });
    return (await person.get("/analytics/index")).markup;
  };
  const byPlace = await report("place");
  expect(byPlace).toMatch(/统计时间 [\d: -]+（[^）]+）。/);
  expect(byPlace).toContain("月份按各起运港当地时间起止");
  expect(await report("utc8")).toContain("月份按 UTC+8 时钟起止");
});

describe("a report", () => {
  const queries = [
    "",
    "report=punctuality&by=carrier",
    "report=transit&by=lane",
    "by=mode&compared=yes",
    "report=eta&by=carrier",
    "report=spend&by=lane",
    "report=spend&by=charge&compared=yes",
    "report=emissions&by=lane",
    "report=emissions&by=month&compared=yes",
    "report=milestones&by=milestone",
    "report=milestones&by=carrier&baseline=last&tolerance=0",
    "report=freeTime&by=carrier&compared=yes",
  ];
  test.each(casesByDay(queries, 4))("leads from its sums to as many shipments: %s", async (query) => {
    const links = sumLinks(await page(query));
    expect(links.length).toBeGreaterThan(0);
    for (const { address, count } of links) {
      const { markup } = await browser.get(address);
      const total = /\b1–(\d+) of ([\d,]+)/.exec(markup);
      expect([address, Number(total?.[2]?.replace(",", ""))]).toEqual([address, count]);
    }
  });

  test.each([
    "by=mode&thenBy=carrier",
    "report=milestones&by=milestone&thenBy=reason",
    "report=freeTime&by=mode&thenBy=month",
    "report=spend&by=mode&thenBy=charge",
  ])("leads from the rows below a row to as many shipments: %s", { tags: "slow" }, async (query) => {
    const markup = await page(query);
    const links = [...markup.matchAll(/href="([^"]*key2=[^"]*)"[^>]*>([\d,]+)</g)].map(
      ([, address, count]) => [address!.replaceAll("&amp;", "&"), Number(count!.replace(",", ""))],
    );
    expect(links.length).toBeGreaterThan(5);
    for (const [address, count] of links.slice(0, 12)) {
      const { markup: list } = await browser.get(String(address));
      const total = /\b1–(\d+) of ([\d,]+)/.exec(list);
      expect([address, Number(total?.[2]?.replace(",", ""))]).toEqual([address, count]);
    }
  });

  test("sorts both groups, and leaves the second one out when it is folded", async () => {
    const rows = async (query: string) =>
      [...(await page(query)).matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, head]) =>
        head!.replace(/<[^>]*>/g, "").trim(),
      );
    const usual = await rows("by=mode&thenBy=carrier&order=-group");
    const firsts = usual.filter((head) => !head.includes(": ") && head !== "All together");
    expect(firsts).toEqual(firsts.toSorted().toReversed());
    const below = usual.filter((head) => head.startsWith(`${firsts[0]}: `) && !head.includes("further ones"));
    const named = below.filter((head) => !head.endsWith("Not stated"));
    expect(named.length).toBeGreaterThan(1);
    expect(named).toEqual(named.toSorted((a, b) => b.localeCompare(a, "en")));
    expect(await rows("by=mode&thenBy=carrier&order=-group&fold=yes")).toEqual([...firsts, "All together"]);
  });

  test("drops a second group that is the first one, or that the report has not", async () => {
    for (const query of ["thenBy=month", "by=mode&thenBy=mode", "by=mode&thenBy=milestone", "thenBy=x"])
      expect(await page(query)).not.toContain("; then by");
    expect(await page("by=mode&thenBy=month")).toContain("by mode; then by month");
  });

  test("draws a bar for each row of its table, with the same figures", async () => {
    const markup = await page("report=volume&by=mode");
    const drawn = [...markup.matchAll(/<title>([^<:]+): ([^<]+)<\/title>/g)].map(([, label, text]) => [
      label,
      text,
    ]);
    expect(drawn.length).toBeGreaterThan(1);
    for (const [label, text] of drawn)
      expect(markup).toMatch(new RegExp(`<th scope="row">${label}</th><td[^>]*><a [^>]*>${text}</a>`));
  });

  test.each([
    "monthFrom=nonsense&monthTo=9999-99&by=x&report=y&tolerance=-1&show=z&shipper=a&key=%00",
    `from=${"x".repeat(10_000)}&carrier=${"y".repeat(10_000)}`,
    "monthFrom=2026-11&monthTo=2026-01",
  ])("is answered whatever the address says: %s", { tags: "slow" }, async (query) => {
    const { status, markup } = await browser.get(`/analytics/index?${query.slice(0, 200)}`);
    expect([status, markup.includes("Shipments that departed")]).toEqual([200, true]);
  });

  test.each(["key", "key2"])("ignores a %s that no group has the length of", async (name) => {
    const behind = await browser.get(`/analytics/shipments?group=month&${name}=${"x".repeat(31)}`);
    expect(behind.status).toBe(200);
  });

  test("says that it is cut to 36 months", async () => {
    expect(await page("monthFrom=2021-01&monthTo=2026-10")).toContain("A report covers 36 months at most");
  });

  test("has no English words in the Chinese page", { tags: "slow" }, async () => {
    await browser.post("/language", { language: "zh", returnTo: "/" });
    for (const query of [
      "",
      "report=punctuality",
      "report=transit&compared=yes",
      "report=spend&by=mode",
      "report=eta",
      "report=emissions&by=lane&compared=yes",
      "report=milestones&by=milestone&thenBy=reason",
      "report=freeTime&by=mode&thenBy=month",
    ]) {
      const main = (await page(query)).match(/<main[\s\S]*<\/main>/)![0];
      const words = main
        .replace(/<title>[\s\S]*?<\/title>|<[^>]*>/g, " ")
        .match(/[A-Za-z]{3,}/g)
        ?.filter((word) => !/^(TEU|CBM|ETA|ETD|UTC|CSV|PDF|USD|CNY|EUR|ISO|GLEC|ecofreight|AMS)$/.test(word));
      expect(words ?? []).toEqual([]);
    }
    await browser.post("/language", { language: "en", returnTo: "/" });
  });
});

const queries = [
  "report=volume&by=mode",
  "report=punctuality&by=carrier&compared=yes",
  "report=transit&by=lane",
  "report=eta&by=lane&compared=yes",
  "report=spend&by=carrier",
  "report=spend&by=charge",
  "report=emissions&by=carrier&compared=yes",
  "report=freeTime&by=carrier",
];
test.each(casesByDay(queries, 4))("the file has the rows and figures of the page: %s", async (query) => {
  const markup = await page(query);
  const table = markup.slice(markup.lastIndexOf("<table"));
  const answer = await browser.post(`/analytics/export?${query}`, { requestId: "r", format: "csv" });
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="?(volume|punctuality|transit|eta|freeTime|spend|emissions)-\d{4}-\d\d-\d{4}-\d\d\.csv/,
  );
  const [, ...rows] = parse(answer.html);
  const shown = [...table.matchAll(/<tr\b.*?<\/tr>/gs)].slice(1).map(([row]) =>
    row
      .replace(/<[^>]*>/g, "|")
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&")
      .split("|")
      .map((cell) => cell.trim())
      .filter(Boolean),
  );
  expect(rows.map(([label]) => label)).toEqual(shown.map(([label]) => label));
  expect(rows.map(([, count]) => Number(count))).toEqual(
    shown.map(([, count]) => Number(count!.replace(",", ""))),
  );
});

test("the file has both groups, and the codes of milestones", async () => {
  const file = async (query: string) =>
    parse(
      (await browser.post(`/analytics/export?${query}`, { requestId: "r", format: "csv" })).html,
    ) as string[][];
  const [head, ...rows] = await file("by=mode&thenBy=carrier");
  expect(head!.slice(0, 3)).toEqual(["Mode", "Carrier", "Shipments"]);
  expect(rows.at(-1)!.slice(0, 2)).toEqual(["All together", "All together"]);
  const wholes = rows.slice(0, -1).filter(([, below]) => below === "All together");
  const sum = (some: string[][]) => some.reduce((total, [, , count]) => total + Number(count), 0);
  for (const [label, , count] of wholes)
    expect(sum(rows.filter(([own, below]) => own === label && below !== "All together"))).toBe(Number(count));
  expect(sum(wholes)).toBe(Number(rows.at(-1)![2]));
  const [, first] = await file("report=milestones&by=milestone");
  expect(first![0]).toMatch(/^[A-Z_]{3,}$/);
});

test("a saved report and the search log keep the second group, in both languages", {
  tags: "slow",
}, async () => {
  const person = await portal.signedIn("chen");
  const query = "report=milestones&by=milestone&thenBy=reason";
  await person.get(`/analytics/index?${query}`);
  await person.post(`/analytics/templateEdit?${query}`, {
    requestId: randomUUID(),
    name: "Why late",
    version: "",
  });
  for (const [language, text] of [
    ["zh", "节点：最近十二个月离港的运单；按节点；再按延误原因"],
    [
      "en",
      "Milestones: Shipments that departed in the last twelve months; by milestone; then by reason of the delay",
    ],
  ] as const) {
    await person.post("/language", { language, returnTo: "/" });
    const list = (await person.get("/analytics/templates")).markup;
    expect(list).toContain(text);
    expect(list).toMatch(/report=milestones&amp;by=milestone&amp;thenBy=reason/);
    const log = (await person.get("/analytics/log")).markup;
    expect(log).toContain(language === "zh" ? "再按延误原因" : "then by reason of the delay");
  }
});

test("demurrage that was billed leads to its shipments, and is hidden without the billing menu", async () => {
  const months = "monthFrom=2024-12&monthTo=2026-12";
  await sql`
    with s as (
      select s.id, s.company_id from shipment s join app_user u on u.company_id = s.company_id
      where u.user_name = 'demo' and s.atd between '2026-01-01' and now() order by s.id limit 1
    ), i as (
      insert into invoice (company_id, kind, number, shipment_id, invoice_date, currency, rounding, net, tax, total, search_text,
        issued_at)
      select company_id, 'INVOICE', 'DEM-1', id, '2026-10-01', 'USD', 'LINE', 380, 0, 380, '', now() from s returning id)
    insert into invoice_line (invoice_id, position, charge_code, description, quantity, unit_price, net, tax)
    select id, 1, 'DEM', 'Demurrage', 4, 95, 380, 0 from i`.execute(provider.db);
  const markup = await page(`report=freeTime&by=carrier&${months}`);
  expect(markup).toContain("Demurrage and detention billed");
  const levied = sumLinks(markup).find(({ address }) => address.includes("levied="))!;
  expect((await browser.get(levied.address)).markup).toContain(`of ${levied.count}`);
  const shipper = (await makeShipper(provider, portal, { role: "operator" })).browser;
  const bare = (await shipper.get(`/analytics/index?report=freeTime&${months}`)).markup;
  expect(bare).toContain("Free time");
  expect(bare).not.toContain("Demurrage and detention billed");
});

test("who lacks the menu sees no report", async () => {
  const viewer = (await makeShipper(provider, portal, { role: "booker" })).browser;
  for (const address of ["/analytics/index", "/analytics/shipments", "/analytics/export"])
    expect((await viewer.get(address)).status).not.toBe(200);
});

test("a report is saved with its question, opened, changed, copied and removed, without scripts", {
  tags: "slow",
}, async () => {
  const person = await portal.signedIn("chen");
  await person.post("/language", { language: "en", returnTo: "/" });
  const question = "report=punctuality&by=carrier&mode=OCEAN";
  const report = (await person.get(`/analytics/index?${question}`)).markup;
  const saving = /href="(\/analytics\/templateEdit[^"]*)"/.exec(report)![1]!.replaceAll("&amp;", "&");
  const form = (await person.get(saving)).markup;
  expect(form).toContain("On time: Shipments that departed in the last twelve months");
  const empty = await person.post(saving, { requestId: randomUUID(), name: "  " });
  expect([empty.status, empty.markup.includes("saved-report-name-error")]).toEqual([400, true]);
  const name = `Ocean ${"x".repeat(40)}`;
  const saved = await person.post(saving, { requestId: randomUUID(), name, isShared: "on" });
  expect([saved.status, saved.location]).toEqual([302, "/analytics/templates"]);
  const list = (await person.get("/analytics/templates")).markup;
  expect(list).toContain("The report is saved");
  const open = new RegExp(`href="(/analytics/index[^"]*)"[^>]*>${name}`)
    .exec(list)![1]!
    .replaceAll("&amp;", "&");
  expect(open).toMatch(/report=punctuality.*by=carrier.*mode=OCEAN.*template=\d+/);
  const opened = (await person.get(`${open}&tolerance=3`)).markup;
  const change = /href="(\/analytics\/templateEdit[^"]*template=\d+[^"]*)"/
    .exec(opened)![1]!
    .replaceAll("&amp;", "&");
  const changing = await person.get(change);
  expect(changing.markup).toContain(`value="${name}"`);
  const { isShared: _, ...changed } = formIn(changing, "saved-report");
  expect((await person.post(change, changed)).location).toBe("/analytics/templates");
  const stale = await person.post(change, { requestId: randomUUID(), name, version: "1" });
  expect([stale.status, stale.markup.includes("changed meanwhile")]).toEqual([409, true]);
  const id = /template=(\d+)/.exec(change)![1]!;
  const removal = `/analytics/templateRemove?id=${id}`;
  expect((await person.get(removal)).markup).toContain(`Remove &#x27;${name}&#x27;?`);
  expect((await person.post(removal, { requestId: randomUUID() })).location).toBe("/analytics/templates");
  expect((await person.get(removal)).location).toBe("/analytics/templates");
  expect((await person.get("/analytics/templates")).markup).not.toContain(name);
});

test("the search log leads to what was run, and fetches its file", async () => {
  const person = await portal.signedIn("chen");
  await person.get("/analytics/index?report=transit&by=mode");
  await person.post("/analytics/export?report=transit&by=mode", { requestId: "r", format: "csv" });
  const log = (await person.get("/analytics/log")).markup;
  const file = /href="(\/analytics\/runFile\?id=\d+)"/.exec(log)![1]!;
  const answer = await person.get(file);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="?transit-/);
  const again = /href="(\/analytics\/index\?report=transit[^"]*)"/.exec(log)![1]!.replaceAll("&amp;", "&");
  expect((await person.get(again)).status).toBe(200);
  expect((await person.get("/analytics/runFile?id=nonsense")).location).toBe("/analytics/log");
});

test("days are counted one by one, and delays by their reasons, in both languages", async () => {
  const person = await portal.signedIn("demo");
  for (const [language, head, heading] of [
    ["en", "Days", "Shipments by days from departure to arrival"],
    ["zh", "天数", "按离港至到港天数统计的运单"],
  ] as const) {
    await person.post("/language", { language, returnTo: "/" });
    const { markup } = await person.get(
      "/analytics/index?report=transit&by=days&monthFrom=2025-01&monthTo=2026-12",
    );
    expect(markup).toContain(`>${head}<`);
    expect(markup).toContain(heading);
    const behind = /href="(\/analytics\/shipments\?[^"]*group=days[^"]*)"[^>]*>(\d+)</.exec(markup)!;
    const list = (await person.get(behind[1]!.replaceAll("&amp;", "&"))).markup;
    expect(list).toContain(language === "en" ? "whole days in transit" : "运输满");
  }
  await person.post("/language", { language: "en", returnTo: "/" });
  const reasons = (await person.get("/analytics/index?report=punctuality&by=reason")).markup;
  expect(reasons).toContain("Reason of the delay");
  // A group that the report does not have is the usual one.
  expect((await person.get("/analytics/index?report=volume&by=days")).markup).toContain("by month");
});

test("the picture of a report is a file of its own, with the marks of the page", async () => {
  const person = await portal.signedIn("demo");
  await person.post("/language", { language: "zh", returnTo: "/" });
  const query = "report=punctuality&by=carrier&compared=yes";
  const answer = await person.get(`/analytics/picture?${query}`);
  await person.post("/language", { language: "en", returnTo: "/" });
  expect(answer.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="punctuality-\d{4}-\d\d-\d{4}-\d\d\.svg"$/,
  );
  const markup = answer.html;
  expect(markup).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(markup).toContain("按承运人");
  expect(markup).not.toMatch(/<script|href=|fill-\[/);
  const marks = (text: string) => text.match(/<rect x="[\d.]+%"[^>]*width="[\d.]+%"/g);
  const page = (await person.get(`/analytics/index?${query}`)).markup;
  expect(marks(markup)!.length).toBeGreaterThan(5);
  expect(marks(markup)).toEqual(marks(page));
  // Every class of a mark has its colour in the file.
  const named = new Set([...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(" ")));
  for (const name of named) expect(markup).toContain(`.${name}`);
  expect((await person.get("/analytics/picture?monthFrom=2001-01&monthTo=2001-02")).location).toMatch(
    /^\/analytics\/index\?/,
  );
});

test("a saved report is sent on a schedule, and no longer, without scripts", async () => {
  const person = await portal.signedIn("chen");
  await person.post("/language", { language: "en", returnTo: "/" });
  const saving = "/analytics/templateEdit?report=transit";
  await person.post(saving, { requestId: randomUUID(), name: "Sent one", version: "" });
  const list = async () => (await person.get("/analytics/templates")).markup;
  const address =
    /href="(\/analytics\/templateMail\?id=\d+)"[^>]*aria-label="Send by e-mail: Sent one"|aria-label="Send by e-mail: Sent one"[^>]*href="(\/analytics\/templateMail\?id=\d+)"/.exec(
      await list(),
    )!;
  const page = address[1] ?? address[2]!;
  const weekly = {
    unit: "week",
    every: "2",
    weekday: "5",
    monthDay: "1",
    time: "07:30",
    zone: "Europe/Berlin",
  };
  const faulty = await person.post(page, { requestId: randomUUID(), ...weekly, every: "0", format: "xlsx" });
  expect([faulty.status, faulty.markup.includes("Give a number from 1 to 52")]).toEqual([400, true]);
  const nowhere = { ...weekly, zone: "Mars/Olympus", format: "xlsx" };
  const refused = await person.post(page, { requestId: randomUUID(), ...nowhere });
  expect([refused.status, refused.markup.includes('id="report-mail-zone-error"')]).toEqual([400, true]);
  const sent = await person.post(page, { requestId: randomUUID(), ...weekly, format: "csv" });
  expect([sent.status, sent.location]).toEqual([302, "/analytics/templates"]);
  expect(await list()).toContain("Sent to you as CSV: Every 2 weeks on Friday at 07:30 (Europe/Berlin)");
  const form = (await person.get(page)).markup;
  expect(form).toContain('value="07:30"');
  expect(form).toContain("Stop sending");
  // Whatever stands in the fields.
  const stopped = await person.post(page, { requestId: randomUUID(), intent: "stop", time: "x" });
  expect(stopped.location).toBe("/analytics/templates");
  expect(await list()).not.toContain("Sent to you as");
  const gone = await person.post("/analytics/templateMail?id=999999", {
    requestId: randomUUID(),
    ...weekly,
    format: "csv",
  });
  expect(gone.location).toBe("/analytics/templates");
});

test("a short address is made by a form, shown, and leads to the report that it was made of", async () => {
  const asked = "report=punctuality&by=carrier&tolerance=3";
  const offered = await browser.get(`/analytics/index?${asked}`);
  expect(offered.markup).toContain(
    `href="/analytics/link?report=punctuality&amp;by=carrier&amp;tolerance=3"`,
  );
  const requestId = randomUUID();
  const made = await browser.post(`/analytics/link?${asked}`, { requestId });
  expect([made.status, made.location]).toEqual([
    302,
    expect.stringMatching(/^\/analytics\/link\?made=\w{8}$/),
  ]);
  // Pressed twice, or asked for again: one address.
  expect((await browser.post(`/analytics/link?${asked}`, { requestId })).location).toBe(made.location);
  expect((await browser.post(`/analytics/link?${asked}`, { requestId: randomUUID() })).location).toBe(
    made.location,
  );
  const shown = await browser.get(made.location!);
  const address = /value="(http[^"]*\/analytics\/link\?code=\w{8})"/.exec(shown.markup)![1]!;
  expect(shown.markup).toContain("On time");
  const opened = await browser.get(new URL(address).pathname + new URL(address).search);
  expect([opened.status, opened.location]).toEqual([302, `/analytics/index?${asked}`]);
  const stranger = await portal.visitor().get("/analytics/link?code=abcd2345");
  expect(stranger.location).toMatch(/^\/home\?redirect=/);
  const rival = await portal.signedIn("rival");
  const refused = await rival.get(new URL(address).pathname + new URL(address).search);
  expect([refused.status, refused.location]).toEqual([302, "/404"]);
  expect((await browser.get("/analytics/link?code=cut")).location).toBe("/analytics/index");
});

test("a report is saved as PDF, and a format that there is not as a workbook", async () => {
  const pdf = await browser.post("/analytics/export?by=lane", { requestId: randomUUID(), format: "pdf" });
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(pdf.html.startsWith("%PDF-")).toBe(true);
  const other = await browser.post("/analytics/export?by=lane", { requestId: randomUUID(), format: "exe" });
  expect(other.headers.get("content-disposition")).toContain(".xlsx");
});
