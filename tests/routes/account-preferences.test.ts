import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

async function someone() {
  const person = await makePerson(provider.db, await makeCompany(provider.db));
  return { person, browser: await portal.signedIn(person.userName, PASSWORD) };
}

test("language, clock and zone take effect at once and follow the person to another browser", async () => {
  const { person, browser } = await someone();
  const page = await browser.get("/account/index");
  const fields = { intent: "preferences", language: "zh", clock: "own", timeZone: "America/New_York" };
  const answer = await browser.post("/account/index", { requestId: requestIdOf(page), ...fields });
  expect([answer.status, answer.location]).toEqual([302, "/account/index"]);
  const after = await browser.get("/account/index");
  expect(after.markup).toContain("语言与时间已保存");
  expect(after.markup).toContain('<option value="America/New_York" selected="">');

  const elsewhere = await portal.signedIn(person.userName, PASSWORD);
  elsewhere.cookies.set("tz", "Asia%2FTokyo");
  const shown = await elsewhere.get("/account/index");
  expect(shown.html).toContain('lang="zh-CN"');
  expect(shown.markup).toMatch(/现在是 \d{4}-\d{2}-\d{2} \d{2}:\d{2}（America\/New_York）/);
});

test("the zone of the device counts while none is saved", async () => {
  const { browser } = await someone();
  browser.cookies.set("tz", "Asia%2FTokyo");
  await browser.post("/account/index", {
    requestId: requestIdOf(await browser.get("/account/index")),
    intent: "preferences",
    language: "en",
    clock: "own",
    timeZone: "",
  });
  expect((await browser.get("/account/index")).markup).toContain("now (Asia/Tokyo).");
});

test("a language, clock or zone that does not exist is refused and changes nothing", async () => {
  const { person, browser } = await someone();
  const sound = { intent: "preferences", language: "en", clock: "own", timeZone: "" };
  for (const bent of [{ language: "tlh" }, { clock: "sundial" }, { timeZone: "Mars/Olympus" }]) {
    const answer = await browser.post("/account/index", { ...sound, ...bent });
    expect(answer.status).toBe(400);
    expect(answer.markup).toContain("Please choose a language, a clock and a time zone");
  }
  const row = provider.db
    .selectFrom("app_user")
    .select(["language_preference", "clock", "time_zone"])
    .where("id", "=", person.id);
  expect(await row.executeTakeFirst()).toEqual({ language_preference: null, clock: null, time_zone: null });
});

test("a picture is uploaded, shown in the header, and removed", async () => {
  const { browser } = await someone();
  const form = new FormData();
  form.set("requestId", requestIdOf(await browser.get("/account/picture")));
  const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  form.append("picture", new Blob([new Uint8Array(content)], { type: "image/png" }), "me.png");
  expect((await browser.postFiles("/account/picture", form)).location).toBe("/account/index");
  const page = await browser.get("/account/index");
  const [, address = ""] = /class="face"><img src="([^"]+)"/.exec(page.markup) ?? [];
  expect(address).toMatch(/^\/picture\/\d+\//);
  const shown = await browser.get(address);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(shown.headers.get("cache-control")).toContain("immutable");
  const removal = { requestId: requestIdOf(await browser.get("/account/picture")) };
  expect((await browser.post("/account/picture", removal)).location).toBe("/account/index");
  expect((await browser.get("/account/index")).markup).not.toContain('class="face"><img');
});

test("a file that is no picture is refused on the page, with the reason", async () => {
  const { browser } = await someone();
  const form = new FormData();
  form.set("requestId", requestIdOf(await browser.get("/account/picture")));
  form.append("picture", new Blob(["words"], { type: "image/png" }), "me.png");
  const answer = await browser.postFiles("/account/picture", form);
  expect(answer.status).toBe(400);
  expect(answer.markup).toContain("This is no picture that can be shown");
});
