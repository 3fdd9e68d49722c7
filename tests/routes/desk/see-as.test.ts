import { afterAll, beforeAll, expect, test } from "vitest";
import { CODE_NOT_LOGGED_IN } from "#app/contract/code.ts";
import { getUser } from "#app/contract/user.ts";
import { everyPage, recordsIn } from "#tests/support/every-page.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, sessionIn, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { callEndpoint, startProvider, type TestProvider } from "#tests/support/provider.ts";
import { conversation } from "../../provider/messages/fixture.ts";
import { customer, type Somebody } from "../../provider/quotes/fixture.ts";

let provider: TestProvider;
let portal: TestPortal;
let dana: Somebody;
let userName: string;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  dana = await customer(provider, ["MEMBER_MANAGE", "SHIPMENT_CHARGES"]);
  await provider.db.updateTable("app_user").set({ name: "Dana Lamps" }).where("id", "=", dana.id).execute();
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  ({ userName } = await makePerson(provider.db, forwarder, { role: "desk", name: "Ada Desk" }));
});
afterAll(() => provider?.stop());

const BANNER = "you see the portal as Dana Lamps";

async function seeing(): Promise<Browser> {
  const ada = await portal.signedIn(userName, PASSWORD);
  const address = `/freightForwarder/seeAs?user=${dana.id}`;
  const page = await ada.get(address);
  expect(page.markup).toContain("can change nothing");
  const begun = await ada.post(address, { requestId: requestIdOf(page) });
  expect([begun.status, begun.location]).toEqual([302, "/"]);
  return ada;
}

test("every page of the person opens under the banner, keeps nothing in the browser, and opens no socket", async () => {
  const { id } = await conversation(provider, dana, { text: "Hello" });
  const ada = await seeing();
  for (const path of [
    "/dashboard",
    "/quote/index",
    "/quote/add",
    "/shipments/index",
    "/booking/index",
    "/booking/add",
    "/billing/index",
    "/document/index",
    "/analytics/index",
    `/messageCenter/index?id=${id}`,
    "/account/index",
    "/account/members",
    "/account/notificationSetting",
    "/freightForwarder/index",
  ]) {
    const page = await ada.open(path);
    expect([path, page.status, page.markup.includes(BANNER)]).toEqual([path, 200, true]);
    expect([path, page.headers.get("x-page-owner") ?? page.headers.get("page-owner")]).toEqual([path, ""]);
  }
  const { html } = await ada.get("/dashboard");
  expect(html).not.toContain("Ada Desk");
});

test("a form is refused with a sentence, and keeps what was typed", async () => {
  const ada = await seeing();
  const page = await ada.get("/account/addressEdit");
  const answer = await ada.post("/account/addressEdit", {
    requestId: requestIdOf(page),
    type: "4",
    name: "Typed by staff",
    address: "Road 1",
    countryCode: "CN",
    postcode: "",
    state: "",
    contactNumber: "",
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.markup).toContain("You only see the portal as this person does");
  expect(answer.markup).toContain("Typed by staff");
  const { count } = await provider.db
    .selectFrom("address_entry")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("company_id", "=", dana.companyId)
    .executeTakeFirstOrThrow();
  expect(count).toBe("0");
});

test("the end leads back to the desk, a page of the desk from before does nothing, and signing out ends both", {
  tags: "slow",
}, async () => {
  const ada = await portal.signedIn(userName, PASSWORD);
  const answers = await ada.get("/freightForwarder/answers");
  const address = `/freightForwarder/seeAs?user=${dana.id}`;
  await ada.post(address, { requestId: requestIdOf(await ada.get(address)) });
  const stale = await ada.post("/freightForwarder/answers", {
    requestId: requestIdOf(answers),
    intent: "save",
  });
  expect(stale.status).toBe(401);
  const seen = sessionIn(ada);
  const ended = await ada.post("/seeAsEnd", { requestId: requestIdOf(await ada.get("/dashboard")) });
  expect([ended.status, ended.location]).toEqual([302, "/freightForwarder/index"]);
  const inbox = await ada.get("/freightForwarder/index");
  expect([inbox.status, inbox.markup.includes(BANNER)]).toEqual([200, false]);
  expect(inbox.markup).toContain("as yourself again");

  const again = await seeing();
  const seenAgain = sessionIn(again);
  await again.post("/logout", { requestId: requestIdOf(await again.get("/logout")) });
  expect((await again.get("/dashboard")).location).toContain("/home");
  for (const { token } of [seen, seenAgain])
    expect((await callEndpoint(provider.url, getUser, {}, { token })).code).toBe(CODE_NOT_LOGGED_IN);
});

test("when its time is over, the next page asks whether to begin again, in the own session", async () => {
  const ada = await seeing();
  await provider.db
    .updateTable("auth_token")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("seen_by_token", "is not", null)
    .execute();
  const next = await ada.get("/shipments/index");
  expect(next.location).toBe(`/freightForwarder/seeAs?user=${dana.id}`);
  const page = await ada.get(next.location!);
  expect(page.markup).toContain("is over");
  expect(page.markup).not.toContain(BANNER);
});

/** Forms get a query of their own. */
const pathOf = ({ path }: { path: string }) => path.split("?")[0];

test("every page of a person of the demonstration opens, or says that it is theirs alone", {
  tags: "slow",
}, async () => {
  const shown = await startProvider({ demo: true, isRateLimited: false });
  try {
    const built = await startPortal(shown);
    const own = await built.signedIn("demo");
    const desk = await built.signedIn("desk");
    const { id } = await shown.db
      .selectFrom("app_user")
      .select("id")
      .where("user_name", "=", "demo")
      .executeTakeFirstOrThrow();
    const address = `/freightForwarder/seeAs?user=${id}`;
    await desk.post(address, { requestId: requestIdOf(await desk.get(address)) });
    const differ: string[] = [];
    for (const page of await everyPage(await recordsIn(shown.db))) {
      if (page.isForVisitors || page.isForDesk) continue;
      const [theirs, seen] = [await own.open(page.address), await desk.open(page.address)];
      if (seen.status !== theirs.status || pathOf(seen) !== pathOf(theirs)) differ.push(page.address);
      expect([page.address, seen.html.includes("you see the portal as")]).toEqual([page.address, true]);
      expect([page.address, seen.html]).toEqual([page.address, expect.not.stringContaining("desk@")]);
    }
    expect(differ.sort()).toEqual([
      "/account/apiKeyAdd",
      "/account/companySignIn",
      "/account/companySignInEdit",
      "/account/passkeys",
      "/account/secondFactor",
      "/account/sessions",
      "/account/webhookAdd",
    ]);
  } finally {
    await shown.stop();
  }
});
