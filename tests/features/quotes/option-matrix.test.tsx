// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { QuoteDetailData } from "#app/contract/quote.ts";
import { OptionMatrix } from "#app/features/quotes/option-matrix.tsx";
import { optionsOf } from "#app/features/quotes/option-view.server.ts";
import { HOUR_MS, instantToWire } from "#app/lib/date-time.ts";
import type { QuoteAction, QuoteStatus } from "#app/lib/quote-state.ts";
import { translateOf } from "#app/locales/i18n.server.ts";
import { renderPage } from "#tests/support/rendered.tsx";

type Option = NonNullable<QuoteDetailData["options"]>[number];
type Language = "en" | "zh";

const now = new Date("2026-11-20T10:00:00Z");
const until = (hours: number) => instantToWire(new Date(now.getTime() + hours * HOUR_MS)) ?? "";

function line(description: string, amount: string, given: Partial<Option["lines"][number]> = {}) {
  const ranges = { volumeMin: null, volumeMax: null, weightMin: null, weightMax: null };
  return { description, unit: "kg", price: "3.85", amount, ...ranges, ...given };
}

function option(id: string, given: Partial<Option> & { amount?: string; currency?: string } = {}): Option {
  const { amount = "100.00", currency = "USD", ...fields } = given;
  return {
    id,
    carrierName: `Carrier ${id}`,
    transitDays: 4,
    validUntil: until(72),
    lines: [line("Air freight", amount)],
    total: { amount, currency },
    isAccepted: false,
    ...fields,
  };
}

interface Standing {
  status?: QuoteStatus;
  may?: QuoteAction[];
  language?: Language;
}

function viewOf(options: Option[], { status = "READY_TO_BOOK", may = [], language = "en" }: Standing = {}) {
  const t = translateOf(language);
  const quote = { id: "7", status, booking: null, options } as unknown as QuoteDetailData;
  const time = (text: string | null) => (text ? { text, stamp: text } : "");
  const reader = { t, language, zone: "UTC", now, stamp: (text: string | null) => text ?? "", time };
  return optionsOf(quote, reader as never, new Set(may));
}

function draw(options: Option[], standing: Standing = {}) {
  const view = viewOf(options, standing);
  renderPage(<OptionMatrix options={view} />, standing.language);
  return view;
}

/** Texts of a row's cells, without spaces that do not count. */
const cellsOf = (head: RegExp | string) =>
  within(screen.getByRole("row", { name: head }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent?.replace(/\s+/g, " ").trim());

describe("the options of a quote are one table", () => {
  test("with an option a column, a charge a row, and how each amount comes about", () => {
    draw([
      option("1", {
        amount: "246.40",
        lines: [line("Air freight", "246.40", { weightMin: "45", weightMax: "100" })],
      }),
      option("2", { amount: "301.00", lines: [line("Air freight", "301.00", { unit: "shipment" })] }),
    ]);
    expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
      "Option 1: Carrier 1",
      "Option 2: Carrier 2",
    ]);
    expect(cellsOf(/^Air freight/)).toEqual([
      "USD 246.40 USD 3.85 per kg, 45 to 100 kg",
      "USD 301.00 USD 3.85 per shipment",
    ]);
    expect(cellsOf(/^Transit time/)).toEqual(["4 days Fastest, tied", "4 days Fastest, tied"]);
  });

  test("in which a charge that an option does not have says so, and stays in its row", () => {
    draw([
      option("1", { lines: [line("Air freight", "246.40"), line("Security", "6.30")] }),
      option("2", {
        lines: [line("air freight", "301.00"), line("Truck", "50")],
      }),
    ]);
    expect(screen.getAllByRole("rowheader").map((head) => head.textContent?.trim())).toEqual([
      "Total charges",
      "Transit time",
      "Valid until",
      "Air freight",
      "Security",
      "Truck",
    ]);
    expect(cellsOf(/^Security/)).toEqual(["USD 6.30 USD 3.85 per kg", "— not charged"]);
    expect(cellsOf(/^Truck/)[0]).toBe("— not charged");
  });

  test("in which two ranges of one charge are two rows, paired in their order", () => {
    draw([
      option("1", { lines: [line("Air freight", "10"), line("Air freight", "20")] }),
      option("2", { lines: [line("Air freight", "30")] }),
    ]);
    const rows = screen.getAllByRole("row", { name: /^Air freight/ });
    expect(rows.map((row) => within(row).getAllByRole("cell")[0]?.textContent)).toEqual([
      expect.stringContaining("10.00"),
      expect.stringContaining("20.00"),
    ]);
    expect(within(rows[1] as HTMLElement).getByText("not charged")).toBeTruthy();
  });

  test("in the reader's language", () => {
    draw([option("1", { amount: "10", transitDays: null }), option("2", { amount: "9" })], {
      language: "zh",
      may: ["accept", "book"],
    });
    expect(cellsOf(/^总费用/)).toEqual(["USD 10.00", "USD 9.00 价格最低"]);
    expect(cellsOf(/^运输时效/)[0]).toBe("— 未注明");
    screen.getByRole("link", { name: "订舱：方案 2：Carrier 2" });
    expect(document.body.textContent).toContain("此时尚未订舱");
    expect(document.body.textContent).not.toMatch(/[A-Za-z]{3,} [a-z]{3,}/);
  });
});

describe("marks name the best option", () => {
  const marks = (options: Option[], standing?: Standing) =>
    viewOf(options, standing).list.map(({ cheapest, fastest }) => [cheapest, fastest]);

  test("by exact decimals, and of two alike both", () => {
    expect(
      marks([
        option("1", { amount: "0.30", transitDays: 5 }),
        option("2", { amount: "0.3", transitDays: 3 }),
        option("3", { amount: "0.3000001", transitDays: 4 }),
      ]),
    ).toEqual([
      ["Cheapest, tied", null],
      ["Cheapest, tied", "Fastest"],
      [null, null],
    ]);
    expect(
      marks([
        option("1", { amount: "9007199254740993.02" }),
        option("2", { amount: "9007199254740993.01" }),
      ])[1]?.[0],
    ).toBe("Cheapest");
  });

  test("never between currencies, which is said", () => {
    const view = viewOf([option("1", { amount: "9" }), option("2", { amount: "10", currency: "EUR" })]);
    expect(view.list.map(({ cheapest }) => cheapest)).toEqual([null, null]);
    expect(view.note).toContain("different currencies");
    expect(viewOf([option("1"), option("2")]).note).toBeNull();
  });

  test("not the fastest while an option does not state its days, and nothing of a single option", () => {
    expect(marks([option("1"), option("2", { transitDays: null, amount: "1" })])).toEqual([
      [null, null],
      ["Cheapest", null],
    ]);
    expect(marks([option("1")])).toEqual([[null, null]]);
  });

  test("among those that can still be taken; of an expired quote among all", () => {
    const cheap = option("1", { amount: "1", transitDays: 1, validUntil: until(-1) });
    expect(marks([cheap, option("2", { amount: "5" }), option("3", { amount: "6" })])[0]).toEqual([
      null,
      null,
    ]);
    expect(
      marks([cheap, option("2", { amount: "5", validUntil: until(-2) })], { status: "EXPIRED" })[0],
    ).toEqual(["Cheapest", "Fastest"]);
  });
});

describe("each option has its own actions", () => {
  const names = () => screen.queryAllByRole("link").map((link) => link.getAttribute("aria-label"));

  test("and the row says what they mean", () => {
    draw([option("1"), option("2")], { may: ["accept", "book"] });
    expect(names()).toEqual([
      "Book: Option 1: Carrier 1",
      "Accept: Option 1: Carrier 1",
      "Book: Option 2: Carrier 2",
      "Accept: Option 2: Carrier 2",
    ]);
    const head = screen.getByRole("row", { name: /^Your decision/ });
    expect(head.textContent).toContain("your company agrees to this price");
    expect(head.textContent).toContain("opens a draft booking");
  });

  test("but not one that has run out, nor another than the accepted one", () => {
    draw([option("1", { validUntil: until(-1) }), option("2")], { may: ["accept"] });
    expect(names()).toEqual(["Accept: Option 2: Carrier 2"]);
    expect(document.body.textContent).not.toContain("opens a draft booking");
    const view = viewOf([option("1"), option("2", { isAccepted: true })], {
      status: "ACCEPTED",
      may: ["book"],
    });
    expect(view.list.map(({ book }) => book !== null)).toEqual([false, true]);
  });

  test("and without any the row is left out", () => {
    draw([option("1"), option("2")]);
    expect(screen.queryByRole("row", { name: /^Your decision/ })).toBeNull();
  });
});
