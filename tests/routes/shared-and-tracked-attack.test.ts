import { afterAll, beforeAll, expect, test } from "vitest";
import { calendarMake } from "#app/contract/calendar.ts";
import { shareMake } from "#app/contract/share.ts";
import { takeUpdates } from "#app/provider/deliveries/state.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
/** Ids of the other company. */
let theirs: { shipment: string; link: string; delivery: string; proof: string; calendar: string };
const LONG = "x".repeat(10_000);
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkM/5fDwADhgGAWjR9awAAAABJRU5ErkJggg==";

beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  const { db } = provider;
  const company = await makeCompany(db);
  const rival = await makeCompany(db, [], { name: "CANARY Ltd" });
  browser = await portal.signedIn((await makePerson(db, company)).userName, PASSWORD);
  await makeShipment(db, company, { house_number: "FLOWN1" });
  const { id: shipment } = await makeShipment(db, rival, {
    house_number: "FLCANARY1",
    eta: new Date(),
    poNumbers: ["CANARYPO"],
    containers: ["MSKU6011672"],
  });
  const person = await makePerson(db, rival);
  const token = await makeSession(db, person.id, new Date("2090-01-01T00:00:00Z"));
  const chosen = { houseNumbers: ["FLCANARY1"], label: "CANARYLABEL", showsParties: true };
  const made = await provider.call(shareMake, { ...chosen, showsDocuments: false }, { token });
  const calendar = await provider.call(calendarMake, { scope: "ALL" }, { token });
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const told = { deliveryNumber: "CANARYDL", houseNumber: "FLCANARY1", statedAt: at };
  const proof = { fileName: "CANARY.png", contentBase64: PNG };
  await takeUpdates(db, [{ ...told, status: "delivered", at, proof }], {
    sender: "",
    now: new Date(),
    files: provider.files,
  });
  theirs = {
    shipment,
    link: made.data.id,
    calendar: calendar.data.url,
    delivery: (await db.selectFrom("delivery").select("id").executeTakeFirstOrThrow()).id,
    proof: (await db.selectFrom("stored_file").select("id").executeTakeFirstOrThrow()).id,
  };
});
afterAll(() => provider?.stop());

const areas = ["tracking", "appleTracking", "ytdTracking"];
/** Every screen and file of tracking, links, free time, last mile and calendar, with the fields that it reads. */
const screens: [path: string, fields: string[]][] = [
  ...areas.flatMap((area): [string, string[]][] => [
    [
      `/${area}/index`,
      [
        "numbers",
        "houseNumber",
        "poNumber",
        "skuNumber",
        "shipper",
        "status",
        "by",
        "year",
        "month",
        "from",
        "to",
        "mode",
        "rows",
        "page",
        "sort",
      ],
    ],
    [`/${area}/detail/ID`, ["tab"]],
    [`/${area}/preview`, ["searchType", "searchNumber", "type", "number"]],
  ]),
  ["/tracking/mapPicture", ["numbers", "dark", "width"]],
  ["/dashboard/mapPicture", ["size", "scheme"]],
  ["/shipments/freeTime/ID", ["date", "day"]],
  [
    "/shipments/share",
    ["id", "choose", "keyword", "status", "portOfArrival", "houseNumbers", "label", "days"],
  ],
  ["/shipments/shared", ["state", "page", "pageSize"]],
  ["/shipments/shareEdit", ["id", "intent", "days"]],
  ["/last-mile/index", ["keyword", "day", "from", "to", "status", "page", "sort"]],
  ["/last-mile/detail/ID", ["day", "timeFrom", "timeTo", "text"]],
  ["/last-mile/proof/ID/ID", ["x"]],
  ["/account/calendar", ["scope", "intent"]],
  ["/calendar.ics", ["token"]],
  ["/shared", ["token"]],
  ["/shared/view", ["link"]],
  ["/shared/document", ["link", "id"]],
];
const oddIds = ["-1", "x", "9223372036854775808", "%00"];
const odd = ["\0", "-1", "9".repeat(400), "2026-02-31", "𠀀".repeat(60), LONG];

test.each(screens)("%s answers nonsense without a failure", { tags: "slow" }, async (path, fields) => {
  const own = path.replaceAll("ID", "1");
  const all = (value: string) => new URLSearchParams(fields.map((name) => [name, value]));
  const queries = [
    "x[60000000]=1",
    "__proto__[x]=1",
    `${LONG}=1`,
    "a=1&".repeat(2_000),
    ...odd.map((value) => String(all(value))),
    ...fields.map((name) => `${name}=1&${name}=2`),
  ].map((query) => `${own}?${query}`);
  const failed: unknown[] = [];
  const note = (status: number, ...about: string[]) =>
    status >= 500 && failed.push([status, ...about.map((text) => text.slice(0, 80))]);
  const paths = path.includes("ID") ? oddIds.map((id) => path.replaceAll("ID", id)) : [];
  for (const each of [own, ...paths, ...queries]) note((await browser.get(each)).status, each);
  for (const each of [own, ...queries.slice(-2)]) note((await portal.visitor().get(each)).status, each);
  for (const value of odd) {
    const body = { requestId: crypto.randomUUID(), ...Object.fromEntries(all(value)) };
    note((await browser.post(own, body)).status, "post", value);
  }
  note((await browser.post(own, { "x[60000000]": "1" })).status, "post", "x");
  expect(failed).toEqual([]);
});

test("none of them shows or changes what another company has", { tags: "slow" }, async () => {
  const { shipment, link, delivery, proof, calendar } = theirs;
  const token = new URL(calendar).searchParams.get("token");
  const numbers = ["FLCANARY1", "CANARYPO", "MSKU6011672"];
  const paths = [
    ...areas.flatMap((area) => [
      `/${area}/index?numbers=${numbers.join(",")}`,
      ...numbers.map((number) => `/${area}/index?by=po&poNumber=${number}&houseNumber=${number}`),
      `/${area}/detail/${shipment}`,
    ]),
    `/tracking/mapPicture?numbers=${numbers.join(",")}`,
    `/shipments/freeTime/${shipment}`,
    ...[`id=${shipment}`, `choose=1&id=${shipment}`, `choose=done&id=${shipment}`, "choose=all"].map(
      (query) => `/shipments/share?${query}`,
    ),
    "/shipments/shared",
    `/shipments/shareEdit?id=${link}`,
    "/last-mile/index",
    `/last-mile/detail/${delivery}`,
    `/last-mile/proof/${delivery}/${proof}`,
    `/shared/document?link=x&id=${shipment}`,
  ];
  const shown: string[] = [];
  for (const path of paths)
    for (const data of ["", ".data"]) {
      const [pathname, query] = path.split("?");
      const page = await browser.open(`${pathname}${data}${query ? `?${query}` : ""}`);
      // What was typed is in the page again; what belongs to the other company is not.
      const text = numbers.reduce((html, number) => html.replaceAll(number, ""), page.html);
      if (page.status >= 500 || /CANARY|Secret|MSKU/.test(text)) shown.push(path + data);
      if (!path.includes("numbers=") && !path.includes("poNumber=") && page.html.includes("FLCANARY1"))
        shown.push(path + data);
    }
  expect(shown).toEqual([]);
  const wish = { day: "2099-01-05", timeFrom: "08:00", timeTo: "10:00", text: "" };
  for (const [path, body] of [
    [`/shipments/shareEdit?id=${link}`, { intent: "revoke" }],
    [`/shipments/shareEdit?id=${link}`, { intent: "renew", days: "9" }],
    [`/last-mile/detail/${delivery}`, wish],
    ["/shipments/share", { houseNumbers: "FLCANARY1", days: "9" }],
  ] as const)
    await browser.post(path, { requestId: crypto.randomUUID(), ...body });
  const row = await provider.db.selectFrom("share_link").selectAll().execute();
  expect(row).toMatchObject([{ revoked_at: null, renewed_at: null }]);
  expect(await provider.db.selectFrom("delivery_request").selectAll().execute()).toEqual([]);
  expect((await portal.visitor().get(`/calendar.ics?token=${token}`)).html).toContain("FLCANARY1");
});
