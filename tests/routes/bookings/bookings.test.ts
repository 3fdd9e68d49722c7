import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type BookingContent,
  bookingDetail,
  bookingSaveDraft,
  bookingSubmit,
} from "#app/contract/booking.ts";
import { bookingDecide } from "#app/contract/booking-desk.ts";
import { content } from "#tests/provider/bookings/fixture.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
let colleague: Browser;
let token: string;
let deskToken: string;
let companyId: string;

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  companyId = await makeCompany(provider.db, ["SHIPMENT_CHARGES"]);
  const admin = await makePerson(provider.db, companyId, { name: "Ann First" });
  const second = await makePerson(provider.db, companyId, { name: "Bob Second" });
  browser = await portal.signedIn(admin.userName, PASSWORD);
  colleague = await portal.signedIn(second.userName, PASSWORD);
  token = await makeSession(provider.db, admin.id);
  const forwarder = await makeCompany(provider.db, [], {
    is_forwarder: true,
    customer_service: "Ocean Desk",
  });
  const desk = await makePerson(provider.db, forwarder, { role: "desk" });
  deskToken = await makeSession(provider.db, desk.id);
});
afterAll(() => provider?.stop());

/** The text of the page. */
const textOf = (page: Page) =>
  page.markup
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

/** A form as a browser posts it: text fields by name, such as `cargo[0].pieces`. */
function formOf(given: Partial<BookingContent> = {}): Record<string, string> {
  const fields: Record<string, string> = {};
  const put = (name: string, value: unknown): void => {
    if (typeof value === "string") fields[name] = value;
    else if (value === true) fields[name] = "on";
    else if (Array.isArray(value))
      for (const [index, item] of value.entries()) put(`${name}[${index}]`, item);
    else if (typeof value === "object" && value !== null)
      for (const [key, item] of Object.entries(value)) put(name ? `${name}.${key}` : key, item);
  };
  put("", content(given));
  return fields;
}

/** The hidden fields of the page's form. */
function hiddenOf(page: Page): Record<string, string> {
  const fields: Record<string, string> = { requestId: requestIdOf(page) };
  for (const name of ["id", "version", "purpose", "draftKey", "editor"]) {
    const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page.html)?.[1];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

async function drafted(given: Partial<BookingContent> = {}) {
  const fields = { id: null, version: null, content: content(given) };
  return (await provider.call(bookingSaveDraft, fields, { token })).data;
}
async function submitted() {
  const draft = await drafted();
  await provider.call(bookingSubmit, { id: draft.id, version: draft.version }, { token });
  return draft;
}
async function accepted() {
  const booking = await submitted();
  await provider.call(bookingDecide, { id: booking.id, action: "accept" }, { token: deskToken });
  return booking;
}
const read = async (id: string) => (await provider.call(bookingDetail, { id }, { token })).data;
const countBookings = async () =>
  Number(
    (
      await provider.db
        .selectFrom("booking")
        .select((query) => query.fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe("the screens of bookings", () => {
  test.each([
    "/booking/index",
    "/booking/add",
    "/booking/teBooking",
    "/booking/template",
    "/booking/review?id=1",
    "/booking/upload",
  ])("send a visitor from %s to the home page, and back afterwards", async (path) => {
    const page = await portal.visitor().get(path);
    expect(page.location).toBe(`/home?redirect=${encodeURIComponent(path)}`);
  });

  test("offer no changes to a user who may only read", async () => {
    const viewer = await makePerson(provider.db, companyId, { role: "viewer" });
    const looker = await portal.signedIn(viewer.userName, PASSWORD);
    const draft = await drafted();
    for (const path of ["/booking/add", `/booking/review?id=${draft.id}`, `/booking/cancel?id=${draft.id}`])
      expect((await looker.get(path)).status, path).toBe(302);
    const posted = await looker.post("/booking/add", { ...formOf(), requestId: "x" });
    expect(posted.status).toBe(302);
    expect((await read(draft.id)).version).toBe(draft.version);
  });

  test("show nothing of another company's booking", async () => {
    const draft = await drafted();
    const other = await makePerson(provider.db, await makeCompany(provider.db));
    const stranger = await portal.signedIn(other.userName, PASSWORD);
    for (const path of [
      `/shipments/bookingDetail/${draft.id}`,
      `/booking/review?id=${draft.id}`,
      `/booking/add?id=${draft.id}`,
      `/booking/add?copy=${draft.id}`,
    ]) {
      const page = await stranger.open(path);
      expect([page.path, page.status], path).toEqual(["/404", 404]);
      expect(page.html).not.toContain(draft.bookingNumber);
    }
  });

  test("count bookings by status and list those asked for", async () => {
    const draft = await drafted();
    const sent = await submitted();
    const page = await browser.get("/booking/index?status=SUBMITTED");
    expect(page.html).toContain(sent.bookingNumber);
    expect(page.html).not.toContain(draft.bookingNumber);
    const all = await browser.get(`/shipments/bookingList?keyword=${draft.bookingNumber}`);
    expect(all.html).toContain(draft.bookingNumber);
    expect(all.html).not.toContain(sent.bookingNumber);
    const beyond = await browser.get(`/shipments/bookingList?keyword=${draft.bookingNumber}&page=9999`);
    expect(textOf(beyond)).toContain("The list ends with page 1.");
    expect(beyond.html).toContain(`href="/shipments/bookingList?keyword=${draft.bookingNumber}"`);
  });
});

describe("the form, without scripts", () => {
  test("saves a draft with whatever is filled, once however often it is posted", async () => {
    const form = await browser.open("/booking/add");
    const before = await countBookings();
    const fields = { ...hiddenOf(form), transportMode: "AIR", "shipper.name": "Half a name", intent: "save" };
    const first = await browser.post("/booking/add", fields);
    expect(first.status).toBe(302);
    expect(first.location).toMatch(/^\/booking\/add\?id=\d+$/);
    const again = await browser.post("/booking/add", fields);
    expect(again.location).toBe(first.location);
    expect(await countBookings()).toBe(before + 1);
    const back = await browser.get(first.location ?? "");
    expect(back.html).toMatch(/name="shipper\.name"[^>]*value="Half a name"/);
  });

  test("offers carriers under the way that each carries, and numbers that a browser restores", async () => {
    const given = { code: "ZEPH", name: "Zephyr Haulage", mode: "TRUCK" } as const;
    await provider.db.insertInto("carrier").values(given).execute();
    const { markup } = await browser.open("/booking/add");
    expect(markup).toMatch(/<optgroup label="Truck">(?:(?!<\/optgroup>).)*Zephyr Haulage/);
    expect(markup).not.toMatch(/autocomplete="off"/i);
  });

  test("adds and removes rows, fills in an address and computes the weight without saving", async () => {
    await provider.db
      .insertInto("address_entry")
      .values({ company_id: companyId, name: "Warehouse North", address: "1 Dock Road", country_code: "DE" })
      .execute();
    const form = await browser.open("/booking/add");
    const before = await countBookings();
    const fields = { ...hiddenOf(form), ...formOf() };
    const insert = JSON.stringify({ type: "insert", payload: { name: "cargo", defaultValue: {} } });
    const added = await browser.post("/booking/add", { ...fields, __intent__: insert });
    expect(added.html).toContain('name="cargo[1].pieces"');
    expect(added.html).toMatch(/name="cargo\[0\]\.poNumber"[^>]*value="4500012345"/);
    const remove = JSON.stringify({ type: "remove", payload: { name: "cargo", index: 0 } });
    const removed = await browser.post("/booking/add", {
      ...fields,
      "cargo[1].poNumber": "STAYS",
      __intent__: remove,
    });
    expect(removed.html).toMatch(/name="cargo\[0\]\.poNumber"[^>]*value="STAYS"/);
    expect(removed.html).not.toContain('name="cargo[1].poNumber"');
    const [, entry = ""] = /<option value="(\d+)"[^>]*>Warehouse North/.exec(form.html) ?? [];
    const picked = await browser.post("/booking/add", {
      ...fields,
      "pick.consignee": entry,
      intent: "pick:consignee",
    });
    expect(picked.html).toMatch(/name="consignee\.address"[^>]*value="1 Dock Road"/);
    expect(picked.html).toMatch(/name="shipper\.address"[^>]*value="18 Keji Road, Nanshan"/);
    expect(await countBookings()).toBe(before);
  });

  test("of a company with many addresses searches them, and takes over one that the first hundred lack", {
    tags: "slow",
  }, async () => {
    const company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"]);
    const person = await makePerson(provider.db, company);
    const many = await portal.signedIn(person.userName, PASSWORD);
    const names = Array.from({ length: 130 }, (_, index) => `Depot ${String(index).padStart(3, "0")}`);
    await provider.db
      .insertInto("address_entry")
      .values(
        names.map((name) => ({ company_id: company, name, address: `Quay ${name}`, country_code: "DE" })),
      )
      .execute();
    const form = await many.open("/booking/add");
    expect(form.html).not.toContain("Depot 125");
    const typed = { ...hiddenOf(form), ...formOf({ marks: "KEPT" }) };
    const search = { ...typed, "find.shipper": " depot 12 ", intent: "find:shipper" };
    const found = await many.post("/booking/add", search);
    expect(textOf(found)).toContain("Found: 10. Choose one below.");
    expect(found.html).toMatch(/name="find\.shipper"[^>]*value="depot 12"/);
    expect(found.html).toContain("KEPT");
    expect(found.html.match(/>Depot 125, /g)).toHaveLength(1);
    const [, entry = ""] = /<option value="(\d+)"[^>]*>Depot 125/.exec(found.html) ?? [];
    const picked = await many.post("/booking/add", {
      ...typed,
      "find.shipper": "depot 12",
      "pick.shipper": entry,
      intent: "pick:shipper",
    });
    expect(picked.html).toMatch(/name="shipper\.address"[^>]*value="Quay Depot 125"/);
    const none = await many.post("/booking/add", { ...search, "find.shipper": "<b>%_".repeat(5_000) });
    expect([none.status, textOf(none).includes("No address holds")]).toEqual([200, true]);
    const wide = await many.post("/booking/add", { ...search, "find.shipper": "depot" });
    expect(textOf(wide)).toContain("Found: 130, of which 100 can be chosen below.");
  });

  test("keeps ten thousand characters, and the review says that they are too many", async () => {
    const form = await browser.open("/booking/add");
    const fields = { ...hiddenOf(form), ...formOf({ specialInstructions: "x".repeat(10_000) }) };
    const saved = await browser.post("/booking/add", { ...fields, intent: "review" });
    expect(saved.location).toMatch(/^\/booking\/review\?id=\d+$/);
    const review = await browser.get(saved.location ?? "");
    expect(textOf(review)).toMatch(/Special instructions: .*should not exceed 1000/i);
    const id = new URL(saved.location ?? "", "http://x").searchParams.get("id") ?? "";
    expect((await read(id)).content.specialInstructions).toHaveLength(10_000);
  });

  test("of a draft that a colleague has saved meanwhile shows both versions, and overwrites by choice only", async () => {
    const draft = await drafted();
    const path = `/booking/add?id=${draft.id}`;
    const mine = await browser.get(path);
    const theirs = await colleague.get(path);
    const saved = await colleague.post(path, {
      ...hiddenOf(theirs),
      ...formOf({ destination: "Oakland" }),
      intent: "save",
    });
    expect(saved.status).toBe(302);

    const changed = formOf({ destination: "Seattle", marks: "MINE" });
    // The form's target: a URL without the booking's number.
    const target = /<form[^>]*id="booking"[^>]*>/.exec(mine.html)?.[0].match(/action="([^"]*)"/)?.[1] ?? "";
    expect(target).toBe("/booking/add");
    const refused = await browser.post(target, { ...hiddenOf(mine), ...changed, intent: "save" });
    expect(refused.status).toBe(409);
    expect(hiddenOf(refused)).toMatchObject({ id: draft.id, version: String(draft.version) });
    const text = textOf(refused);
    expect(text).toContain("A colleague has saved this meanwhile");
    expect(text).toContain("Bob Second saved it at");
    expect(text).toMatch(/Destination Seattle Oakland/);
    // Changed on one side only: kept, without a choice.
    expect(text).not.toMatch(/Marks MINE/);
    expect(refused.html).toMatch(/name="destination"[^>]*value="Seattle"/);
    expect((await read(draft.id)).content.destination).toBe("Oakland");

    const again = await browser.post(target, { ...hiddenOf(refused), ...changed, intent: "save" });
    expect(again.status).toBe(409);
    expect((await read(draft.id)).content.destination).toBe("Oakland");

    const keep = /<button[^>]*value="(keep:\d+)"/.exec(refused.html)?.[1] ?? "";
    const kept = await browser.post(target, { ...hiddenOf(refused), ...changed, intent: keep });
    expect(kept.status).toBe(302);
    expect((await read(draft.id)).content).toMatchObject({ destination: "Seattle", marks: "MINE" });
    expect(refused.html).toContain(`href="${path}"`);
  });

  test("of a draft changed in two windows by one person merges both, and names the other window", {
    tags: "slow",
  }, async () => {
    const draft = await drafted();
    const path = `/booking/add?id=${draft.id}`;
    const [one, other] = [await browser.get(path), await browser.get(path)];
    await browser.post(path, {
      ...hiddenOf(one),
      ...formOf({ marks: "ONE", origin: "Shekou" }),
      intent: "save",
    });
    const beside = await browser.post(path, {
      ...hiddenOf(other),
      ...formOf({ destination: "Oakland" }),
      intent: "save",
    });
    expect(beside.location).toBe(`/booking/add?id=${draft.id}&merged=3`);
    expect(textOf(await browser.open(beside.location ?? ""))).toContain(
      "together with what was changed elsewhere",
    );
    expect((await read(draft.id)).content).toMatchObject({
      marks: "ONE",
      origin: "Shekou",
      destination: "Oakland",
    });

    const late = await browser.post(path, {
      ...hiddenOf(one),
      ...formOf({ destination: "Seattle" }),
      editor: "a-third-form",
      intent: "save",
    });
    expect(late.status).toBe(409);
    expect(textOf(late)).toContain("You have saved this in another of your windows");
    expect(textOf(late)).toMatch(/Field Yours Other window Destination Seattle Oakland/);
    const person = await makePerson(provider.db, companyId, { name: "陈静", language_preference: "zh" });
    const zh = await portal.signedIn(person.userName, PASSWORD);
    const answered = await zh.post(path, {
      ...hiddenOf(one),
      requestId: requestIdOf(await zh.get(path)),
      ...formOf({ destination: "Seattle" }),
      intent: "save",
    });
    expect(textOf(answered)).toContain("期间有其他人保存了此内容");
  });

  test("that is sent again from its address meets the draft that it has made, and both versions", {
    tags: "slow",
  }, async () => {
    const form = await browser.open("/booking/add");
    const before = await countBookings();
    const first = await browser.post(form.path, {
      ...hiddenOf(form),
      ...formOf({ marks: "FIRST" }),
      intent: "save",
    });
    const id = /id=(\d+)/.exec(first.location ?? "")?.[1] ?? "";
    const { bookingNumber } = await read(id);
    // Going back loads the form again, empty.
    const back = await browser.open(form.path);
    expect(back.path).toBe(form.path);
    expect(textOf(back)).toContain(`This form was saved already, as ${bookingNumber}`);
    expect(back.markup).toContain(`href="/booking/add?id=${id}"`);
    const again = await browser.post(form.path, {
      ...hiddenOf(back),
      ...formOf({ marks: "SECOND" }),
      intent: "save",
    });
    expect(again.status).toBe(409);
    expect(textOf(again)).toMatch(/Marks SECOND FIRST/);
    expect(again.html).toMatch(/name="marks"[^>]*>SECOND</);
    const keep = /<button[^>]*value="(keep:\d+)"/.exec(again.html)?.[1] ?? "";
    const kept = await browser.post(form.path, {
      ...hiddenOf(again),
      ...formOf({ marks: "SECOND" }),
      intent: keep,
    });
    expect(kept.location).toBe(`/booking/add?id=${id}`);
    expect((await read(id)).content.marks).toBe("SECOND");
    expect(await countBookings()).toBe(before + 1);
    expect((await browser.get("/booking/add")).location).not.toBe(form.path);
  });

  test.each(["/booking/add", "/shipments/booking", "/booking/teBooking", "/booking/templateEdit"])(
    "at %s carries its key in the address",
    async (path) => {
      const led = await browser.get(path);
      expect(led.location).toMatch(new RegExp(`^${path}\\?key=[\\w-]{22}$`));
      const form = await browser.get(led.location ?? "");
      expect(form.html).toContain(`action="${led.location}"`);
    },
  );

  test("with a text that is too long shows the fault at its field, keeps the text, and saves nothing", async () => {
    const draft = await drafted();
    const path = `/booking/add?id=${draft.id}`;
    const form = await browser.get(path);
    expect(form.markup.split("<main")[1]).not.toMatch(/maxlength/i);
    const name = "n".repeat(10_000);
    const fields = {
      ...hiddenOf(form),
      ...formOf(),
      "shipper.name": name,
      "cargo[0].poNumber": "p".repeat(201),
    };
    for (const intent of ["save", "review"]) {
      const refused = await browser.post(path, { ...fields, intent });
      expect(refused.status).toBe(400);
      expect(textOf(refused)).toContain("Shipper, Name: This should not exceed 200 characters");
      expect(textOf(refused)).toContain("PO No.: This should not exceed 50 characters");
      expect(refused.html).toContain(`value="${name}"`);
    }
    const byItself = await browser.post("/booking/autosave", fields);
    expect(byItself.status).toBe(400);
    expect(byItself.html).toContain("should not exceed 200 characters");
    expect((await read(draft.id)).version).toBe(draft.version);
    const template = await browser.open("/booking/templateEdit");
    const refused = await browser.post(template.path, {
      ...fields,
      ...hiddenOf(template),
      id: "",
      templateName: "T",
    });
    expect(refused.status).toBe(400);
    expect(textOf(refused)).toContain("should not exceed 200 characters");
  });

  test("of a change that is refused is still the form of that change", async () => {
    const sent = await submitted();
    const page = await browser.get(`/booking/add?id=${sent.id}&as=amend`);
    const refused = await browser.post("/booking/add", {
      ...hiddenOf(page),
      ...formOf({ destination: "" }),
      intent: "save",
    });
    expect(refused.status).toBe(400);
    const { id, version, purpose } = hiddenOf(page);
    expect(purpose).toBe("amend");
    expect(hiddenOf(refused)).toMatchObject({ id, version, purpose });
    expect(textOf(refused)).toContain("Amend the booking");
    const saved = await browser.post("/booking/add", {
      ...hiddenOf(refused),
      ...formOf({ destination: "Oakland" }),
      intent: "save",
    });
    expect(saved.location).toBe(`/shipments/bookingDetail/${sent.id}`);
    expect((await read(sent.id)).content.destination).toBe("Oakland");
  });

  test("begins as a copy, without the numbers of the old one", async () => {
    const sent = await submitted();
    const page = await browser.open(`/booking/add?copy=${sent.id}`);
    expect(page.html).toMatch(/name="destination"[^>]*value="Long Beach"/);
    expect(hiddenOf(page).id ?? "").toBe("");
    const saved = await browser.post("/booking/add", { ...hiddenOf(page), ...formOf(), intent: "save" });
    expect(saved.location).not.toContain(`id=${sent.id}`);
  });

  test("online begins with the company's last booking of the lane", async () => {
    const draft = await drafted({ origin: "Xiamen", destination: "Felixstowe", marks: "LANE" });
    await provider.call(bookingSubmit, { id: draft.id, version: draft.version }, { token });
    const page = await browser.open("/booking/teBooking?origin=xiamen&destination=FELIXSTOWE");
    expect(page.html).toMatch(/name="marks"[^>]*>LANE</);
    const none = await browser.open("/booking/teBooking?origin=Nowhere&destination=Felixstowe");
    expect(none.status).toBe(200);
    expect(none.html).not.toMatch(/name="marks"[^>]*>LANE</);
    expect(none.html).toMatch(/name="origin"[^>]*value="Nowhere"/);
  });
});

describe("the review", () => {
  test("names what is lacking, at the fields of the form, and offers no submit", async () => {
    const draft = await drafted({
      consignee: { ...content().consignee, address: content().shipper.address },
      cargo: [content().cargo[0]!, content().cargo[0]!],
    });
    const review = await browser.get(`/booking/review?id=${draft.id}`);
    const text = textOf(review);
    expect(text).toContain("PO No. already exists");
    expect(text).toContain("SKU No. already exists");
    expect(text).toMatch(/must differ/);
    expect(review.markup).not.toMatch(/<button[^>]*>Submit/);
    const posted = await browser.post(`/booking/review?id=${draft.id}`, {
      requestId: requestIdOf(review),
      id: draft.id,
      version: String(draft.version),
    });
    expect(posted.status).toBe(400);
    expect(textOf(posted)).toContain("PO No. already exists");
    expect((await read(draft.id)).status).toBe("DRAFT");
    const form = await browser.get(`/booking/add?id=${draft.id}&check=1`);
    expect(form.markup).toMatch(/aria-invalid="true"/);
    expect(textOf(form)).toContain("PO No. already exists");
  });

  test("submits once, however often the button is pressed, and only what was reviewed", async () => {
    const draft = await drafted();
    const path = `/booking/review?id=${draft.id}`;
    const review = await browser.get(path);
    expect(textOf(review)).toContain("LED desk lamps");
    expect(review.markup).toMatch(/<button[^>]*>Submit/);
    const fields = { requestId: requestIdOf(review), id: draft.id, version: String(draft.version) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.post(path, fields)));
    for (const answer of answers) expect(answer.location).toBe(`/shipments/bookingDetail/${draft.id}`);
    const detail = await read(draft.id);
    expect(detail.status).toBe("SUBMITTED");
    expect(detail.log.filter(({ action }) => action === "booking.submitted")).toHaveLength(1);

    const stale = await drafted();
    const { data: newer } = await provider.call(
      bookingSaveDraft,
      { id: stale.id, version: stale.version, content: content({ marks: "NEWER" }) },
      { token },
    );
    const late = await browser.post(`/booking/review?id=${stale.id}`, {
      requestId: requestIdOf(review).replace(/^.{4}/, "zzzz"),
      id: stale.id,
      version: String(stale.version),
    });
    expect(late.status).toBe(409);
    expect(await read(stale.id)).toMatchObject({ status: "DRAFT", version: newer.version });
  });
});

describe("what has been submitted", () => {
  test("is recalled, changed, amended and cancelled, each with a question or a form", async () => {
    const sent = await submitted();
    const detail = `/shipments/bookingDetail/${sent.id}`;
    const amend = `/booking/add?id=${sent.id}&as=amend`;
    const form = await browser.get(amend);
    const amended = await browser.post(amend, { ...hiddenOf(form), ...formOf({ marks: "AMENDED" }) });
    expect(amended.location).toBe(detail);
    expect(await read(sent.id)).toMatchObject({ status: "SUBMITTED", content: { marks: "AMENDED" } });

    const question = await browser.get(`/booking/recall?id=${sent.id}`);
    expect(textOf(question)).toContain(`Recall booking ${sent.bookingNumber}?`);
    const recalled = await browser.post(`/booking/recall?id=${sent.id}`, hiddenOf(question));
    expect(recalled.location).toBe(detail);
    expect((await read(sent.id)).status).toBe("DRAFT");

    const late = await browser.post(`/booking/recall?id=${sent.id}`, {
      ...hiddenOf(question),
      requestId: requestIdOf(await browser.get(`/booking/cancel?id=${sent.id}`)),
    });
    expect(late.status).toBe(409);
    const last = await browser.get(`/booking/cancel?id=${sent.id}`);
    await browser.post(`/booking/cancel?id=${sent.id}`, hiddenOf(last));
    expect((await read(sent.id)).status).toBe("CANCELLED");
    expect(textOf(await browser.get(detail))).not.toContain("Amend ");
  });

  test("cannot be changed once accepted: the page says whom to ask, and sends a change request", async () => {
    const booking = await accepted();
    const path = `/shipments/bookingDetail/${booking.id}`;
    const detail = await browser.get(path);
    expect(textOf(detail)).toMatch(/can no longer be amended or cancelled here: please contact/);
    for (const decision of ["recall", "cancel"]) {
      const page = await browser.get(`/booking/${decision}?id=${booking.id}`);
      expect(page.markup).not.toContain('name="version"');
      expect(textOf(page)).toMatch(/contact customer service/);
    }
    expect((await browser.get(`/booking/add?id=${booking.id}&as=amend`)).location).toBe(path);

    const fields = { requestId: requestIdOf(detail), intent: "requestChange" };
    const empty = await browser.post(path, { ...fields, kind: "AMEND", text: "  " });
    expect([empty.status, textOf(empty).includes("Cannot be empty")]).toEqual([400, true]);
    const unsaid = await browser.post(path, { ...fields, text: "Two pallets more" });
    expect(unsaid.status).toBe(400);
    expect(unsaid.html).toContain("Two pallets more");
    const asked = await browser.post(path, { ...fields, kind: "AMEND", text: "Two pallets more" });
    expect(asked.location).toContain(path);
    await browser.post(path, { ...fields, kind: "AMEND", text: "Two pallets more" });
    expect((await read(booking.id)).changeRequests).toHaveLength(1);
    expect(textOf(await browser.get(path))).toContain("Two pallets more");
  });
});

describe("attachments, without scripts", () => {
  async function attach(id: string, files: [name: string, content: string | Uint8Array<ArrayBuffer>][]) {
    const page = await browser.get(`/booking/attachments?id=${id}`);
    const form = new FormData();
    form.set("id", id);
    for (const [name, given] of files) form.append("files", new Blob([given]), name);
    return browser.postFiles(`/booking/attachments?id=${id}&requestId=${requestIdOf(page)}`, form);
  }

  test("are uploaded, served as downloads only, and removed from a draft", async () => {
    const draft = await drafted();
    const page = await browser.get(`/booking/attachments?id=${draft.id}`);
    expect(textOf(page)).toContain("At most 20 files of 25 MB each");
    const sent = await attach(draft.id, [
      ["packing list.txt", "10 cartons"],
      ["提单.csv", "a,b\n1,2"],
    ]);
    expect(sent.location).toBe(`/shipments/bookingDetail/${draft.id}`);
    const { attachments } = await read(draft.id);
    expect(attachments.map(({ fileName }) => fileName)).toEqual(["packing list.txt", "提单.csv"]);
    const file = await browser.get(`/booking/attachment/${draft.id}/${attachments[0]!.id}`);
    expect(file.html).toBe("10 cartons");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; .*packing/);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    const removed = await browser.post(`/booking/attachments?id=${draft.id}`, {
      requestId: requestIdOf(page),
      attachmentId: attachments[0]!.id,
    });
    expect(removed.status).toBe(302);
    expect((await read(draft.id)).attachments.map(({ fileName }) => fileName)).toEqual(["提单.csv"]);
  });

  test("of an ended session are said to be not sent, to be chosen again", async () => {
    const draft = await drafted();
    const stranger = portal.visitor();
    const form = new FormData();
    form.set("id", draft.id);
    form.append("files", new Blob(["late"]), "late.txt");
    const address = `?id=${draft.id}&requestId=abcdefgh`;
    const page = await stranger.postFiles(`/booking/attachments${address}`, form);
    expect(page.status).toBe(401);
    expect(page.markup).toContain('role="alertdialog"');
    expect(textOf(page)).toContain("The files were not sent");
    expect(page.html).toContain(`href="/booking/attachments${address.replace("&", "&amp;")}"`);
    expect((await stranger.postFiles(`/booking/upload${address}`, form)).status).toBe(401);
    expect((await read(draft.id)).attachments).toEqual([]);
  });

  test("with a quotation mark in their name keep it", async () => {
    const draft = await drafted();
    expect((await attach(draft.id, [['12" pipes.txt', "list"]])).status).toBe(302);
    const [file] = (await read(draft.id)).attachments;
    expect(file?.fileName).toBe('12" pipes.txt');
    const kept = await browser.get(`/booking/attachment/${draft.id}/${file?.id}`);
    expect(kept.headers.get("content-disposition")).toMatch(/^attachment; .*12%22%20pipes/);
  });

  test("that are refused are named with the reason, beside those that were taken", {
    tags: "slow",
  }, async () => {
    const draft = await drafted();
    const sent = await attach(draft.id, [
      ["fine.txt", "fine"],
      ["program.pdf", "MZ\u0090\u0000\u0003binary\u0000"],
      ["large.txt", new Uint8Array(25 * 1024 * 1024 + 1).fill(65)],
    ]);
    expect(sent.status).toBe(400);
    const text = textOf(sent);
    expect(text).toContain("program.pdf");
    expect(text).toContain("This kind of file is not accepted");
    expect(text).toMatch(/large\.txt.*should not exceed 25 MB/);
    expect((await read(draft.id)).attachments.map(({ fileName }) => fileName)).toEqual(["fine.txt"]);
  });
});

describe("templates", () => {
  test("are created, changed, used and removed; a name is required and limited", {
    tags: "slow",
  }, async () => {
    const form = await browser.open("/booking/templateEdit");
    const nameless = await browser.post("/booking/templateEdit", {
      ...hiddenOf(form),
      ...formOf({ marks: "FROM TEMPLATE" }),
      templateName: " ",
    });
    expect(nameless.status).toBe(400);
    expect(textOf(nameless)).toContain("Cannot be empty");
    expect(nameless.html).toMatch(/name="marks"[^>]*>FROM TEMPLATE</);
    const long = await browser.post("/booking/templateEdit", {
      ...hiddenOf(form),
      ...formOf(),
      templateName: "x".repeat(61),
    });
    expect(textOf(long)).toMatch(/should not exceed 60/i);
    const made = await browser.post("/booking/templateEdit", {
      ...hiddenOf(form),
      ...formOf({ marks: "FROM TEMPLATE" }),
      templateName: "Weekly lamps",
    });
    expect(made.location).toBe("/booking/template");
    const list = await browser.get("/booking/template");
    expect(textOf(list)).toContain("Weekly lamps");
    const beyond = await browser.get("/booking/template?page=9999");
    expect(textOf(beyond)).toContain("The list ends with page 1.");
    expect(beyond.html).toContain('href="/booking/template?page=1"');
    const [, id = ""] = /templateEdit\?id=(\d+)/.exec(list.html) ?? [];
    const begun = await browser.open(`/booking/add?template=${id}`);
    expect(begun.html).toMatch(/name="marks"[^>]*>FROM TEMPLATE</);
    expect(textOf(begun)).toContain("Filled from the template Weekly lamps");

    const edit = await browser.get(`/booking/templateEdit?id=${id}`);
    const renamed = { ...formOf(), templateName: "Monthly lamps" };
    await browser.post(`/booking/templateEdit?id=${id}`, { ...hiddenOf(edit), ...renamed });
    const stale = await colleague.get(`/booking/templateEdit?id=${id}`);
    const conflict = await colleague.post(`/booking/templateEdit?id=${id}`, {
      ...hiddenOf(stale),
      version: hiddenOf(edit).version ?? "",
      ...formOf(),
      templateName: "Yearly lamps",
    });
    expect(conflict.status).toBe(409);
    expect(textOf(conflict)).toMatch(/Yearly lamps Monthly lamps/);

    // Another field in another window of the same person is merged.
    const other = await browser.get(`/booking/templateEdit?id=${id}`);
    const same = await browser.get(`/booking/templateEdit?id=${id}`);
    const monthly = { ...formOf(), templateName: "Monthly lamps" };
    await browser.post(`/booking/templateEdit?id=${id}`, {
      ...hiddenOf(other),
      ...monthly,
      origin: "Shekou",
    });
    await browser.post(`/booking/templateEdit?id=${id}`, { ...hiddenOf(same), ...monthly, marks: "BESIDE" });
    const both = await browser.get(`/booking/templateEdit?id=${id}`);
    expect(both.html).toMatch(/name="marks"[^>]*>BESIDE</);
    expect(both.html).toMatch(/name="origin"[^>]*value="Shekou"/);

    const question = await browser.get(`/booking/templateRemove?id=${id}`);
    expect(textOf(question)).toContain("Monthly lamps");
    await browser.post(`/booking/templateRemove?id=${id}`, hiddenOf(question));
    expect(textOf(await browser.get("/booking/template"))).not.toContain("Monthly lamps");
  });
});

test("in Chinese, the screens of bookings hold no English sentence", { tags: "slow" }, async () => {
  const draft = await drafted({ goodsDescription: "灯", marks: "", carrier: "" });
  const person = await makePerson(provider.db, companyId, { name: "陈静", language_preference: "zh" });
  const zh = await portal.signedIn(person.userName, PASSWORD);
  for (const path of [
    "/booking/index",
    "/booking/add",
    "/booking/teBooking",
    "/booking/template",
    "/booking/templateEdit",
    `/booking/review?id=${draft.id}`,
    `/booking/cancel?id=${draft.id}`,
    `/booking/attachments?id=${draft.id}`,
    `/shipments/bookingDetail/${draft.id}`,
  ]) {
    const page = await zh.open(path);
    expect(page.status, path).toBe(200);
    expect(page.html).toContain('lang="zh-CN"');
    const words = textOf(page).replaceAll(/"[^"]*"/g, "");
    expect(words.match(/\b(the|please|your|this|not|and|choose|save|cancel|submit)\b/gi) ?? [], path).toEqual(
      [],
    );
  }
});
