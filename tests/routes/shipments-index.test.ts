import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipper, type Shipper } from "#tests/support/shipper.ts";

const LIST = "/shipments/index";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

const text = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .trim();
/** Rows whose cells have the name of their column, which a card leaves out. */
const rowsOf = (page: Page) => {
  const heads = headOf(page);
  const rows = (/<tbody>(.*)<\/tbody>/s.exec(page.html)?.[1] ?? "")
    .split("</tr>")
    .filter((row) => row.includes("<tr"));
  return rows.map((row) => {
    let column = 0;
    return row.replace(
      /<(td|th)(?: data-label="[^"]*")?/g,
      (_, tag) => `<${tag} data-label="${heads[column++]}"`,
    );
  });
};
/** House numbers of the rows, from top to bottom. */
const numbersOf = (page: Page) =>
  rowsOf(page).map((row) => text(/<th [^>]*scope="row">(.*?)<(?:p |\/th)/s.exec(row)?.[1] ?? ""));
const cellOf = (row: string | undefined, label: string) =>
  text(
    new RegExp(`<td data-label="${label.replace(/[()]/g, "\\$&")}"[^>]*>(.*?)</td>`, "s").exec(
      row ?? "",
    )?.[1] ?? "",
  );
const headOf = (page: Page) =>
  [...page.html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/gs)].map((match) => text(match[1]!));
const statusLine = (page: Page) => text(/<p role="status"[^>]*>(.*?)<\/p>/s.exec(page.html)?.[1] ?? "");

const soon = (days: number) => new Date(Date.now() + days * 86_400_000);

describe("the list", () => {
  let shipper: Shipper;
  let browser: Browser;
  const list = (query = "", headers?: Record<string, string>) =>
    browser.get(`${LIST}${query && `?${query}`}`, headers);

  beforeAll(async () => {
    shipper = await makeShipper(provider, portal);
    browser = shipper.browser;
    const other = await makeShipper(provider, portal);
    await other.add({ house_number: "RIVAL1" });
    await shipper.add({
      house_number: "H-SEA",
      master_number: "MAEU1234567",
      status: "TRANSIT",
      containers: ["MSKU1234565", "TGHU8160471", "HAMU1821330"],
      orders: [{ po: "PO-77", sku: "SKU-1" }],
      etd: new Date("2026-11-20T17:30:00Z"),
      eta: new Date("2026-12-20T23:15:00Z"),
    });
    await shipper.add({
      house_number: "H-AIR",
      job_mode: "AIR",
      service_type: "ATD",
      status: "BOOKED",
      port_of_departure: "PVG",
      booking_at: new Date("2026-11-10T02:00:00Z"),
      etd: new Date("2026-11-25T04:00:00Z"),
    });
    await shipper.add({
      house_number: "H-LATE",
      status: "TRANSIT",
      port_of_arrival: "USLAX",
      eta: soon(2),
      delay_due_at: soon(-1),
    });
    await shipper.add({ house_number: "H-DONE", status: "COMPLETED", eta: soon(-20) });
  });

  test("shows the company's shipments and nobody else's, the latest change first", async () => {
    const page = await list();
    expect(page.status).toBe(200);
    expect(numbersOf(page)).toEqual(["H-SEA", "H-AIR", "H-LATE", "H-DONE"]);
    expect(page.html).toContain("<title>Shipments · Fairlead</title>");
    expect(statusLine(page)).toBe("1–4 of 4 · latest change first");
  });

  test("shows a date at a port on the port's clock, a list cut after two with the rest in its popover", async () => {
    const [sea] = rowsOf(await list("houseNumber=H-SEA&columns=portOfDeparture,etd,eta,containers"));
    // 17:30 in Greenwich is the next day in Shanghai; 23:15 is the next day in Hamburg.
    expect(cellOf(sea, "ETD")).toBe("2026-11-21 01:30");
    expect(cellOf(sea, "ETA")).toMatch(/^Mon 21 Dec( 2026)?$/);
    expect(cellOf(sea, "From")).toBe("Shanghai (CNSHA)");
    expect(sea).toContain(
      '<span class="cut">MSKU1234565, TGHU8160471<span class="sr-only">, HAMU1821330</span></span>',
    );
    expect(sea).toContain('data-full="MSKU1234565, TGHU8160471, HAMU1821330"');
    await list("columns=usual");
  });

  test("writes amounts with separators and without empty decimals", async () => {
    const [sea] = rowsOf(await list("houseNumber=H-SEA&columns=pieces,grossWeight,volume"));
    expect(cellOf(sea, "Pieces")).toBe("10 cartons");
    expect(cellOf(sea, "Gross weight (KG)")).toBe("1,200.5");
    expect(cellOf(sea, "Volume (CBM)")).toBe("6.12");
    await list("columns=usual");
  });

  test("says 'delayed' with its days in place of the status of a late shipment, and of no other", async () => {
    const rows = rowsOf(await list("columns=status"));
    expect(rows.map((row) => cellOf(row, "Status"))).toEqual([
      "In transit",
      "Booked",
      "2 days late",
      "Delivered",
    ]);
    await list("columns=usual");
  });

  test("answers first: the arrival with what is wrong, the number with its contents, route, carrier, state, next", async () => {
    const page = await list();
    expect(headOf(page)).toEqual(["Arrives", "Shipment", "Route", "Carrier", "Progress", "Next"]);
    const rows = rowsOf(page);
    expect(rows.map((row) => cellOf(row, "Progress"))).toEqual([
      "In transit",
      "Booked",
      "2 days late",
      "Delivered",
    ]);
    const [sea, air, late, done] = rows;
    // 23:15 in Greenwich is the next day in Hamburg.
    expect(cellOf(sea, "Arrives")).toMatch(/^Mon 21 Dec( 2026)?$/);
    expect(sea).toContain("MSKU1234565 and 2 more · PO-77");
    expect(cellOf(sea, "Route")).toBe("Shanghai → Hamburg");
    expect(cellOf(air, "Carrier")).toBe("Air");
    expect(cellOf(late, "Arrives")).toContain("2 days late");
    expect(cellOf(done, "Arrives")).toContain("Delivered");
  });

  test("has views with their numbers, each of which leads to as many rows", async () => {
    const page = await list();
    const bar = /<nav [^>]*aria-label="Views".*?<\/nav>/s.exec(page.html)?.[0] ?? "";
    const views = [...bar.matchAll(/href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href = "", label = ""]) => ({
      query: href.replace(/^[^?]*\??/, ""),
      label: text(label),
    }));
    expect(views.map(({ label }) => label)).toEqual([
      "Needs you 0",
      "Late 1",
      "Arriving this week 1",
      "On the way 2",
      "Booked 1",
      "Delivered 1",
      "All 4",
    ]);
    for (const { query, label } of views) {
      const view = await list(query);
      expect([label, rowsOf(view).length]).toEqual([label, Number(label.match(/\d+$/))]);
      expect(view.html).toMatch(new RegExp(`aria-current="true"[^>]*>${label.replace(/ \d+$/, "")}`));
    }
    // A view that is searched in stays the view.
    expect((await list("isOwnTurn=true&keyword=H-SEA")).html).toMatch(/aria-current="true"[^>]*>Needs you/);
  });

  test.each([
    ["keyword=maeu123", ["H-SEA"]],
    ["keyword=po-77", ["H-SEA"]],
    ["houseNumber=H-A", ["H-AIR"]],
    ["masterNumber=MAEU", ["H-SEA"]],
    ["poNumber=PO-77", ["H-SEA"]],
    ["skuNumber=SKU-1", ["H-SEA"]],
    ["containerNumber=tghu+816047-1", ["H-SEA"]],
    ["status=BOOKED", ["H-AIR"]],
    ["status=DELAYED", ["H-LATE"]],
    ["mode=AIR", ["H-AIR"]],
    ["service=portToDoor", ["H-AIR"]],
    ["portOfArrival=USLAX", ["H-LATE"]],
    ["portOfArrival=los+angeles", ["H-LATE"]],
    ["portOfArrival=Los+Angeles+(USLAX)", ["H-LATE"]],
    ["portOfArrival=los", ["H-LATE"]],
    ["portOfArrival=%E6%B4%9B%E6%9D%89%E7%9F%B6", ["H-LATE"]],
    ["portOfDeparture=PVG&mode=AIR", ["H-AIR"]],
    ["shipper=lamp", ["H-SEA", "H-AIR", "H-LATE", "H-DONE"]],
    ["consignee=nobody", []],
    ["dateType=etd&dateFrom=2026-11-25&dateTo=2026-11-25", ["H-AIR"]],
    ["dateType=etd&dateTo=2026-11-21", ["H-SEA"]],
    ["isArrivingSoon=true", ["H-LATE"]],
    ["isOpen=true", ["H-SEA", "H-AIR", "H-LATE"]],
    ["isUnderWay=true", ["H-SEA", "H-LATE"]],
    ["isFollowed=true", []],
  ])("%s finds %o", async (query, numbers) => {
    expect(numbersOf(await list(query))).toEqual(numbers);
  });

  test.each([
    "status=LOST&mode=&page=0&pageSize=9999&sort=price&direction=up",
    "page=abc&columns=%00&panel=%3Cscript%3E",
    "dateType=never&dateFrom=2026-13-45",
    "keyword=%F0%9F%9A%A2%25_%27%22%3C&status=",
    `houseNumber=${"x".repeat(5000)}`,
    "keyword[]=1&keyword=%FF",
  ])("%s does not break it", async (query) => {
    const page = await list(query);
    expect(page.status).toBe(200);
    expect(page.html).toContain("<h1");
  });

  test("half a date filter is said at its field, in an open panel, and the rest of the filter still works", async () => {
    const page = await list("dateFrom=2026-11-01&status=BOOKED");
    expect(page.html).toContain("Please select at least one date filter");
    expect(page.html).toMatch(
      /<select[^>]*id="filter-dateType"[^>]*aria-describedby="filter-dateType-error"/,
    );
    expect(page.html).toMatch(/name="dateFrom"[^>]*value="2026-11-01"/);
    expect(numbersOf(page)).toEqual(["H-AIR"]);
  });

  test("each filter in use can be taken away by itself, a date with its range", async () => {
    const page = await list("mode=OCEAN&status=TRANSIT&dateType=eta&dateFrom=2026-11-01");
    const chips = [
      ...page.html.split("<main")[1]!.matchAll(/<li><a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a> <\/li>/gs),
    ].map((match) => [text(match[2]!), match[1]!.replaceAll("&amp;", "&")]);
    expect(chips).toEqual([
      [
        "Mode: Ocean × take this filter away",
        "/shipments/index?status=TRANSIT&dateType=eta&dateFrom=2026-11-01",
      ],
      ["Date: ETA 2026-11-01 – × take this filter away", "/shipments/index?status=TRANSIT&mode=OCEAN"],
    ]);
    expect(page.html).not.toContain('name="poNumber"');
    // A search keeps the filters of the closed panel.
    expect(page.html).toMatch(/<input type="hidden" name="dateFrom" value="2026-11-01"/);
  });

  test("a search keeps filters that only links set, with the panel open as well", async () => {
    for (const panel of ["", "&panel=filters"]) {
      const { html } = await list(`isOwnTurn=true&sort=eta&direction=asc${panel}`);
      expect(html).toMatch(/<input type="hidden" name="isOwnTurn" value="true"/);
      expect(html).toMatch(/<input type="hidden" name="sort" value="eta"/);
      expect(html).not.toMatch(/<input type="hidden" name="(keyword|isFollowed|panel|page)"/);
    }
  });

  test("a filter by a port that no shipment uses finds nothing and says so", async () => {
    const page = await list("portOfArrival=Atlantis");
    expect(numbersOf(page)).toEqual([]);
    expect(page.html).toContain("None of your shipments names this port");
    expect(page.html).toMatch(/name="portOfArrival"[^>]*value="Atlantis"/);
  });

  test("ports are offered in an open panel only", async () => {
    expect((await list()).html).not.toContain("<datalist");
    const open = (await list("panel=filters")).html;
    expect(open).toContain('<option value="Los Angeles (USLAX)">');
    // Nothing of the page needs a script to become visible.
    expect(open).not.toMatch(/<div hidden/);
  });

  test("sorts by links in the head, ascending, descending, and back", async () => {
    const sortLink = (page: Page) =>
      /<th scope="col"([^>]*)><a [^>]*href="([^"]*)"[^>]*>Shipment</.exec(page.html) ?? [];
    const first = sortLink(await list("status=TRANSIT"));
    expect(first[1]).toBe("");
    const ascending = await browser.get(first[2]!.replaceAll("&amp;", "&"));
    expect(numbersOf(ascending)).toEqual(["H-LATE", "H-SEA"]);
    expect(sortLink(ascending)[1]).toContain('aria-sort="ascending"');
    const descending = await browser.get(sortLink(ascending)[2]!.replaceAll("&amp;", "&"));
    expect(numbersOf(descending)).toEqual(["H-SEA", "H-LATE"]);
    expect(sortLink(descending)[1]).toContain('aria-sort="descending"');
    expect(sortLink(descending)[2]).toBe("/shipments/index?status=TRANSIT");
  });

  test("nothing found says what to do", async () => {
    const page = await list("keyword=nothing-like-it");
    expect(page.html).toContain("No shipment matches");
    expect(page.html).toMatch(/<a [^>]*href="\/shipments\/index"[^>]*>Clear all filters</);
  });

  test("chosen columns come back on the next visit, until the usual ones are asked for", async () => {
    expect(headOf(await list("columns=volume&columns=masterNumber"))).toEqual(["H#", "M#", "Volume (CBM)"]);
    expect(headOf(await list())).toEqual(["H#", "M#", "Volume (CBM)"]);
    const panel = await list("panel=columns");
    expect(panel.html).toMatch(
      /name="columns" checked="" value="volume"|name="columns" value="volume" checked=""/,
    );
    await list("columns=usual");
    expect(headOf(await list())).toContain("Arrives");
  });

  test("speaks Chinese to who reads it", async () => {
    const visitor = await list("status=TRANSIT", { "accept-language": "zh-CN" });
    expect(headOf(visitor)).toEqual(["到达", "运单", "航线", "承运人", "进度", "下一步"]);
    expect(cellOf(rowsOf(visitor)[0], "进度")).toBe("运输中");
    expect(cellOf(rowsOf(visitor)[0], "航线")).toBe("上海 → 汉堡");
  });
});

describe("pages", () => {
  test("are changed by links, keep the filter, and end where the list ends", async () => {
    const { browser, add } = await makeShipper(provider, portal);
    for (let index = 0; index < 12; index++) await add({ status: index < 11 ? "TRANSIT" : "BOOKED" });
    const first = await browser.get(`${LIST}?status=TRANSIT&pageSize=10`);
    expect(numbersOf(first)).toHaveLength(10);
    expect(statusLine(first)).toBe("1–10 of 11 · latest change first");
    const next = /<a [^>]*rel="next"[^>]*href="([^"]*)"|<a [^>]*href="([^"]*)"[^>]*rel="next"/.exec(
      first.html,
    );
    const second = await browser.get((next?.[1] ?? next?.[2] ?? "").replaceAll("&amp;", "&"));
    expect(statusLine(second)).toBe("11–11 of 11 · latest change first");
    expect(second.html).not.toContain('rel="next"');
    const beyond = await browser.get(`${LIST}?status=TRANSIT&pageSize=10&page=9`);
    expect(beyond.html).toContain("There is nothing on this page");
    expect(beyond.html).toMatch(
      /href="\/shipments\/index\?status=TRANSIT&amp;pageSize=10&amp;page=2"[^>]*>Go to page 2</,
    );
    expect(beyond.html).not.toContain('rel="prev"');
  });

  test("a company without shipments reads when the first will appear", async () => {
    const { browser } = await makeShipper(provider, portal);
    expect((await browser.get(LIST)).html).toContain("No shipments yet");
  });
});

describe("following", () => {
  const buttonOf = (page: Page) => /<button [^>]*class="star"[^>]*>/.exec(page.html)?.[0] ?? "";

  test("works as a posted form: back to the same list, with a message, once for each form", async () => {
    const { browser, add } = await makeShipper(provider, portal);
    const id = await add({ house_number: "H-FOLLOW", status: "TRANSIT" });
    const here = `${LIST}?status=TRANSIT`;
    const before = await browser.get(here);
    expect(buttonOf(before)).toContain('name="follow"');
    const form = { requestId: requestIdOf(before), follow: id };
    for (let press = 0; press < 2; press++) {
      expect(await browser.post(here, form)).toMatchObject({ status: 302, location: here });
    }
    const after = await browser.get(here);
    expect(after.html).toContain("You now follow this shipment");
    expect(buttonOf(after)).toContain('name="unfollow"');
    expect(numbersOf(await browser.get(`${LIST}?isFollowed=true`))).toEqual(["H-FOLLOW"]);
    await browser.post(here, { requestId: requestIdOf(after), unfollow: id });
    expect(buttonOf(await browser.get(here))).toContain('name="follow"');
  });

  test("with scripts it leaves the page where it is", async () => {
    const { browser, add } = await makeShipper(provider, portal);
    const id = await add();
    const answer = await browser.post(`${LIST}.data`, { requestId: "r1", follow: id, stays: "1" });
    expect(answer.status).toBe(200);
    expect(buttonOf(await browser.get(LIST))).toContain('name="unfollow"');
  });

  test("of another company's shipment is refused on the list itself", async () => {
    const { browser } = await makeShipper(provider, portal);
    const rival = await makeShipper(provider, portal);
    const id = await rival.add();
    const answer = await browser.post(LIST, { requestId: "r2", follow: id });
    expect(answer.status).toBe(409);
    expect(answer.html).toContain('role="alert"');
    expect(buttonOf(await rival.browser.get(LIST))).toContain('name="follow"');
  });

  test("a form without a command changes nothing", async () => {
    const { browser } = await makeShipper(provider, portal);
    expect(await browser.post(LIST, { requestId: "r3", follow: "all" })).toMatchObject({
      status: 302,
      location: LIST,
    });
  });
});
