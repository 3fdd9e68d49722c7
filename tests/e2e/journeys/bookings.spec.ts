import type { Page } from "@playwright/test";
import { quotePrice } from "#app/contract/quote.ts";
import { DAY_MS, instantToWire } from "#app/lib/date-time.ts";
import { fillBooking, fillByName } from "../support/booking-form.ts";
import { expect, productUrl, signIn, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

const providerUrl = () => process.env.E2E_PROVIDER_URL ?? "";
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const idIn = (page: Page) => new URL(page.url()).searchParams.get("id") ?? "";

async function requestQuote(page: Page, submit: string): Promise<string> {
  await page.goto("/quote/add");
  await page.locator('[name="freightMode"][value="AIR"]').check();
  await page.locator('[name="service"][value="DTD"]').check();
  await fillByName(page, {
    origin: "Shenzhen",
    originZip: "518000",
    pickupLocation: "12 Keji Road",
    destination: "Chicago",
    destinationZip: "60666",
    deliveryLocation: "1 Cargo Way",
    "packages[0].pieces": "8",
    "packages[0].length": "60",
    "packages[0].width": "40",
    "packages[0].height": "20",
    "packages[0].weight": "45",
  });
  await page.locator('[name="specialGoods"][value="NONE"]').check();
  await page.getByRole("button", { name: submit, exact: true }).click();
  await expect(page).toHaveURL(/\/quote\/detail\?id=\d+/);
  return idIn(page);
}

/** Gives the forwarder's answer by the provider's call. */
async function price(id: string): Promise<void> {
  const desk = await providerClient(providerUrl(), "desk");
  const line = { description: "Air freight", unit: "kg", price: "3.85", amount: "246.40" };
  const ranges = { volumeMin: null, volumeMax: null, weightMin: "45", weightMax: "100" };
  const validUntil = instantToWire(inDays(7)) ?? "";
  const option = { carrierName: "Cathay Pacific Cargo", transitDays: 4, validUntil, currency: "USD" };
  await desk.call(quotePrice, { id, options: [{ ...option, lines: [{ ...line, ...ranges }] }] });
}

const files = [
  { name: "packing list.txt", mimeType: "text/plain", buffer: Buffer.from("8 cartons of lamps\n") },
  { name: "装箱单.csv", mimeType: "text/csv", buffer: Buffer.from("po,sku\n4500012345,LAMP-01\n") },
];

/** Texts of the buttons and states that the journey meets, by language. */
const words = {
  en: {
    request: "Request the quote",
    accept: "Accept",
    book: "Book",
    attach: "Save draft and attach files",
    addFiles: "Attach",
    saveDraft: "Save draft",
    saved: "The draft has been saved",
    review: "Review and submit",
    submit: "Submit the booking",
    recall: "Recall",
    amend: "Amend",
    saveAmend: "Amend the booking",
    cancel: "Cancel the booking",
    state: { draft: "Draft", submitted: "Submitted", cancelled: "Cancelled" },
    log: { amended: "Amended", recalled: "Recalled" },
    countries: { china: "China", us: "us" },
    notified: "Notify party",
    country: "United States (US)",
    done: "Parties complete",
  },
  zh: {
    request: "提交询价",
    accept: "接受",
    book: "订舱",
    attach: "保存草稿并添加附件",
    addFiles: "上传",
    saveDraft: "保存草稿",
    saved: "草稿已保存",
    review: "检查并提交",
    submit: "提交订舱",
    recall: "撤回",
    amend: "变更",
    saveAmend: "变更订舱",
    cancel: "取消订舱",
    state: { draft: "草稿", submitted: "已提交", cancelled: "已取消" },
    log: { amended: "已变更", recalled: "已撤回" },
    countries: { china: "中国", us: "美国（US）" },
    notified: "通知人",
    country: "美国（US）",
    done: "相关方 已完成",
  },
};

for (const language of ["en", "zh"] as const) {
  test(`from a quote request to a cancelled booking (${language})`, {
    tag: language === "en" ? "@without-scripts" : ["@without-scripts", "@all"],
  }, async ({ page, context }) => {
    const say = words[language];
    // Chen's saved language is Chinese.
    await signIn(page, language === "zh" ? "chen" : "demo");
    await expect(page.locator("html")).toHaveAttribute("lang", language === "zh" ? "zh-CN" : "en");
    const main = page.getByRole("main");
    const state = (text: string) => expect(main.getByText(text, { exact: true }).first()).toBeVisible();

    const quoteId = await requestQuote(page, say.request);
    await price(quoteId);
    await page.reload();
    await main.locator('a[href^="/quote/accept"]').click();
    await main.getByRole("button", { name: say.accept, exact: true }).click();
    await expect(page).toHaveURL(/\/quote\/detail/);
    await main.locator('a[href^="/quote/book"]').click();
    await main.getByRole("button", { name: say.book, exact: true }).click();
    await expect(page).toHaveURL(/\/booking\/add\?id=\d+/);
    const id = idIn(page);
    await expect(page.locator('[name="origin"]')).toHaveValue("Shenzhen");
    await expect(page.locator('[name="cargo[0].pieces"]')).toHaveValue("8");

    await fillBooking(page, say.countries);
    await main.getByRole("button", { name: say.attach }).click();
    await expect(page).toHaveURL(/\/shipments\/bookingDetail\/\d+/);
    await main.locator('input[type="file"]').setInputFiles(files);
    await main.getByRole("button", { name: say.addFiles, exact: true }).click();
    for (const file of files) await expect(main.getByRole("link", { name: file.name })).toBeVisible();
    const [first] = files;
    const fetched = await context.request.get(
      new URL((await main.getByRole("link", { name: first?.name }).getAttribute("href")) ?? "", productUrl())
        .href,
    );
    expect(fetched.headers()["content-disposition"]).toMatch(/^attachment/);
    expect(fetched.headers()["x-content-type-options"]).toBe("nosniff");
    expect(await fetched.text()).toBe("8 cartons of lamps\n");

    await page.goto(`/booking/add?id=${id}`);
    await expect(page.locator("#booking-shipper summary")).toContainText("Shenzhen Xingda Electronics");
    await expect(page.locator('[name="hasConsigneeAsNotifyParty"]')).toBeChecked();
    await expect(main.getByRole("link", { name: say.done })).toBeVisible();
    await fillByName(page, { specialInstructions: "Please call before the pickup." });
    await main.getByRole("button", { name: say.saveDraft, exact: true }).last().click();
    await expect(page.getByText(say.saved)).toBeVisible();
    await page.goto("/dashboard");
    const number = (await (await context.request.get(`${productUrl()}/booking/add?id=${id}`)).text()).match(
      /BK-[\w-]+/,
    )?.[0];
    await page.goto("/booking/index");
    await page
      .getByRole("main")
      .getByRole("searchbox")
      .fill(number ?? "");
    await page.getByRole("main").getByRole("search").getByRole("button").click();
    await page.getByRole("link", { name: number, exact: true }).click();
    await expect(page.locator('[name="specialInstructions"]')).toHaveValue("Please call before the pickup.");

    const submit = async () => {
      await main.getByRole("button", { name: say.review, exact: true }).click();
      await expect(page).toHaveURL(/\/booking\/review/);
      await expect(main.getByText("Please call before the pickup.")).toBeVisible();
      const notified = main
        .locator("section")
        .filter({ has: page.getByRole("heading", { name: say.notified }) });
      await expect(notified).toContainText("Meridian Retail Group");
      await expect(notified).toContainText(say.country);
      await main.getByRole("button", { name: say.submit }).click();
      await expect(page).toHaveURL(/\/shipments\/bookingDetail\//);
      await state(say.state.submitted);
    };
    await submit();
    await main.getByRole("link", { name: say.recall, exact: true }).click();
    await main.getByRole("button", { name: say.recall, exact: true }).click();
    await expect(page).toHaveURL(/\/shipments\/bookingDetail\//);
    await state(say.state.draft);
    await page.goto(`/booking/add?id=${id}`);
    await submit();

    await main.getByRole("link", { name: say.amend, exact: true }).click();
    await fillByName(page, { marks: "XD / CHICAGO / 1-8" });
    await main.getByRole("button", { name: say.saveAmend, exact: true }).click();
    await expect(page).toHaveURL(/\/shipments\/bookingDetail\//);
    await expect(main.getByText("XD / CHICAGO / 1-8").first()).toBeVisible();
    await main.getByRole("link", { name: say.cancel, exact: true }).click();
    await main.getByRole("button", { name: say.cancel, exact: true }).click();
    await expect(page).toHaveURL(/\/shipments\/bookingDetail\//);
    await state(say.state.cancelled);
    for (const action of Object.values(say.log))
      await expect(main.getByText(action, { exact: true }).first()).toBeVisible();
    await page.goto(`/quote/detail?id=${quoteId}`);
    // Its price is still valid, so it can be booked again.
    await expect(main.locator('a[href^="/quote/book"]')).toBeVisible();
    await expect(main.getByRole("link", { name: number })).toHaveCount(0);
  });
}

test("the booking form shows exactly the fields that mode and service need", { tag: "@all" }, async ({
  page,
}) => {
  await signIn(page, "booker");
  await page.goto("/booking/add");
  await page.getByText("Further wishes").click();
  const asked: Record<string, string> = {
    "containers[0].containerType": "OCEAN_FCL",
    warehouseInNumber: "AIR OCEAN_LCL",
    transshipment: "AIR OCEAN_FCL OCEAN_LCL",
    requestedDate: "AIR OCEAN_FCL OCEAN_LCL",
  };
  for (const mode of ["AIR", "OCEAN_FCL", "OCEAN_LCL", "TRUCK"]) {
    await page.locator(`[name="transportMode"][value="${mode}"]`).check();
    for (const [name, modes] of Object.entries(asked)) {
      const isAsked = modes.split(" ").includes(mode);
      await expect(page.locator(`[name="${name}"]`), `${name} by ${mode}`).toBeVisible({ visible: isAsked });
    }
  }
  await page.locator('[name="transportMode"][value="OCEAN_LCL"]').check();
  for (const [service, pickup, delivery] of [
    ["DTD", true, true],
    ["DTP", true, false],
    ["PTD", false, true],
    ["PTP", false, false],
  ] as const) {
    await page.locator(`[name="service"][value="${service}"]`).check();
    await expect(page.locator('[name="pickupAddress"]')).toBeVisible({ visible: pickup });
    await expect(page.locator('[name="deliveryAddress"]')).toBeVisible({ visible: delivery });
  }
  await page.locator('[name="hasOriginTrucking"]').check();
  await expect(page.locator('[name="pickupAddress"]')).toBeVisible();
  await expect(page.locator('[name="unNumber"]')).toBeHidden();
  await page.locator('[name="cargoType"][value="DANGEROUS"]').check();
  await expect(page.locator('[name="unNumber"]')).toBeVisible();
});
