import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
let shipment: { id: string; documentId: string };
let path: string;

beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  const company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"]);
  const person = await makePerson(provider.db, company);
  browser = await portal.signedIn(person.userName, PASSWORD);
  shipment = await makeShipment(provider.db, company, {
    house_number: "FLD-DETAIL-1",
    master_number: "ONEYSHA123456",
    booking_number: "BKG-4711",
    containers: ["CSQU3054383", "CSQU3054384"],
    poNumbers: ["PO-1", "PO-2"],
  });
  await tellEvents(provider.db, "FLD-DETAIL-1", [
    { code: "LOAD", day: -9, place: "CNSHA" },
    { code: "DEPA", day: -9, place: "CNSHA" },
    { code: "ARRI", classifier: "EST", day: 12, received: -9, place: "DEHAM", delayReasonCode: "CGS" },
  ]);
  path = `/shipments/detail/${shipment.id}`;
});
afterAll(() => provider?.stop());

/** The text of the page, without tags, scripts and styles. */
const textOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--.*?-->/g, "")
    .replace(/<\/?time[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("the overview", () => {
  test("shows numbers, status, route, facts, charges and the milestones with their local times", async () => {
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    expect(page.html).toMatch(/<title>FLD-DETAIL-1 · Shipment · Fairlead<\/title>/);
    const text = textOf(page.html);
    for (const part of [
      "H# FLD-DETAIL-1",
      "M# ONEYSHA123456",
      "In transit",
      "Shanghai → Hamburg",
      "Current booking BKG-4711",
      "Estimated charges RMB 1,234.50",
      "Shenzhen Secret Factory",
      "Vessel departure , Shanghai Reached",
      "Vessel arrival , Hamburg Expected",
      "Left Shanghai",
      "Berth congestion",
      "SECRETLINE, received",
      "No news for 9 days",
      "Times are local to each place.",
    ])
      expect(text).toContain(part);
  });

  test("shows how the ETA moved, by whom and when it was said, and what is usual on the lane", async () => {
    const text = textOf((await browser.get(path)).html);
    expect(text).toMatch(
      /How the ETA moved .*ETA Against the one before Said by Said .*the first one SECRETLINE \d{4}-\d\d-\d\d .*, 9 days ago/,
    );
    expect(text).toContain("There are too few arrivals on this lane");
    const cargo = textOf((await browser.get(`${path}?tab=cargo`)).html);
    expect(cargo).not.toContain("How the ETA moved");
  });

  test("says between which days the carrier's arrivals on the lane usually were, in both languages", async () => {
    const person = await makeCompany(provider.db);
    const reader = await portal.signedIn((await makePerson(provider.db, person)).userName, PASSWORD);
    const carrier = await provider.db
      .selectFrom("carrier")
      .select(["code", "name"])
      .where("mode", "=", "OCEAN")
      .executeTakeFirstOrThrow();
    const add = (house_number: string) =>
      makeShipment(provider.db, person, { house_number, carrier_code: carrier.code });
    for (const [index, late] of [3, -1, 0, 4, 1].entries()) {
      await add(`FLD-ETA-${index}`);
      await tellEvents(provider.db, `FLD-ETA-${index}`, [
        { code: "ARRI", classifier: "EST", day: -20 - late, received: -50, place: "DEHAM" },
        { code: "ARRI", day: -20, place: "DEHAM" },
      ]);
    }
    const { id } = await add("FLD-ETA-OPEN");
    await tellEvents(provider.db, "FLD-ETA-OPEN", [
      { code: "ARRI", classifier: "PLN", day: 20, received: -9, place: "DEHAM" },
      { code: "ARRI", classifier: "EST", day: 22, received: -3, place: "DEHAM" },
      { code: "ARRI", classifier: "EST", day: 21, received: -2, place: "DEHAM" },
    ]);
    const textIn = async (headers = {}) =>
      textOf((await reader.get(`/shipments/detail/${id}`, headers)).html);
    const text = await textIn();
    expect(text).toContain(
      `${carrier.name} on this lane, 14 days before the arrival: usually between 1 day early and 4 days late (5 arrivals in 180 days).`,
    );
    expect(text).toMatch(
      /1 day earlier SECRETLINE .*2 days later SECRETLINE .*the first one SECRETLINE \(planned\)/,
    );
    expect(await textIn({ "accept-language": "zh-CN" })).toContain(
      "通常在早到 1 天至晚 4 天之间（180 天内 5 次到港）",
    );
  });

  test("shows the viewer's time once the browser has told its zone", async () => {
    browser.cookies.set("tz", "America%2FNew_York");
    const text = textOf((await browser.get(path)).html);
    browser.cookies.delete("tz");
    expect(text).toContain("your time");
  });

  test("has tabs that are links, the open one named as such", async () => {
    const { html } = await browser.get(`${path}?tab=cargo`);
    expect(html).toMatch(/aria-current="page"[^>]*href="[^"]*\?tab=cargo"/);
    expect(html).toContain(`href="${path}"`);
    expect(html).toContain("?tab=documents");
  });

  test("has a link to what others may see where it is public, and lets nobody change that who was not given it", async () => {
    const { html } = await browser.get(path);
    expect(html).toContain('href="/preview?searchType=H&amp;number=FLD-DETAIL-1"');
    expect(textOf(html)).toContain("Public preview public");
    expect(html).not.toMatch(/value="(un)?publish"/);
    const requestId = requestIdOf(await browser.get(path));
    const refused = await browser.post(path, { intent: "unpublish", requestId });
    expect([refused.status, refused.location]).toEqual([409, null]);
    expect(textOf(refused.html)).toContain("You are not allowed to do this");
    expect((await browser.get(path)).html).toContain('href="/preview?');
  });

  test("is made public and not public by a permitted user, and shows its state", {
    tags: "slow",
  }, async () => {
    const company = await makeCompany(provider.db, ["SHIPMENT_PUBLIC"]);
    const { id } = await makeShipment(provider.db, company, { house_number: "FLD-SWITCH" });
    const [owner, viewer] = await Promise.all(
      ["operator", "viewer"].map(async (role) => {
        const { userName } = await makePerson(provider.db, company, { role });
        return portal.signedIn(userName, PASSWORD);
      }),
    );
    const address = `/shipments/detail/${id}`;
    const isFound = async () => {
      const { html } = await portal.visitor().get("/preview?searchType=H&number=FLD-SWITCH");
      return html.includes("Vessel") || textOf(html).includes("Shanghai (CNSHA)");
    };
    expect((await viewer!.get(address)).html).not.toMatch(/value="(un)?publish"/);
    for (const [intent, state] of [
      ["unpublish", "not public"],
      ["publish", "public"],
    ] as const) {
      const page = await owner!.get(address);
      expect(page.html).toContain(`value="${intent}"`);
      const done = await owner!.post(address, { intent, requestId: requestIdOf(page), tab: "cargo" });
      expect([done.status, done.headers.get("location")]).toEqual([302, `${address}?tab=cargo`]);
      const { html } = await owner!.get(address);
      expect(textOf(html)).toContain(`Public preview ${state}`);
      expect(html.includes('href="/preview?searchType')).toBe(state === "public");
      expect(await isFound()).toBe(state === "public");
    }
  });

  test("says in its head how far the cargo has come, and what has arrived in place of a past ETA", async () => {
    const { company_id } = await provider.db
      .selectFrom("shipment")
      .select("company_id")
      .where("id", "=", shipment.id)
      .executeTakeFirstOrThrow();
    const { id } = await makeShipment(provider.db, company_id, {
      house_number: "FLD-ARRIVED",
      eta: new Date(Date.now() - 5 * 86_400_000),
    });
    const head = async () => textOf((await browser.get(`/shipments/detail/${id}`)).html);
    expect(await head()).toMatch(/Was due in Hamburg \w{3} \d+ \w{3}, [45] days ago/);
    await tellEvents(provider.db, "FLD-ARRIVED", [
      { code: "DEPA", day: -19, place: "CNSHA" },
      { code: "ARRI", day: -4, place: "DEHAM" },
      { code: "DISC", classifier: "PLN", day: -3, received: -18, place: "DEHAM" },
    ]);
    const text = await head();
    expect(text).toContain("3 days late");
    expect(text).toMatch(/Arrived in Hamburg \w{3} \d+ \w{3} .*Overdue: Discharged, due \w{3} \d+ \w{3}/);
    expect(text).not.toContain("Was due in");
  });

  test("takes an unknown tab for the overview", async () => {
    expect(textOf((await browser.get(`${path}?tab=x`)).html)).toContain("Milestones");
  });
});

test("the cargo tab compares the three data types and warns of a wrong check digit", async () => {
  const text = textOf((await browser.get(`${path}?tab=cargo`)).html);
  for (const part of [
    "Booking (O) Actual (R) House (H)",
    "≠ 1,190.25 differs from the booking: -10.25",
    "CSQU3054384 Check digit should be 3",
    "45G1 · 40 ft high cube dry",
    "PO-2",
    "SKU-2",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("CSQU3054383 Check digit");
});

describe("documents", () => {
  test("are listed with type, number and date, and downloaded as an attachment", async () => {
    const { html } = await browser.get(`${path}?tab=documents`);
    expect(textOf(html)).toMatch(/House bill of lading FLD-DETAIL-1-B Issued on 2026-11-03/);
    const href = /href="(\/shipments\/document\/[^"]+)"/.exec(html)?.[1];
    expect(href).toBe(`/shipments/document/${shipment.id}/${shipment.documentId}`);
    const file = await browser.get(href ?? "");
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="house bill/);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(file.html.startsWith("%PDF-")).toBe(true);
  });

  test("need the resource: a user without it sees no link and gets no file", async () => {
    const { company_id } = await provider.db
      .selectFrom("shipment")
      .select("company_id")
      .where("id", "=", shipment.id)
      .executeTakeFirstOrThrow();
    const viewer = await makePerson(provider.db, company_id, { role: "viewer" });
    const reader = await portal.signedIn(viewer.userName, PASSWORD);
    const { html } = await reader.get(`${path}?tab=documents`);
    expect(textOf(html)).toContain("Your role does not include downloading documents");
    expect(html).not.toContain("/shipments/document/");
    const file = await reader.get(`/shipments/document/${shipment.id}/${shipment.documentId}`);
    expect([file.status, file.location]).toEqual([302, "/404"]);
  });

  test("that are not there lead to /404", async () => {
    for (const wrong of [`/shipments/document/${shipment.id}/999`, "/shipments/document/x/y"])
      expect((await browser.get(wrong)).location).toBe("/404");
  });
});

describe("what is not the caller's", () => {
  test("and what does not exist lead to /404 alike, for reading, following and papers", async () => {
    const rival = await makePerson(provider.db, await makeCompany(provider.db));
    const stranger = await portal.signedIn(rival.userName, PASSWORD);
    const answers = [];
    for (const id of [shipment.id, "999999999", "not-a-number"]) {
      const detail = await stranger.get(`/shipments/detail/${id}`);
      const followed = await stranger.post(`/shipments/detail/${id}`, { intent: "follow", requestId: "r" });
      const paper = await stranger.get(`/shipments/document/${id}/${shipment.documentId}`);
      answers.push([detail, followed, paper].map(({ status, location, html }) => [status, location, html]));
    }
    expect(answers[0]).toEqual([
      [302, "/404", ""],
      [302, "/404", ""],
      [302, "/404", ""],
    ]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test("charges are absent for a company that may not see them", async () => {
    const company = await makeCompany(provider.db, []);
    const person = await makePerson(provider.db, company);
    const { id } = await makeShipment(provider.db, company, { house_number: "FLD-CHARGES" });
    const reader = await portal.signedIn(person.userName, PASSWORD);
    const { status, html } = await reader.get(`/shipments/detail/${id}`);
    expect(status).toBe(200);
    expect(html).not.toMatch(/1,?234\.5|Estimated charges/);
  });
});

describe("following", () => {
  const isFollowed = async () =>
    (await provider.db.selectFrom("shipment_follow").selectAll().execute()).length > 0;

  test("is a form: it comes back to the open tab, says so once, and can be undone", async () => {
    const page = await browser.get(`${path}?tab=cargo`);
    const answer = await browser.post(path, {
      intent: "follow",
      tab: "cargo",
      requestId: requestIdOf(page),
    });
    expect([answer.status, answer.location]).toEqual([302, `${path}?tab=cargo`]);
    expect(await isFollowed()).toBe(true);
    const after = await browser.get(answer.location ?? "");
    expect(textOf(after.html)).toContain("You now follow this shipment");
    expect(after.html).toContain('value="unfollow"');
    await browser.post(path, { intent: "unfollow", requestId: requestIdOf(after) });
    expect(await isFollowed()).toBe(false);
  });
});

test("a provider that is down leaves a page in the frame, in the user's language", async () => {
  const apart = await startProvider();
  const company = await makeCompany(apart.db);
  const person = await makePerson(apart.db, company);
  const { id, documentId } = await makeShipment(apart.db, company, { house_number: "FLD-DETAIL-3" });
  const reader = await (await startPortal(apart)).signedIn(person.userName, PASSWORD);
  await apart.stop();
  const page = await reader.get(`/shipments/detail/${id}`, { "accept-language": "zh-CN" });
  expect(page.status).toBe(502);
  expect(textOf(page.html)).toContain("无法连接货代系统");
  const paper = await reader.get(`/shipments/document/${id}/${documentId}`);
  expect(paper.location).toBe(`/shipments/detail/${id}?tab=documents`);
});
