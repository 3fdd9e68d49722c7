import { buffer } from "node:stream/consumers";
import { expect, expectAccessible, signIn, test, wayBack } from "../support/journey.ts";

test("somebody asks how punctual the carriers were, narrows the report, and follows a number to its shipments", async ({
  page,
  hasScripts,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  await page.goto("/analytics/index");
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("link", { name: "On time" }).click();
  await expect(page).toHaveURL(/report=punctuality/);
  await page.getByLabel("Group by").selectOption("carrier");
  await page.getByText("Filters and comparison").click();
  await page.getByLabel("Tolerance").selectOption("3");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/tolerance=3/);
  await expect(page.getByRole("figure", { name: "Arrivals against the ETA, by carrier" })).toBeVisible();
  if (hasScripts) await expectAccessible(page);

  const sums = page.getByRole("row", { name: /^All together/ });
  const count = (await sums.getByRole("link").first().textContent())!;
  await sums.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shipments behind the figure");
  await expect(page.getByText(new RegExp(`of ${count}`)).first()).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await wayBack(page).last().click();
  await expect(page).toHaveURL(/analytics\/index\?.*tolerance=3/);

  await page.getByRole("link", { name: "By month" }).first().click();
  await expect(page.getByRole("strong").filter({ hasText: /; carrier / })).toBeVisible();
  await page.getByRole("link", { name: "Without filters" }).click();
  await expect(page.getByRole("strong").filter({ hasText: /; carrier / })).toHaveCount(0);
});

test("a report is narrowed, saved, found in the search log, and sent every month and no longer", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "chen");
  await page.goto("/analytics/index?report=transit");
  await page.getByLabel("分组").first().selectOption("lane");
  await page.getByRole("button", { name: "显示" }).click();
  await expect(page).toHaveURL(/by=lane/);
  await page.getByRole("link", { name: "查询记录" }).click();
  const run = page.getByRole("row").filter({ hasText: "按航线" }).filter({ hasText: "运输时间" }).first();
  await expect(run).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await run.getByRole("link", { name: /^再次运行/ }).click();
  await expect(page).toHaveURL(/report=transit.*by=lane/);
  await page.getByRole("link", { name: "保存此报表" }).click();
  const name = `Monthly ${hasScripts ? "on" : "off"} ${Date.now()}`;
  await page.locator("#saved-report-name").fill(name);
  await page.locator("#saved-report button").click();
  await page.getByRole("link", { name: `邮件发送：${name}` }).click();
  await page.getByLabel("频率").selectOption("month");
  await page.getByLabel("每月几号").fill("31");
  await expect(page.getByLabel("星期")).toBeHidden();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "保存" }).click();
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("以 Excel 发送给您：每月 31 日 08:00");
  await page.getByRole("link", { name: `邮件发送：${name}` }).click();
  await page.getByRole("button", { name: "停止发送" }).click();
  await expect(row).not.toContainText("发送给您");
  await page.getByRole("link", { name: `删除 ${name}` }).click();
  await page.getByRole("button", { name: "删除" }).click();
  await expect(page.getByText(name)).toHaveCount(0);
});

test("the table is sorted and its columns chosen, in the browser without asking the server again", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, "demo");
  await page.goto("/analytics/index?report=transit&by=lane");
  if (hasScripts) await expect(page.locator("figure .recharts-surface")).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const median = page.getByRole("columnheader", { name: "Median days" });
  await median.getByRole("link").click();
  await expect(page).toHaveURL(/order=-median/);
  await expect(median).toHaveAttribute("aria-sort", "descending");
  const figures = async (column: number) =>
    (await page.locator(`tbody tr td:nth-of-type(${column})`).allTextContents()).slice(0, -1);
  const sorted = await figures(3);
  const known = sorted.filter((text) => text.trim() !== "").map(Number);
  expect(known.length).toBeGreaterThan(5);
  expect(known).toEqual(known.toSorted((a, b) => b - a));
  // What is not known comes last.
  expect(sorted.slice(0, known.length).every((text) => text.trim() !== "")).toBe(true);
  await expect(page.locator("tbody tr").last()).toContainText("All together");

  await page.getByText("Columns", { exact: true }).click();
  await page.getByRole("link", { name: "To the left: Median days" }).click();
  if (!hasScripts) await page.getByText("Columns", { exact: true }).click();
  await page.getByRole("link", { name: "Hide: Shipments" }).click();
  const heads = () => page.getByRole("columnheader").allTextContents();
  await expect.poll(heads).toEqual(expect.arrayContaining(["Lane", "Median days"]));
  await expect
    .poll(async () => (await heads()).slice(0, 3))
    .toEqual(["Lane", "Median days", "With both dates"]);
  if (hasScripts) expect(asked.filter((url) => /analytics\/index/.test(url))).toEqual([]);
  // A saved report keeps how it is shown.
  await expect(page.getByRole("link", { name: "Save this report" })).toHaveAttribute("href", /order=-median/);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/order=-median/);
  await expect.poll(async () => (await heads()).slice(0, 2)).toEqual(["Lane", "Median days"]);
  if (hasScripts) await expectAccessible(page);
});

test("with scripts the picture has the same marks, without a blank between, and answers", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  const address = "/analytics/index?report=punctuality&by=carrier&compared=yes";
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const bars = [...document.querySelectorAll("[data-bar]")];
      seen.push(bars.filter((bar) => getComputedStyle(bar).visibility === "visible").length);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await signIn(page, "demo");
  const served = await (await page.request.get(address)).text();
  const pictured = /<svg role="img"[\s\S]*?<\/svg>/.exec(served)![0];
  await page.goto(address);
  const marks = (markup: string) => [...markup.matchAll(/<rect[^>]*y="[^>]*>/g)].map(([mark]) => mark);
  const shown = async () => marks(await page.locator("figure svg").last().innerHTML());
  if (!hasScripts) {
    await expect(page.locator("figure [data-bar]").first()).toBeVisible();
    return;
  }
  await expect(page.locator("figure .recharts-surface")).toBeVisible();
  const lengths = (all: string[]) =>
    all.map((mark) => [/ y="([^"]*)"/.exec(mark)?.[1], / width="([^"]*%)"/.exec(mark)?.[1]]);
  const expected = lengths(marks(pictured)).filter(([, width]) => width);
  expect(expected.length).toBeGreaterThan(10);
  expect(lengths(await shown()).filter(([, width]) => width)).toEqual(expected);
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  const first = seen.findIndex((count) => count > 0);
  expect(Math.min(...seen.slice(first))).toBeGreaterThan(0);
  await expect(page.locator("figure svg")).not.toHaveCount(0);

  await page.locator("figure .recharts-surface").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("figure").getByRole("status")).toContainText("on time:");
  await expectAccessible(page);
  await page.locator("figure [data-bar] rect").first().click();
  await expect(page).toHaveURL(/analytics\/shipments\?.*group=carrier/);
});

test("the chart and the report are saved as files, and the report gets a short address", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  await page.goto("/analytics/index?report=punctuality&by=carrier");
  const saved = async (name: string, role: "link" | "button") => {
    const started = page.waitForEvent("download");
    await page.getByRole(role, { name }).click();
    const download = await started;
    const content = await buffer(await download.createReadStream());
    return { name: download.suggestedFilename(), content: content.toString("latin1") };
  };
  const svg = await saved("Save the picture (SVG)", "link");
  expect([svg.name, svg.content.slice(0, 4)]).toEqual([
    expect.stringMatching(/^punctuality-.*\.svg$/),
    "<svg",
  ]);
  const png = page.getByRole("button", { name: "Save the picture (PNG)" });
  if (hasScripts) {
    const drawn = await saved("Save the picture (PNG)", "button");
    expect([drawn.name, drawn.content.slice(1, 4)]).toEqual([
      expect.stringMatching(/^punctuality-.*\.png$/),
      "PNG",
    ]);
    expect(drawn.content.length).toBeGreaterThan(10_000);
  } else await expect(png).toHaveCount(0);
  const pdf = await saved("PDF", "button");
  expect([pdf.name, pdf.content.slice(0, 5)]).toEqual([expect.stringMatching(/\.pdf$/), "%PDF-"]);

  await page.getByRole("link", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Make the address" })).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "Make the address" }).click();
  await expect(page.getByLabel("Link", { exact: true })).toHaveValue(/^http/);
  const address = await page.getByLabel("Link", { exact: true }).inputValue();
  if (hasScripts) await expectAccessible(page);
  await page.goto(new URL(address).pathname + new URL(address).search);
  await expect(page).toHaveURL(/\/analytics\/index\?report=punctuality&by=carrier$/);
});

test("somebody asks which milestones were late and why, and follows a number of both groups to its shipments", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  await page.goto("/analytics/index");
  await page.getByRole("link", { name: "Milestones" }).click();
  await expect(page).toHaveURL(/report=milestones/);
  await page.getByLabel("Group by").selectOption("milestone");
  await page.getByLabel("And then by").selectOption("reason");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("strong").first()).toContainText("by milestone; then by reason of the delay");
  if (hasScripts) await expectAccessible(page);

  const below = page.getByRole("row", { name: /^Loaded on board: (?!Not stated)/ }).first();
  const count = (await below.getByRole("link").first().textContent())!;
  await below.getByRole("link").first().click();
  await expect(page.getByRole("strong").first()).toContainText(
    "milestone Loaded on board; reason of the delay:",
  );
  await expect(page.getByText(new RegExp(`of ${count}`)).first()).toBeVisible();
  await wayBack(page).last().click();

  const ofBoth = page.getByRole("row", { name: /^Loaded on board: / });
  await expect(ofBoth.first()).toBeVisible();
  await page.getByRole("link", { name: "Only the first group" }).click();
  await expect(ofBoth).toHaveCount(0);
  await page.getByRole("link", { name: "Both groups" }).click();
  await expect(ofBoth.first()).toBeVisible();

  await page.getByRole("link", { name: "Free time" }).click();
  await expect(page.getByRole("figure", { name: /Free time of containers, by month/ })).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  const over = page.getByRole("row", { name: /^All together/ }).locator('[data-label="Over free time"]');
  const shipments = (await over.textContent())!;
  await over.getByRole("link").click();
  await expect(page.getByText(new RegExp(`of ${shipments}`)).first()).toBeVisible();
});
