import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAGE_OWNER_HEADER } from "#app/access/page-owner.ts";
import { casesByDay } from "#tests/support/is-all.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { requestForm } from "#tests/support/quotes.ts";

/**
 * An open page does nothing in the session of another person who has signed in meanwhile in the same browser
 * (product 4.4).
 */
let provider: TestProvider;
let portal: TestPortal;
let company: string;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  company = await makeCompany(provider.db);
});
afterAll(() => provider?.stop());

const signedIn = async () => {
  const person = await makePerson(provider.db, company);
  return { person, browser: await portal.signedIn(person.userName, PASSWORD) };
};

/** A browser in which another person has signed in since the request id was made. */
async function takenOver(): Promise<{ requestId: string; browser: Browser; first: Browser }> {
  const { browser: first } = await signedIn();
  const requestId = requestIdOf(await first.get("/account/index"));
  return { requestId, first, browser: (await signedIn()).browser };
}

function expectAlert(page: { status: number; markup: string }): void {
  expect(page.status).toBe(401);
  expect(page.markup).toContain('role="alertdialog"');
  expect(page.markup).toContain("Another account is signed in");
}

describe("a form of another person's page", () => {
  test("is refused with the alert, stores nothing, and can be sent once its owner is back", async () => {
    const { requestId, browser, first } = await takenOver();
    const fields = { ...requestForm({ cargoDetails: "Lamps of the first" }), requestId };
    const page = await browser.post("/quote/add", fields);
    expectAlert(page);
    expect(page.markup).toContain('value="Lamps of the first"');
    // The signed-in person is asked before being signed out.
    expect(page.markup).toMatch(/<a href="\/logout\?redirect=%2Fquote%2Fadd"[^>]*>Re-Login<\/a>/);
    expect(page.markup).not.toContain('name="intent" value="relogin"');
    const stored = await provider.db
      .selectFrom("quote")
      .select("id")
      .where("company_id", "=", company)
      .execute();
    expect(stored).toEqual([]);
    expect((await first.post("/quote/add", fields)).location).toMatch(/^\/quote\/detail\?id=\d+$/);
  });

  test.each([
    ["/messageCenter/index", { intent: "allRead" }],
    ["/messageCenter/inquiry", { topic: "quote", subject: "S", text: "T" }],
    ["/booking/add", { "shipper.name": "S", intent: "save" }],
    ["/booking/autosave", { "shipper.name": "S" }],
    ["/account/index", { name: "Other", email: "other@example.com" }],
    ["/account/password", { repeat: "x" }],
    ["/shipments/index", { follow: "1" }],
  ])("%s", async (path, fields: Record<string, string>) => {
    const { requestId, browser } = await takenOver();
    const page = await browser.post(path, { ...fields, requestId });
    expect(page.status).toBe(401);
    expect(page.html).toContain("otherPerson");
  });

  test("with files is refused before they are passed on", async () => {
    const { requestId, browser } = await takenOver();
    const form = new FormData();
    form.set("file", new File(["text"], "a.txt", { type: "text/plain" }));
    for (const path of ["/messageCenter/index", "/booking/attachments"])
      expectAlert(await browser.postFiles(`${path}?id=1&requestId=${requestId}`, form));
    expect(await provider.db.selectFrom("stored_file").select("id").execute()).toEqual([]);
  });

  test("changes neither the language nor the session of who is signed in", async () => {
    const { requestId, browser } = await takenOver();
    for (const [path, fields] of [
      ["/language", { language: "zh", returnTo: "/dashboard", requestId }],
      ["/logout", { redirect: "/dashboard", requestId }],
      ["/logout", { redirect: "/dashboard", requestId, intent: "relogin" }],
    ] as const)
      expect((await browser.post(path, fields)).location).toBe("/logout?redirect=%2Fdashboard");
    const page = await browser.get("/account/index");
    expect(page.status).toBe(200);
    expect(page.markup).toContain('<html lang="en"');
  });
});

test.each(casesByDay(["/messageCenter/updates", "/messageCenter/view", "/messageCenter/ticket"], 3))(
  "a live call of another person's page is refused: %s",
  async (path) => {
    const { requestId, browser } = await takenOver();
    const [, , mark = ""] = requestId.split(".");
    const answer = await browser.get(path, { [PAGE_OWNER_HEADER]: mark });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.html)).toEqual({ fault: "", state: "otherPerson" });
    const own = requestIdOf(await browser.get("/account/index")).split(".")[2] ?? "";
    expect((await browser.get(path, { [PAGE_OWNER_HEADER]: own })).status).toBe(200);
  },
);

test("the page of logging out says who is signed in", async () => {
  const { browser, person } = await signedIn();
  expect((await browser.get("/logout")).markup).toContain(`You are signed in as ${person.userName}.`);
});

describe("Re-Login", () => {
  test("leaves a session alone that was begun meanwhile, and leads back to the page", async () => {
    const { browser, person } = await signedIn();
    const requestId = requestIdOf(await browser.get("/account/index"));
    const again = await portal.signedIn(person.userName, PASSWORD);
    const answer = await again.post("/logout", { requestId, intent: "relogin", redirect: "/quote/add" });
    expect(answer.location).toBe("/quote/add");
    expect((await again.open("/quote/add")).status).toBe(200);
  });

  test("ends the session whose loss it reports", async () => {
    const { browser } = await signedIn();
    const requestId = requestIdOf(await browser.get("/account/index"));
    const answer = await browser.post("/logout", { requestId, intent: "relogin", redirect: "/quote/add" });
    expect(answer.location).toBe("/login?redirect=%2Fquote%2Fadd");
    expect((await browser.get("/quote/add")).location).toMatch(/^\/home/);
  });
});

test("every form of every screen says for whom it was made", async () => {
  const { browser } = await signedIn();
  const screens = [
    "/dashboard",
    "/quote/index",
    "/quote/add",
    "/shipments/index",
    "/booking/add",
    "/shipments/booking",
    "/booking/teBooking",
    "/booking/index",
    "/booking/template",
    "/booking/templateEdit",
    "/messageCenter/index",
    "/messageCenter/inquiry",
    "/messageCenter/teams",
    "/account/index",
    "/account/password",
  ];
  const mark = requestIdOf(await browser.get("/account/index")).split(".")[2];
  for (const path of screens) {
    const { markup, status } = await browser.open(path);
    expect([path, status]).toEqual([path, 200]);
    const forms = markup.match(/<form\b[^>]*method="post"[\s\S]*?<\/form>/gi) ?? [];
    expect(forms.length).toBeGreaterThan(0);
    for (const form of forms) {
      const requestId =
        /name="requestId" value="([^"]+)"/.exec(form)?.[1] ?? /requestId=([^"&]+)/.exec(form)?.[1];
      expect([path, requestId?.split(".")[2]]).toEqual([path, mark]);
    }
  }
});
