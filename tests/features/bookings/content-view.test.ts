import { describe, expect, test } from "vitest";
import { logView } from "#app/components/operation-log.server.ts";
import type { BookingContent } from "#app/contract/booking.ts";
import { equipmentTypes } from "#app/contract/freight-code.ts";
import {
  contentDifferences,
  contentSections,
  loggedField,
} from "#app/features/bookings/content-view.server.ts";
import { contentOf } from "#app/features/bookings/form/form-content.server.ts";
import type { DisplayLanguage } from "#app/lib/date-time.ts";
import { equipmentOf } from "#app/lib/equipment.ts";
import { translateOf } from "#app/locales/i18n.server.ts";
import { content, line } from "#tests/provider/bookings/fixture.ts";

const textIn = (language: DisplayLanguage) => translateOf(language);

/** All content of review and detail as one text. */
function shown(given: Partial<BookingContent>, language: DisplayLanguage): string {
  return contentSections(content(given), { t: textIn(language), language })
    .flatMap(({ title, rows, table }) => [
      title,
      ...rows.map(({ label, value }) => `${label}: ${value}`),
      ...(table?.rows.map((cells) => cells.join(" | ")) ?? []),
    ])
    .join("\n");
}

describe("the content of a booking is shown", () => {
  test("with the units of its cargo in the reader's language", () => {
    const cargo = [line({ dimensionUnit: "in", weightUnit: "lb" })];
    expect(shown({ cargo }, "zh")).toContain("60 × 40 × 50 英寸 | 1250 磅");
    expect(shown({ cargo }, "en")).toContain("60 × 40 × 50 in | 1250 lb");
  });

  test("with the type of a container in words beside its code", () => {
    const containers = [{ containerType: "45R1", containerNumber: "", info: "-18" }];
    expect(shown({ containers }, "en")).toContain("45R1 40 ft high cube reefer");
    expect(shown({ containers }, "zh")).toContain("45R1 40 英尺高冷藏箱");
  });

  test("with the wish to keep a party in the address book", () => {
    const shipper = { ...content().shipper, isAddedToAddressBook: true };
    expect(shown({ shipper }, "en")).toContain("Add to address book: Yes");
    expect(shown({}, "en")).not.toContain("address book");
  });

  test("without the pickup of another mode: a truck from a terminal has none", () => {
    const given = { service: "PTP", hasOriginTrucking: true, pickupAddress: "Gate 5" };
    expect(shown({ ...given, transportMode: "AIR" }, "en")).toContain("Gate 5");
    expect(shown({ ...given, transportMode: "TRUCK" }, "en")).not.toContain("Gate 5");
  });
});

test("the text of a container type matches its code", () => {
  const t = textIn("en");
  for (const type of equipmentTypes) {
    const { lengthFeet, isHighCube } = equipmentOf(type)!;
    const words = t(`freight:equipment.${type}`);
    expect(words).toContain(`${type} ${lengthFeet} ft`);
    expect(words.includes("high cube")).toBe(isHighCube);
  }
});

test("the operation log names a field of a booking as the form does, and its choice in words", () => {
  const t = textIn("zh");
  const change = (path: string, before: string | null, after: string | null) => ({ path, before, after });
  const { entries } = logView(
    [
      {
        at: "2026-11-20 10:00:00",
        actor: "陈静",
        isForwarder: false,
        action: "booking.updated",
        changes: [
          change("transshipment", "ANY", "DIRECT"),
          change("consignee.address", null, "A"),
          change("shipper.address", null, "B"),
          change("shipper.countryCode", null, "CN"),
          change("hasOriginTrucking", null, "true"),
          change("hasConsigneeAsNotifyParty", null, "true"),
          change("cargo.0.weightUnit", "kg", "lb"),
          change("containers.1.containerType", null, "22U1"),
          change("status", "DRAFT", "SUBMITTED"),
        ],
      } as Parameters<typeof logView>[0][number],
    ],
    { t, zone: "+08:00", fieldOf: (path) => loggedField(path, { t, language: "zh" }) },
  );
  expect(entries[0]?.changes).toEqual([
    "中转要求：不限 → 仅直达",
    "收货人，地址：A",
    "发货人，地址：B",
    "发货人，国家：中国（CN）",
    "起运地拖车：上门提货：是",
    "通知人，与收货人相同：是",
    "第 1 行，重量单位：kg → 磅",
    "集装箱 2，箱型：22U1 20 英尺开顶箱",
    "状态：草稿 → 已提交",
  ]);
});

test("two versions that differ by a unit are distinguished in the text", () => {
  const [mine, theirs] = ["cm", "in"].map((dimensionUnit) => content({ cargo: [line({ dimensionUnit })] }));
  const differences = contentDifferences(mine!, theirs!, { t: textIn("zh"), language: "zh" });
  expect(differences.map((each) => [each.mine, each.theirs])).toEqual([["cm", "英寸"]]);
});

test("a text is stored with the same line breaks whether sent by a script or a plain form", () => {
  expect(contentOf({ marks: "A\r\nB\n" }, textIn("en")).content?.marks).toBe("A\nB\n");
});
