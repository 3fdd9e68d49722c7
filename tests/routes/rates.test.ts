import { afterAll, beforeAll, expect, test } from "vitest";
import { quoteAdd } from "#app/contract/quote.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { goodRequest } from "#tests/support/quotes.ts";

let provider: TestProvider;
let portal: TestPortal;
let customer: Browser;
let desk: Browser;
let token: string;

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  const admin = await makePerson(provider.db, await makeCompany(provider.db, ["SHIPMENT_CHARGES"]));
  const staff = await makePerson(provider.db, await makeCompany(provider.db, [], { is_forwarder: true }), {
    role: "desk",
  });
  customer = await portal.signedIn(admin.userName, PASSWORD);
  desk = await portal.signedIn(staff.userName, PASSWORD);
  token = await makeSession(provider.db, admin.id, new Date(Date.now() + DAY_MS));
});
afterAll(() => provider?.stop());

const RATES = "/freightForwarder/rates";
const textOf = ({ html }: { html: string }) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const fileForm = (text: string) => {
  const form = new FormData();
  form.append("file", new Blob([text]), "rates.csv");
  return form;
};
const address = (browser: Browser) =>
  browser
    .get(RATES)
    .then(({ html }) => (/action="([^"]*requestId=[^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&amp;", "&"));
const head = "Sheet,Mode,Carrier,Origin,Destination,Currency,Charge,Unit,Price,N,Q45,Cost\n";

test("a sheet is read, looked at, and put in force; a quote of its lane is priced from it with one press", {
  tags: "slow",
}, async () => {
  const sent = await desk.postFiles(
    await address(desk),
    fileForm(`${head}AIR-9,Air,Cathay Cargo,Shenzhen,Chicago,USD,Air freight,kg,,5,4.25,3.5\n`),
  );
  expect(sent.location).toMatch(/^\/freightForwarder\/rates\?import=\d+$/);
  const report = await desk.get(sent.location!);
  expect(textOf(report)).toContain("Sheet AIR-9: 1 rows, which replace 0");
  expect(textOf(await desk.get(RATES))).toContain("No rates yet");
  const done = await desk.post(sent.location!, { requestId: requestIdOf(report) });
  expect(done.location).toBe(sent.location);
  expect(textOf(await desk.get(sent.location!))).toContain("What rates.csv has put in force");
  expect(textOf(await desk.get(RATES))).toContain("Shenzhen → Chicago");
  const { id } = (await provider.call(quoteAdd, goodRequest, { token })).data;
  const path = `/freightForwarder/quote/${id}`;
  expect((await desk.get(path)).html.includes(`${path}?rates=1#price`)).toBe(true);
  const filled = await desk.get(`${path}?rates=1`);
  expect(textOf(filled)).toContain("The form is filled from the rate sheets in force today: AIR-9.");
  for (const value of ["Cathay Cargo", "64", "4.25", "3.5"])
    expect([value, filled.html.includes(`value="${value}"`)]).toEqual([value, true]);
});

test("a file with a wrong row says which and why, and has no button that imports it", {
  tags: "slow",
}, async () => {
  const sent = await desk.postFiles(
    await address(desk),
    fileForm(
      `${head}AIR-8,Air,Cathay,Shenzhen,Chicago,USD,Air freight,kg,4,,,\nAIR-8,Air,,X,Y,USD,Z,kg,-1,,,\n`,
    ),
  );
  const report = await desk.get(sent.location!);
  expect(textOf(report)).toMatch(/3 Carrier: Cannot be empty Price: Should be a number from 0/);
  expect(textOf(report)).not.toContain("Put these rates in force");
  const forced = await desk.post(sent.location!, { requestId: requestIdOf(report) });
  expect([forced.status, textOf(forced).includes("none was imported")]).toEqual([400, true]);
  const none = await desk.postFiles(await address(desk), fileForm("a,b\n1,2"));
  expect([none.status, textOf(none).includes("The first row has to name the columns")]).toEqual([400, true]);
});

test("rates are the desk's: a customer sees neither list nor import, and imports nothing", async () => {
  expect((await customer.get(RATES)).location).toBe("/404");
  expect((await customer.get(`${RATES}?import=1`)).location).toBe("/404");
  const sent = await customer.postFiles(`${RATES}?requestId=customers-file-1`, fileForm(head));
  expect(sent.location).toBe("/404");
  expect((await desk.get(`${RATES}?import=99999`)).location).toBe("/404");
});
