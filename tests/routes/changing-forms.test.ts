import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "#tests/support/endpoints.ts";
import { entriesIn } from "#tests/support/form-in.ts";
import { casesByDay } from "#tests/support/is-all.ts";
import { makePerson, PASSWORD, roleId } from "#tests/support/people.ts";
import { type Browser, type Page, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { OUTSIDE } from "../provider/webhooks/fixture.ts";

/**
 * All forms that change what is stored, as two people use them at once: what the other one has changed stays, unless it is the same
 * field; then both values are shown.
 */

let provider: TestProvider;
let portal: TestPortal;
const people: Record<"desk" | "demo" | "own", [Browser, Browser]> = {} as never;
let companyId = "";
beforeAll(async () => {
  provider = await startProvider({ demo: true, isRateLimited: false, outside: OUTSIDE });
  portal = await startPortal(provider);
  for (const name of ["desk", "demo"] as const) {
    const { company_id, role_id } = await provider.db
      .selectFrom("app_user")
      .select(["company_id", "role_id"])
      .where("user_name", "=", name)
      .executeTakeFirstOrThrow();
    const colleague = await makePerson(provider.db, company_id, { role_id });
    const [one, other] = [await portal.signedIn(name), await portal.signedIn(colleague.userName, PASSWORD)];
    for (const browser of [one, other]) await browser.post("/language", { language: "en", returnTo: "/" });
    people[name] = [one, other];
    if (name === "demo") companyId = company_id;
  }
  people.own = [people.demo[0], await portal.signedIn("demo")];
});
afterAll(() => provider?.stop());

interface Form {
  name: string;
  /** The calls that save it. */
  saves: readonly string[];
  /** "own": one person with two browsers. */
  who: "desk" | "demo" | "own";
  path(): Promise<string>;
  /** The form's id, or the value of its button. */
  form: string;
  /** What its button sends. */
  intent?: string;
  /** A field, and three values of it. */
  mine: [field: string, ...values: [string, string, string]];
  /** Another field that the other person changes; null: there is one field. */
  theirs: [field: string, ...values: [string, string]] | null;
}

const idOf = async (table: "address_entry" | "webhook") => {
  const row = await provider.db
    .selectFrom(table as "webhook")
    .select("id")
    .where("company_id", "=", companyId)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  return row.id;
};
const idIn = (text: string, part: RegExp) => part.exec(text)?.[1] ?? "";

/** Opens the form at this address, sends it with these fields, and gives what it leads to. */
async function send(browser: Browser, path: string, form: string, fields: Record<string, string>) {
  const page = await browser.open(path);
  const answer = await browser.post(page.path, changed(entriesIn(page, form), fields));
  if (answer.status !== 302) throw new Error(`${path} answered ${answer.status}: ${faultsIn(answer)}`);
  return answer.location!;
}
const faultsIn = ({ markup }: Page) =>
  [...markup.matchAll(/role="alert"[^>]*>([\s\S]*?)<\/div>/g)]
    .map(([, text]) => text!.replace(/<[^>]+>/g, " "))
    .join(" ");

function changed(entries: [string, string][], fields: Record<string, string>): [string, string][] {
  const kept = entries.filter(([name]) => !Object.hasOwn(fields, name));
  return [...kept, ...Object.entries(fields)];
}

async function shipmentId() {
  const { id } = await provider.db
    .selectFrom("shipment")
    .select("id")
    .where("company_id", "=", companyId)
    .where("job_mode", "=", "OCEAN")
    .where("status", "=", "BOOKED")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  return id;
}

const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear() + 1;

const forms: Form[] = [
  {
    name: "a member",
    saves: ["portalUser.editUser"],
    who: "demo",
    async path() {
      const { id } = await makePerson(provider.db, companyId, { role: "viewer" });
      return `/account/memberEdit?id=${id}`;
    },
    form: "member",
    mine: ["name", "Mine A", "Mine B", "Mine C"],
    theirs: ["status", "DISABLED", "ACTIVE"],
  },
  {
    name: "a customer's member at the desk",
    saves: ["customer.memberSave"],
    who: "desk",
    async path() {
      const { id } = await makePerson(provider.db, companyId, { role: "viewer" });
      return `/freightForwarder/customerMember/${id}`;
    },
    form: "member",
    mine: ["name", "Mine A", "Mine B", "Mine C"],
    theirs: ["status", "DISABLED", "ACTIVE"],
  },
  {
    name: "the company's place in the profile",
    saves: ["portalUser.updateUser"],
    who: "demo",
    path: async () => "/account/index",
    form: "profile",
    mine: ["city", "Mine A", "Mine B", "Mine C"],
    theirs: ["companyAddress", "Theirs A", "Theirs B"],
  },
  {
    name: "a customer company",
    saves: ["customer.save"],
    who: "desk",
    path: async () => `/freightForwarder/customer/${companyId}`,
    form: "facts",
    intent: "facts",
    mine: ["city", "Mine D", "Mine E", "Mine F"],
    theirs: ["address", "Theirs D", "Theirs E"],
  },
  {
    name: "a department",
    saves: ["customer.department"],
    who: "desk",
    async path() {
      const { id } = await provider.db
        .insertInto("department")
        .values({ company_id: companyId, name: "Before" })
        .returning("id")
        .executeTakeFirstOrThrow();
      department = id;
      return `/freightForwarder/customer/${companyId}`;
    },
    get form() {
      return `rename-${department}`;
    },
    get intent() {
      return `rename-${department}`;
    },
    mine: ["name", "Mine A", "Mine B", "Mine C"],
    theirs: null,
  },
  {
    name: "a customer's role",
    saves: ["customer.roleSave"],
    who: "desk",
    async path() {
      const fromId = await roleId(provider.db, "viewer");
      const names = { fromId, name: "Before", nameZh: "之前", intent: "make" };
      return send(people.desk[0], `/freightForwarder/customerRoles/${companyId}`, "make", names);
    },
    form: "save",
    intent: "save",
    mine: ["name", "Mine A", "Mine B", "Mine C"],
    theirs: ["nameZh", "他们甲", "他们乙"],
  },
  {
    name: "the look of a customer's portal",
    saves: ["brand.save"],
    who: "desk",
    path: async () => `/freightForwarder/customer/${companyId}/look`,
    form: "look",
    intent: "look",
    mine: ["nameEn", "Mine A", "Mine B", "Mine C"],
    theirs: ["color", "#0b5cad", "#aa3300"],
  },
  {
    name: "a page in a customer's portal",
    saves: ["brand.pageSave"],
    who: "desk",
    async path() {
      const look = `/freightForwarder/customer/${companyId}/look`;
      const page = {
        path: "both",
        titleEn: "Before",
        titleZh: "之前",
        address: "https://rates.example/view",
      };
      await send(people.desk[0], `${look}?page=new`, "page", { ...page, intent: "page" });
      const { markup } = await people.desk[0].get(look);
      return `${look}?page=${idIn(markup, /look\?page=(\d+)"/)}`;
    },
    form: "page",
    intent: "page",
    mine: ["titleEn", "Mine A", "Mine B", "Mine C"],
    theirs: ["titleZh", "他们甲", "他们乙"],
  },
  {
    name: "a webhook",
    saves: ["webhook.change"],
    who: "demo",
    async path() {
      const webhook = { name: "Before", url: "https://93.184.215.14/hook", topics: "quotes" };
      const [browser] = people.demo;
      const page = await browser.open("/account/webhookAdd");
      await browser.post(page.path, changed(entriesIn(page, "webhook"), webhook));
      return `/account/webhookEdit?id=${await idOf("webhook")}`;
    },
    form: "webhook",
    mine: ["name", "Mine A", "Mine B", "Mine C"],
    theirs: ["url", "https://93.184.215.14/a", "https://93.184.215.14/b"],
  },
  {
    name: "the desk's working hours",
    saves: ["desk.settingsSave"],
    who: "desk",
    path: async () => "/freightForwarder/settings",
    form: "clock",
    intent: "clock",
    mine: ["hours-1", "08:00-12:00", "08:00-13:00", "08:00-14:00"],
    theirs: ["silenceHours", "5", "6"],
  },
  {
    name: "an answer that is written once",
    saves: ["desk.answerSave"],
    who: "desk",
    async path() {
      const answer = { name: "Before", en: "Text", zh: "文字", intent: "save" };
      const { markup } = await people.desk[0].get("/freightForwarder/answers");
      const forms = [...markup.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => form);
      const html = forms.at(-1)!;
      await people.desk[0].post("/freightForwarder/answers", changed(entriesIn({ html }, "save"), answer));
      return "/freightForwarder/answers";
    },
    form: "save",
    intent: "save",
    mine: ["name", "Mine A", "Mine B", "Mine C"],
    theirs: ["en", "Theirs A", "Theirs B"],
  },
  {
    name: "a series of numbers",
    saves: ["invoice.seriesSet"],
    who: "desk",
    path: async () => "/freightForwarder/invoiceSeries",
    form: `series-INVOICE-${year}`,
    intent: `series-INVOICE-${year}`,
    mine: ["prefix", "MA-", "MB-", "MC-"],
    theirs: ["width", "6", "7"],
  },
  {
    name: "who issues invoices",
    saves: ["invoice.issuerSave"],
    who: "desk",
    path: async () => "/freightForwarder/invoiceSeries",
    form: "issuer",
    intent: "issuer",
    mine: ["payment", "Bank A", "Bank B", "Bank C"],
    theirs: ["taxNumber", "GB1", "GB2"],
  },
  {
    name: "a customer's payment terms",
    saves: ["invoice.termsSave"],
    who: "desk",
    path: async () => `/freightForwarder/invoiceAdd?shipment=${await shipmentId()}&show=terms`,
    form: "terms",
    intent: "terms",
    mine: ["daysToPay", "31", "32", "33"],
    theirs: ["currency", "EUR", "USD"],
  },
  {
    name: "a draft of an invoice",
    saves: ["invoice.draftSave"],
    who: "desk",
    async path() {
      const path = `/freightForwarder/invoiceAdd?shipment=${await shipmentId()}`;
      const line = { "lines[0].description": "Freight", "lines[0].unitPrice": "10", title: "Before" };
      return send(people.desk[0], path, "draft", { ...line, currency: "USD", intent: "save" });
    },
    form: "draft",
    intent: "save",
    mine: ["note", "Mine A", "Mine B", "Mine C"],
    theirs: ["lines[0].description", "Theirs A", "Theirs B"],
  },
  {
    name: "a notification",
    saves: ["notification.save"],
    who: "own",
    async path() {
      const { markup } = await people.own[0].get("/account/notificationSetting");
      return `/account/notificationEdit?id=${idIn(markup, /notificationEdit\?id=(\d+)/)}`;
    },
    form: "notification",
    mine: ["name", "Mine A", "Mine B", "Mine C"],
    theirs: ["time", "09:15", "10:45"],
  },
  {
    name: "what was entered of a shipment",
    saves: ["shipment.change"],
    who: "desk",
    path: async () => `/freightForwarder/shipmentMake?shipment=${await shipmentId()}`,
    form: "shipment",
    mine: ["carrierBookingNumber", "MINE1", "MINE2", "MINE3"],
    theirs: ["voyage", "101E", "102E"],
  },
  {
    name: "a saved report",
    saves: ["reportTemplate.save"],
    who: "own",
    async path() {
      const [browser] = people.own;
      const report = "/analytics/templateEdit?report=transit&by=carrier";
      await send(browser, report, "saved-report", { name: "Before" });
      const { markup } = await browser.get("/analytics/templates");
      const [link = ""] = [...markup.matchAll(/<a [^>]*>/g)].flatMap(([tag]) =>
        tag.includes('aria-label="Edit Before"') ? [idIn(tag, /href="([^"]*)"/)] : [],
      );
      return link.replaceAll("&amp;", "&");
    },
    form: "saved-report",
    mine: ["name", "Mine A", "Mine B", "Mine C"],
    theirs: ["isShared", "on", "on"],
  },
  {
    name: "an address",
    saves: ["address.save"],
    who: "demo",
    path: async () => `/account/addressEdit?id=${await idOf("address_entry")}`,
    form: "address",
    mine: ["name", "Mine A", "Mine B", "Mine C"],
    theirs: ["address", "Theirs A", "Theirs B"],
  },
  {
    name: "how a company's people sign in",
    saves: ["company.signInSave"],
    who: "demo",
    path: async () => "/account/companySignInEdit",
    form: "company-settings",
    mine: ["nameClaim", "mineA", "mineB", "mineC"],
    theirs: ["roleClaim", "theirsA", "theirsB"],
  },
];
let department = "";

/** The value of a field in what a browser would send. */
const valueIn = (entries: [string, string][], field: string) =>
  new Map(entries).get(field)?.replaceAll("\r\n", "\n");

describe.each(casesByDay(forms, 10))("$name", ({ who, path, form, intent, mine, theirs, ...whole }) => {
  test("changed by two people in two fields keeps both changes; in one field shows both values", async () => {
    const [one, other] = people[who];
    const at = await path();
    const name = whole.name === "a department" ? `rename-${department}` : form;
    const button = whole.name === "a department" ? name : intent;
    const more: Record<string, string> = {
      ...(button ? { intent: button } : {}),
      ...(name === "shipment" ? { reason: "Told by the carrier" } : {}),
    };
    const open = async (browser: Browser) => entriesIn(await browser.open(at), name);
    const post = (browser: Browser, entries: [string, string][], fields: Record<string, string>) =>
      browser.post(at, changed(entries, { ...more, ...fields }));
    const saved = async (answer: Promise<Page>) => {
      const page = await answer;
      expect([page.status, faultsIn(page)]).toEqual([302, ""]);
    };
    const [field, first, second, third] = mine;

    const old = await open(one);
    if (theirs) {
      await saved(post(other, await open(other), { [theirs[0]]: theirs[1] }));
      await saved(post(one, old, { [field]: first }));
      const now = await open(one);
      expect([valueIn(now, field), valueIn(now, theirs[0])]).toEqual([first, theirs[1]]);
      // The form that comes a second time has the same answer and changes nothing.
      await saved(post(one, old, { [field]: first }));
      expect(await open(one)).toEqual(expect.arrayContaining([[theirs[0], theirs[1]]]));
    } else await saved(post(one, old, { [field]: first }));

    const older = await open(one);
    const both = theirs ? { [theirs[0]]: theirs[2] } : {};
    await saved(post(other, await open(other), { [field]: second, ...both }));
    const refused = await post(one, older, { [field]: third });
    expect(refused.status).toBe(409);
    expect(refused.markup).toContain("This was changed since you opened it");
    expect(refused.markup).toMatch(new RegExp(`<table[\\s\\S]*${third}[\\s\\S]*${second}[\\s\\S]*</table>`));
    const shown = entriesIn(refused, name);
    expect(valueIn(shown, field)).toBe(third);
    await saved(post(one, shown, {}));
    const last = await open(one);
    expect([valueIn(last, field), theirs ? valueIn(last, theirs[0]) : undefined]).toEqual([
      third,
      theirs?.[2],
    ]);
  });
});

test.each([
  ["a notification", "rehearse"],
  ["a draft of an invoice", "check"],
])("a form of %s that was shown again by '%s' still knows how it began", async (name, button) => {
  const { who, path, form, intent, mine } = forms.find((each) => each.name === name)!;
  const [one, other] = people[who];
  const at = await path();
  const [field, theirs] = mine;
  const old = entriesIn(await one.open(at), form);
  const changes = { [field]: theirs, intent: intent ?? "" };
  expect((await other.post(at, changed(entriesIn(await other.open(at), form), changes))).status).toBe(302);
  const shown = await one.post(at, [...old, ["intent", button]]);
  expect(shown.status).toBe(200);
  const again = changed(entriesIn(shown, form), { intent: intent ?? "" });
  expect((await one.post(at, again)).status).toBe(302);
  expect(valueIn(entriesIn(await one.open(at), form), field)).toBe(theirs);
});

const boxes = [
  ["what a customer is given", "access", () => `/freightForwarder/customer/${companyId}`],
  ["the rights of a role", "save", () => role],
] as const;
let role = "";

test.each(boxes)("of the boxes of %s each counts for itself", async (_, button, path) => {
  const [one, other] = people.desk;
  const names = {
    fromId: await roleId(provider.db, "viewer"),
    name: "Boxes",
    nameZh: "勾选",
    intent: "make",
  };
  role ||= await send(one, `/freightForwarder/customerRoles/${companyId}`, "make", names);
  const open = async (browser: Browser) => entriesIn(await browser.open(path()), button);
  const ticked = async () => (await open(one)).flatMap(([name, value]) => (name === "tick" ? [value] : []));
  const [first, second] = [await open(one), await open(other)];
  const cleared = (await ticked())[0]!;
  const added = button === "save" ? "LASTMILE" : "SHIPMENT_PUBLIC";
  const before = (await ticked()).filter((box) => box !== added);
  const without = first.filter(([name, value]) => !(name === "tick" && value === cleared));
  expect((await one.post(path(), [...without, ["intent", button]])).status).toBe(302);
  expect((await other.post(path(), [...second, ["tick", added], ["intent", button]])).status).toBe(302);
  expect((await ticked()).sort()).toEqual([...before.filter((box) => box !== cleared), added].sort());
});

/** Calls that change by a version and are in no form of the table, each with the reason. */
const others: Record<string, string> = {
  ...Object.fromEntries(
    ["booking.saveDraft", "booking.update", "booking.templateSave", "quote.update"].map((name) => [
      name,
      "the provider merges them field by field: tests/routes/bookings, tests/routes/quotes, tests/e2e/once/drafts",
    ]),
  ),
  "quote.draftSave": "shows both drafts: tests/routes/quotes/desk",
  "quote.price": "as above",
  "customer.access": "boxes, above",
  ...Object.fromEntries(
    [
      "booking.carrierSend",
      "booking.decide",
      "booking.askBack",
      "booking.changeState",
      "brand.logoUpload",
      "brand.logoRemove",
      "customer.memberRemove",
      "customer.close",
      "quote.withdraw",
    ].map((name) => [name, "acts upon what was seen, and its fields say only how"]),
  ),
};

/** Fields that say which record, as it was seen. */
const ofRecord = ["id", "companyId", "version"];

test("every call that changes what is stored by its version is in the table, or says why not", () => {
  const versioned = endpoints
    .filter(({ isWrite, request }) => {
      const fields = Object.keys((request as { shape?: object }).shape ?? {});
      // With no others it acts upon what was seen.
      return isWrite && fields.includes("version") && fields.some((name) => !ofRecord.includes(name));
    })
    .map(({ name }) => name);
  const known = [...forms.flatMap(({ saves }) => saves), ...Object.keys(others)];
  expect(versioned.filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.keys(others).filter((name) => !versioned.includes(name))).toEqual([]);
});
