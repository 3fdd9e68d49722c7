import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makePerson } from "#tests/support/people.ts";
import { requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

const mailsTo = async (email: string) =>
  (await provider.db.selectFrom("mail_outbox").select("body").where("recipient", "=", email).execute())
    .length;

test("an address that has an account and one that has none are answered alike; a link goes to the first", async () => {
  const { email } = await makePerson(provider.db, await makeCompany(provider.db));
  const visitor = portal.visitor();
  const requestId = requestIdOf(await visitor.get("/forgotPassword"));
  const known = await visitor.post("/forgotPassword", { requestId, email: ` ${email} ` });
  const stranger = portal.visitor();
  const unknown = await stranger.post("/forgotPassword", {
    requestId: requestIdOf(await stranger.get("/forgotPassword")),
    email: "nobody@example.com",
  });
  expect([known.status, known.location]).toEqual([302, "/forgotPassword?sent"]);
  expect([unknown.status, unknown.location]).toEqual([302, "/forgotPassword?sent"]);
  expect((await visitor.get("/forgotPassword?sent")).markup).toContain("Please look at your mail");
  expect(await mailsTo(email)).toBe(1);
  // A reload of the post, or a second click, sends no second mail.
  expect((await visitor.post("/forgotPassword", { requestId, email: ` ${email} ` })).status).toBe(302);
  expect(await mailsTo(email)).toBe(1);
});

test("an address that is missing or malformed is told in the words of the product and kept", async () => {
  const empty = await portal.visitor().post("/forgotPassword", { email: "  " });
  expect([empty.status, empty.markup.includes("please enter your email address")]).toEqual([400, true]);
  const typed = await portal.visitor().post("/forgotPassword", { email: "pat@example" });
  expect([typed.status, typed.markup.includes("please enter the correct email address")]).toEqual([
    400,
    true,
  ]);
  expect(typed.markup).toContain('value="pat@example"');
  const long = `${"x".repeat(250)}@example.com`;
  expect((await portal.visitor().post("/forgotPassword", { email: long })).status).toBe(400);
});
