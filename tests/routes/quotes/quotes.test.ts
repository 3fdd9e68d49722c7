import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quoteAdd, quoteDetail, quotePrice } from "#app/contract/quote.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, type Person } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { goodRequest, priceUntil, requestForm } from "#tests/support/quotes.ts";

let provider: TestProvider;
let portal: TestPortal;
/** The provider's clock; the portal uses the real one. */
let now = new Date();
let admin: Person;
let browser: Browser;
let viewer: Browser;
let token: string;
let deskToken: string;

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false, now: () => now });
  portal = await startPortal(provider);
  const company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"]);
  admin = await makePerson(provider.db, company);
  browser = await portal.signedIn(admin.userName, PASSWORD);
  const looker = await makePerson(provider.db, company, { role_id: await makeRole(company, ["QUOTES"]) });
  viewer = await portal.signedIn(looker.userName, PASSWORD);
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const desk = await makePerson(provider.db, forwarder, { role: "desk" });
  const tomorrow = new Date(now.getTime() + DAY_MS);
  token = await makeSession(provider.db, admin.id, tomorrow);
  deskToken = await makeSession(provider.db, desk.id, tomorrow);
});
afterAll(() => provider?.stop());
beforeEach(() => {
  now = new Date();
});

/** A role of the company with these menus and buttons. */
async function makeRole(company: string, names: string[]): Promise<string> {
  const { id } = await provider.db
    .insertInto("role")
    .values({ company_id: company, code: "custom", name: "Custom", name_zh: "自定义" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const menus = await provider.db.selectFrom("menu").select("id").where("name", "in", names).execute();
  await provider.db
    .insertInto("role_menu")
    .values(menus.map((menu) => ({ role_id: id, menu_id: menu.id })))
    .execute();
  return id;
}

async function requested(changes: Partial<typeof goodRequest> = {}): Promise<string> {
  const { data } = await provider.call(quoteAdd, { ...goodRequest, ...changes }, { token });
  return data.id;
}

async function priced(...until: Date[]): Promise<{ id: string; options: string[] }> {
  const id = await requested();
  const options = until.map((instant, index) => priceUntil(instant, `Carrier ${index + 1}`));
  const answer = await provider.call(quotePrice, { id, options }, { token: deskToken });
  expect(answer.message).toBe("OK");
  const { data } = await provider.call(quoteDetail, { id }, { token });
  return { id, options: data.options?.map((option) => option.id) ?? [] };
}

const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
const countQuotes = async () =>
  Number(
    (
      await provider.db
        .selectFrom("quote")
        .select((query) => query.fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );
const bookingsOf = (quoteId: string) =>
  provider.db.selectFrom("booking").select("booking_number").where("quote_id", "=", quoteId).execute();
/** The text of the page, without the loader's data. */
const textOf = (page: Page) =>
  page.html
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, "")
    .replace(/<!-- -->/g, "")
    .replace(/&#x27;/g, "'");

describe("the request form, without scripts", () => {
  async function post(fields: Record<string, string>, path = "/quote/add"): Promise<Page> {
    const form = await browser.open(path);
    return browser.post(form.path, { requestId: requestIdOf(form), ...fields });
  }

  test("adds and removes rows by plain submits, and keeps what was typed", async () => {
    const insert = JSON.stringify({
      type: "insert",
      payload: { name: "packages", defaultValue: { packageType: "PLT" } },
    });
    const added = await post({ ...requestForm(), origin: "Ningbo", __intent__: insert });
    expect(added.status).toBe(200);
    expect(added.html).toContain('name="packages[1].pieces"');
    expect(added.html).toContain('value="Ningbo"');
    expect(added.html).toMatch(/name="packages\[0\]\.pieces"[^>]*value="8"/);
    const remove = JSON.stringify({ type: "remove", payload: { name: "packages", index: 0 } });
    const removed = await post({ ...requestForm({ "packages[1].pieces": "3" }), __intent__: remove });
    expect(removed.html).toMatch(/name="packages\[0\]\.pieces"[^>]*value="3"/);
    expect(removed.html).not.toContain('name="packages[1].pieces"');
  });

  test("explains the chargeable weight, and what a known tariff advises", { tags: "slow" }, async () => {
    const page = await post({ ...requestForm(), intent: "work-out" });
    expect(page.status).toBe(200);
    const text = textOf(page);
    expect(text).toContain("64 kg, by volume");
    expect(text).toContain("6,000 cm³ to the kilogram");
    expect(text).toContain("up to the next 0.5 kg");
    expect(text).toContain("The next usual rate break starts at 100 kg, 36 kg above");
    const advised = await post({
      ...requestForm({ "packages[0].weight": "30", "packages[0].pieces": "1" }),
      rateNormal: "37.15",
      rate45: "18.28",
      intent: "work-out",
    });
    expect(textOf(advised)).toContain(
      "Declare 45 kg: at 18.28 per kg that costs 822.60 instead of 1,114.50, which saves 291.90.",
    );
  });

  test("says everything that is wrong at once, at the field and on top, and keeps it", async () => {
    const before = await countQuotes();
    const page = await post({
      ...requestForm({ origin: "", tag: "kept", "packages[0].weight": "1e5", "packages[0].length": "" }),
      "packages[0].pieces": "1000000",
      specialGoods: "BATTERIES",
      originZip: "#",
    });
    expect(page.status).toBe(400);
    const text = textOf(page);
    // In the order of their fields on the page.
    const faults = [
      "Origin: Cannot be empty",
      "Zipcode of origin: Format error",
      "Row 1, Pieces: This should not exceed 999999.",
      "Row 1, Length: Cannot be empty",
      "Row 1, Weight: Format error",
      "Which batteries: Cannot be empty",
    ];
    const places = faults.map((fault) => text.indexOf(fault));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(page.html).toContain('href="#quote-packages[0].weight"');
    const weight = page.html.split("<input").find((tag) => tag.includes('name="packages[0].weight"'));
    expect(weight).toMatch(/value="1e5"/);
    expect(weight).toMatch(/aria-invalid="true"/);
    expect(page.html).toContain('value="kept"');
    expect(await countQuotes()).toBe(before);
  });

  test("sends a request once, however often the form is posted, and leads to the quote", async () => {
    const before = await countQuotes();
    const form = await browser.open("/quote/add");
    const fields = { requestId: requestIdOf(form), ...requestForm() };
    const answers = await Promise.all([1, 2, 3].map(() => browser.post("/quote/add", fields)));
    expect(answers.map((page) => page.status)).toEqual([302, 302, 302]);
    expect(new Set(answers.map((page) => page.location)).size).toBe(1);
    expect(answers[0]?.location).toMatch(/^\/quote\/detail\?id=\d+$/);
    expect(await countQuotes()).toBe(before + 1);
    const detail = textOf(await browser.get(answers[0]?.location ?? ""));
    expect(detail).toContain("Your request has been sent");
    expect(detail).toContain("answer expected within 47 hours");
    expect(detail).toContain("64 kg, by volume");
  });

  test("that is sent again from its address meets the quote that it has made, and makes a second by choice only", {
    tags: "slow",
  }, async () => {
    const before = await countQuotes();
    const form = await browser.open("/quote/add");
    const send = async (tag: string, intent = "") => {
      // Going back loads the form again.
      const page = await browser.get(form.path);
      return browser.post(form.path, { requestId: requestIdOf(page), ...requestForm({ tag }), intent });
    };
    const first = await send("First");
    const back = await browser.get(form.path);
    expect(textOf(back)).toMatch(/This form was sent already, as quote QT-/);
    expect((await send("First")).location).toBe(first.location);
    const again = await send("Second");
    expect(again.status).toBe(409);
    expect(textOf(again).replace(/<[^>]+>/g, " ")).toMatch(/Tag\s+Second\s+First/);
    expect(again.html).toContain('value="Second"');
    expect(await countQuotes()).toBe(before + 1);
    const keep = /value="(keep:\d+:\d+)"/.exec(again.html)?.[1] ?? "";
    expect((await send("Second", keep)).location).toBe(first.location);
    expect(await countQuotes()).toBe(before + 1);
    expect((await send("Third", "another")).location).not.toBe(first.location);
    expect(await countQuotes()).toBe(before + 2);
    const id = first.location?.split("=")[1] ?? "";
    expect((await provider.call(quoteDetail, { id }, { token })).data.request.tag).toBe("Second");
  });

  test("changed in two windows is merged, or both versions are shown", { tags: "slow" }, async () => {
    const id = (await post(requestForm())).location?.split("=")[1] ?? "";
    const path = `/quote/add?id=${id}`;
    const send = async (editor: string, changes: Record<string, string>) =>
      browser.post(path, {
        requestId: requestIdOf(await browser.get(path)),
        version: "1",
        editor,
        ...requestForm(changes),
      });
    expect((await send("one", { tag: "One" })).status).toBe(302);
    expect((await send("other", { cargoDetails: "Other" })).status).toBe(302);
    const { data } = await provider.call(quoteDetail, { id }, { token });
    expect(data.request).toMatchObject({ tag: "One", cargoDetails: "Other" });
    const both = await send("third", { tag: "Third" });
    expect(both.status).toBe(409);
    expect(both.html).toMatch(/name="version" value="1"/);
    expect(textOf(both)).toContain("You have changed this request in another of your windows");
  });

  test("does not send what the service does not ask for", async () => {
    const page = await post(requestForm({ service: "PTP" }));
    const id = page.location?.split("=")[1] ?? "";
    const { data } = await provider.call(quoteDetail, { id }, { token });
    expect([data.request.pickupLocation, data.request.deliveryLocation]).toEqual(["", ""]);
  });

  test("asks for containers where full ones are shipped, by plain submits, and keeps them", {
    tags: "slow",
  }, async () => {
    const form = await browser.open("/quote/add");
    const fcl = { requestId: requestIdOf(form), ...requestForm({ freightMode: "OCEAN_FCL" }) };
    const none = await browser.post(form.path, fcl);
    expect(none.status).toBe(400);
    expect(textOf(none).replace(/<[^>]+>/g, " ")).toMatch(/Containers: +Cannot be empty/);
    const half = { ...fcl, "containers[0].containerType": "45G1", "containers[0].count": "two" };
    const refused = await browser.post(form.path, half);
    expect(refused.status).toBe(400);
    expect(textOf(refused)).toContain("Container type 1, How many: This should be a whole number.");
    expect(refused.html).toMatch(/name="containers\[0\]\.count"[^>]*value="two"/);
    const insert = JSON.stringify({ type: "insert", payload: { name: "containers", defaultValue: {} } });
    expect((await browser.post(form.path, { ...half, __intent__: insert })).html).toContain(
      'name="containers[1].count"',
    );
    const sent = await browser.post(form.path, { ...half, "containers[0].count": "2" });
    expect(sent.status).toBe(302);
    const detail = textOf(await browser.get(sent.location ?? ""));
    expect(detail).toContain("2 × 45G1 40 ft high cube");
    const again = await browser.open(`/quote/add?from=${sent.location?.split("=")[1]}`);
    expect(again.html).toMatch(/<option value="45G1" selected/);
    expect(again.html).toMatch(/name="containers\[0\]\.count"[^>]*value="2"/);
    // Typed for a full container, and then sent by air.
    const air = await browser.open("/quote/add");
    const byAir = await browser.post(air.path, { ...half, requestId: requestIdOf(air), freightMode: "AIR" });
    expect(byAir.status).toBe(302);
  });

  test("starts from an old request, and changes one that is not priced yet", async () => {
    const id = await requested({ tag: "Old one" });
    const again = await browser.open(`/quote/add?from=${id}`);
    expect(again.html).toContain('value="Old one"');
    expect(textOf(again)).toContain("64 kg, by volume");
    const changed = await post({ ...requestForm({ tag: "New one" }), version: "1" }, `/quote/add?id=${id}`);
    expect(changed.location).toBe(`/quote/detail?id=${id}`);
    const stale = await post({ ...requestForm({ tag: "Newest" }), version: "1" }, `/quote/add?id=${id}`);
    expect(stale.status).toBe(409);
    expect(stale.html).toContain('value="Newest"');
    expect(textOf(stale)).toContain("nothing was overwritten");
    await provider.call(quotePrice, { id, options: [priceUntil(inHours(5))] }, { token: deskToken });
    expect((await browser.get(`/quote/add?id=${id}`)).location).toBe(`/quote/detail?id=${id}`);
  });

  test("is refused to users who may not request quotes", async () => {
    expect((await viewer.get("/quote/add")).location).toBe("/404");
    expect((await viewer.post("/quote/add", requestForm())).location).toBe("/404");
  });
});

describe("a quote", () => {
  test("shows its prices side by side, with accept and book for each", async () => {
    const { id, options } = await priced(inHours(5), inHours(73));
    const page = await browser.get(`/quote/detail?id=${id}`);
    const text = textOf(page);
    for (const part of ["Option 1: Carrier 1", "Option 2: Carrier 2", "4 days", "USD 246.40", "45 to 100"])
      expect(text.replaceAll("\u00a0", " ")).toContain(part);
    expect(text).toContain("valid for 3 days");
    for (const kind of ["accept", "book"])
      for (const option of options)
        expect(page.html).toContain(`href="/quote/${kind}?id=${id}&amp;option=${option}"`);
    expect(page.html).toContain(`href="/quote/reject?id=${id}"`);
    expect(text).toContain("Request submitted");
    expect(text).toContain("Priced");
  });

  test("offers nothing to who may only look, and no prices without SHIPMENT_CHARGES", async () => {
    const { id, options } = await priced(inHours(5));
    const page = await viewer.get(`/quote/detail?id=${id}`);
    expect(page.status).toBe(200);
    expect(page.html).not.toMatch(/\/quote\/(accept|reject|book|add)/);
    expect((await viewer.get(`/quote/accept?id=${id}&option=${options[0]}`)).location).toBe("/404");

    const bare = await makeCompany(provider.db, []);
    const person = await makePerson(provider.db, bare);
    const theirToken = await makeSession(provider.db, person.id);
    const { data } = await provider.call(quoteAdd, goodRequest, { token: theirToken });
    await provider.call(quotePrice, { id: data.id, options: [priceUntil(inHours(5))] }, { token: deskToken });
    const theirs = await portal.signedIn(person.userName, PASSWORD);
    const priceless = await theirs.get(`/quote/detail?id=${data.id}`);
    expect(textOf(priceless)).toContain("Prices are not open to your company");
    expect(priceless.html).not.toContain("246.40");
    expect((await theirs.get("/quote/index")).html).not.toContain("Total charges");
  });

  test("says what was asked as it was typed", async () => {
    const [row] = goodRequest.packages;
    const id = await requested({
      packages: row ? [{ ...row, pieces: 1, weight: "45.12345" }] : [],
      cargoDetails: "Lamps\nkept dry",
    });
    const { html } = await browser.get(`/quote/detail?id=${id}`);
    expect(html).toMatch(/<th scope="row">Cartons<\/th><td data-label="Pieces"[^>]*>1<\/td>/);
    expect(html).toContain("45.12345 kg");
    expect(html).toMatch(/<dd class="[^"]*whitespace-pre-line[^"]*">Lamps\nkept dry<\/dd>/);
  });

  test("of another company is not found", async () => {
    const id = await requested();
    const other = await makePerson(provider.db, await makeCompany(provider.db, ["SHIPMENT_CHARGES"]));
    const stranger = await portal.signedIn(other.userName, PASSWORD);
    expect((await stranger.get(`/quote/detail?id=${id}`)).location).toBe("/404");
    expect((await stranger.get("/quote/detail?id=x")).location).toBe("/quote/index");
  });

  test("warns of a sea term by air and of batteries that fly on cargo aircraft only", async () => {
    const id = await requested({ incoterms: "FOB", specialGoods: ["BATTERIES"], batteryTypes: ["UN3480"] });
    const text = textOf(await browser.get(`/quote/detail?id=${id}`));
    expect(text).toContain("FOB is a term for sea and inland waterway only");
    expect(text).toContain("UN3480: cargo aircraft only");
  });
});

describe("a decision", () => {
  async function decide(kind: string, id: string, option: string, fields: Record<string, string> = {}) {
    const path = `/quote/${kind}?id=${id}${option ? `&option=${option}` : ""}`;
    const page = await browser.get(path);
    return { path, page, answer: await browser.post(path, { requestId: requestIdOf(page), ...fields }) };
  }

  test("to accept names the price, and a second acceptance shows the quote's state", async () => {
    const { id, options } = await priced(inHours(5), inHours(72));
    const [first = "", second = ""] = options;
    const { path, page, answer } = await decide("accept", id, second);
    expect(textOf(page)).toContain("Carrier 2");
    expect(answer.location).toBe(`/quote/detail?id=${id}`);
    const detail = await browser.get(`/quote/detail?id=${id}`);
    expect(textOf(detail)).toContain("The price has been accepted");
    expect(detail.html).toContain(`/quote/book?id=${id}&amp;option=${second}`);
    expect(detail.html).not.toContain(`option=${first}`);

    const late = await browser.post(path, { requestId: "another-key-0001" });
    expect(late.status).toBe(409);
    expect(textOf(late)).toContain("has accepted this quote already");
    expect(textOf(late)).toContain("This is not possible any more.");
    expect(late.html).not.toContain('name="requestId" value="another');
  });

  test("that comes after valid-until is refused with the reason, and nothing is half done", async () => {
    const { id, options } = await priced(inHours(1));
    const [option = ""] = options;
    for (const kind of ["accept", "book"]) {
      now = new Date();
      const path = `/quote/${kind}?id=${id}&option=${option}`;
      const open = await browser.get(path);
      now = new Date(Date.now() + 2 * HOUR_MS);
      const late = await browser.post(path, { requestId: requestIdOf(open) });
      expect(late.status).toBe(409);
      expect(textOf(late)).toContain("This quote has expired: it was valid until");
      expect(textOf(late)).toContain("Expired");
    }
    const { data } = await provider.call(quoteDetail, { id }, { token });
    expect([data.status, data.booking, data.options?.[0]?.isAccepted]).toEqual(["EXPIRED", null, false]);
    expect(data.log.map((entry) => entry.action)).toEqual(["quote.requested", "quote.priced"]);
    expect(await bookingsOf(id)).toEqual([]);
  });

  test("is not asked for about a price that ran out while the quote has another", async () => {
    now = new Date(Date.now() - 10 * HOUR_MS);
    const { id, options } = await priced(inHours(5), inHours(72));
    now = new Date();
    const [late = "", open = ""] = options;
    for (const kind of ["accept", "book"]) {
      const page = await browser.get(`/quote/${kind}?id=${id}&option=${late}`);
      expect(textOf(page)).toContain("This is not possible any more.");
      expect(textOf(page)).not.toContain("Priced by");
      expect(textOf(page)).not.toContain("this price of quote");
      expect(textOf(await browser.get(`/quote/${kind}?id=${id}&option=${open}`))).not.toContain(
        "not possible",
      );
    }
  });

  test("to book makes one draft that names the quote, and the quote names it", async () => {
    const { id, options } = await priced(inHours(5));
    const { path, answer } = await decide("book", id, options[0] ?? "");
    const bookings = await bookingsOf(id);
    expect(bookings).toHaveLength(1);
    expect(answer.status).toBe(302);
    expect(answer.location).toMatch(/^\/booking\/add\?id=\d+$/);
    const detail = await browser.get(`/quote/detail?id=${id}`);
    expect(detail.html).toContain(bookings[0]?.booking_number);
    const again = await browser.post(path, { requestId: "another-key-0002" });
    expect(again.status).toBe(409);
    expect(textOf(again)).toContain(`booked already: ${bookings[0]?.booking_number}`);
    expect(await bookingsOf(id)).toHaveLength(1);
  });

  test.each(["accept", "book"])(
    "to %s a price that was replaced meanwhile shows both prices, and is taken anew",
    async (kind) => {
      const { id, options } = await priced(inHours(5));
      const path = `/quote/${kind}?id=${id}&option=${options[0]}`;
      const open = await browser.get(path);
      const replacement = priceUntil(inHours(30), "Carrier 1");
      const [line] = replacement.lines;
      const lines = [
        { ...line!, amount: "300.00" },
        { ...line!, description: "Customs", amount: "45.50" },
      ];
      await provider.call(quotePrice, { id, options: [{ ...replacement, lines }] }, { token: deskToken });

      const refused = await browser.post(path, { requestId: requestIdOf(open) });
      expect(refused.status).toBe(409);
      for (const page of [refused, await browser.get(path)]) {
        const text = textOf(page)
          .replace(/<[^>]+>/g, " ")
          .replaceAll("\u00a0", " ")
          .replace(/\s+/g, " ");
        expect(text).toContain("The price has been replaced meanwhile");
        expect(text).toContain("Total charges USD 246.40 USD 345.50 (changed)");
        expect(text).toContain("Carrier Carrier 1 Carrier 1 Transit");
        expect(text).toMatch(/Customs none USD 45\.50 .* \(changed\)/);
        expect(text).toMatch(/Valid until (\d{4}-\S+ \S+) (?!\1)\d{4}-\S+ \S+ \(changed\)/);
      }
      const { data } = await provider.call(quoteDetail, { id }, { token });
      expect([data.status, data.booking]).toEqual(["READY_TO_BOOK", null]);
      const action = (/<form[^>]*action="(\/quote\/[^"]+)"/.exec(refused.html)?.[1] ?? "").replaceAll(
        "&amp;",
        "&",
      );
      expect(action).toBe(`/quote/${kind}?id=${id}&option=${data.options?.[0]?.id}`);
      const taken = await browser.post(action, { requestId: requestIdOf(refused) });
      expect(taken.status).toBe(302);
      const after = (await provider.call(quoteDetail, { id }, { token })).data;
      expect([after.status, after.options?.[0]?.isAccepted]).toEqual(["ACCEPTED", true]);
    },
  );

  test("about a replaced price is explained in Chinese, and not shown without the right to prices", async () => {
    const { id, options } = await priced(inHours(5));
    await provider.call(
      quotePrice,
      { id, options: [priceUntil(inHours(30), "Carrier 1")] },
      { token: deskToken },
    );
    const { company_id: company } = await provider.db
      .selectFrom("quote")
      .select("company_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const chen = await makePerson(provider.db, company, { name: "陈静", language_preference: "zh" });
    const zh = await portal.signedIn(chen.userName, PASSWORD);
    const page = textOf(await zh.get(`/quote/accept?id=${id}&option=${options[0]}`));
    for (const part of ["期间报价已更新", "您看到的", "已变更"]) expect(page).toContain(part);
    const version = await browser.get(`/quote/version?id=${id}`);
    expect(JSON.parse(version.html)).toEqual({ version: 3 });
    expect((await portal.visitor().get(`/quote/version?id=${id}`)).status).toBe(302);
  });

  test("to reject keeps the reason, and one that is too long stays typed", async () => {
    const { id } = await priced(inHours(5));
    const long = "x".repeat(501);
    const { answer: refused } = await decide("reject", id, "", { reason: long });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(long);
    expect(textOf(refused)).toContain("should not exceed 500 characters");
    const { answer } = await decide("reject", id, "", { reason: "Too slow" });
    expect(answer.location).toBe(`/quote/detail?id=${id}`);
    const text = textOf(await browser.get(answer.location ?? ""));
    expect(text).toContain("Reason of the rejection: Too slow");
    expect(text).toContain("Rejected");
  });

  test("without a price of the quote leads back to it", async () => {
    const { id } = await priced(inHours(5));
    expect((await browser.get(`/quote/accept?id=${id}&option=999999`)).location).toBe(
      `/quote/detail?id=${id}`,
    );
    expect((await browser.get("/quote/accept")).location).toBe("/quote/index");
  });
});

test("only the administrator can authorize, and others read that", async () => {
  const company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"], { needs_quote_authorization: true });
  const head = await makePerson(provider.db, company);
  const role = await makeRole(company, ["QUOTES", "REQUESTQUOTE"]);
  const buyer = await makePerson(provider.db, company, { role_id: role });
  const buyerToken = await makeSession(provider.db, buyer.id);
  const { data } = await provider.call(quoteAdd, goodRequest, { token: buyerToken });
  await provider.call(quotePrice, { id: data.id, options: [priceUntil(inHours(5))] }, { token: deskToken });
  const asBuyer = await (await portal.signedIn(buyer.userName, PASSWORD)).get(`/quote/detail?id=${data.id}`);
  expect(textOf(asBuyer)).toContain("wants an administrator to accept");
  expect(asBuyer.html).not.toContain("/quote/accept");
  const asHead = await (await portal.signedIn(head.userName, PASSWORD)).get(`/quote/detail?id=${data.id}`);
  expect(asHead.html).toContain(`/quote/accept?id=${data.id}`);
});

describe("the list", () => {
  let owner: Browser;
  beforeAll(async () => {
    const company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"]);
    const person = await makePerson(provider.db, company);
    const theirToken = await makeSession(provider.db, person.id);
    owner = await portal.signedIn(person.userName, PASSWORD);
    expect(textOf(await owner.get("/quote/index"))).toContain("No quotes yet");
    for (const [tag, hours] of [
      ["overdue", null],
      ["soon", 5],
      ["gone", 1],
    ] as const) {
      now = new Date(Date.now() - (tag === "overdue" ? 3 * DAY_MS : tag === "gone" ? 2 * HOUR_MS : 0));
      const freightMode = tag === "soon" ? "OCEAN_LCL" : "AIR";
      const { data } = await provider.call(
        quoteAdd,
        { ...goodRequest, tag, freightMode },
        { token: theirToken },
      );
      if (hours)
        await provider.call(
          quotePrice,
          { id: data.id, options: [priceUntil(inHours(hours))] },
          { token: deskToken },
        );
    }
    now = new Date();
  });

  test("shows counts, clocks and what is late", async () => {
    const text = textOf(await owner.get("/quote/index"));
    expect(text).toMatch(/All <span[^>]*>3 </);
    expect(text).toMatch(/New <span[^>]*>1 </);
    expect(text).toMatch(/Expired <span[^>]*>1 </);
    expect(text).toContain("answer overdue since");
    expect(text).toMatch(/valid for [45] hours/);
    expect(text).toContain("expired 1 hour ago");
  });

  test("is filtered by its address, whatever that contains", async () => {
    const tags = async (query: string) =>
      [...textOf(await owner.get(`/quote/index?${query}`)).matchAll(/>(overdue|soon|gone)</g)].map(
        ([, tag]) => tag,
      );
    expect(await tags("status=NEW")).toEqual(["overdue"]);
    expect(await tags("mode=OCEAN_LCL")).toEqual(["soon"]);
    expect(await tags("keyword=gone")).toEqual(["gone"]);
    expect(await tags("sort=requested&direction=asc")).toEqual(["overdue", "gone", "soon"]);
    expect(await tags("status=NONSENSE&page=-1&sort=x&pageSize=7")).toEqual(["soon", "gone", "overdue"]);
    const beyond = await owner.get("/quote/index?status=NEW&page=9");
    expect(textOf(beyond)).toContain("The list ends with page 1.");
    expect(beyond.html).toMatch(/href="\/quote\/index\?status=NEW"[^>]*>Go to page 1</);
    expect(textOf(await owner.get("/quote/index?keyword=nothing"))).toContain("No quote fits");
  });
});

test("typed text is kept when the provider is down", { tags: "slow" }, async () => {
  const lonely = await startProvider({ isRateLimited: false });
  const own = await startPortal(lonely);
  const person = await makePerson(lonely.db, await makeCompany(lonely.db, ["SHIPMENT_CHARGES"]));
  const visitor = await own.signedIn(person.userName, PASSWORD);
  const form = await visitor.open("/quote/add");
  await lonely.app.close();
  const page = await visitor.post("/quote/add", {
    requestId: requestIdOf(form),
    ...requestForm({ tag: "Not to be lost" }),
  });
  await lonely.database.drop();
  expect(page.status).toBe(502);
  expect(page.html).toContain("Not to be lost");
});
