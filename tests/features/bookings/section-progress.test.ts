import { describe, expect, test } from "vitest";
import { bookingContent } from "#app/contract/booking.ts";
import type { BookingFields } from "#app/features/bookings/booking-fields.ts";
import { contentOf, fieldsOf } from "#app/features/bookings/form/form-content.server.ts";
import { formSections } from "#app/features/bookings/form/section-names.ts";
import { unfinishedSections } from "#app/features/bookings/form/section-progress.ts";
import { translateOf } from "#app/locales/i18n.server.ts";
import { content } from "#tests/provider/bookings/fixture.ts";

const whole = () => fieldsOf(content(), "en");

describe("a section is unfinished", () => {
  test("as long as something is missing in it, and no other section for it", () => {
    expect(unfinishedSections(whole())).toEqual([]);
    const lacking: [BookingFields, string][] = [
      [{ origin: " " }, "route"],
      [{ pickupAddress: "" }, "route"],
      [{ cargoReadyDate: "2026-02-30" }, "route"],
      [{ goodsDescription: "" }, "cargo"],
      [{ cargo: [{ packageType: "CTN", dimensionUnit: "cm", weightUnit: "kg" }] }, "cargo"],
      [{ cargoType: "DANGEROUS" }, "cargo"],
      [{ containers: [{}] }, "containers"],
      [{ shipper: { ...whole().shipper, name: "" } }, "parties"],
      [{ notifyParty: { name: "Only a name" } }, "parties"],
      [{ incoterms: "" }, "terms"],
    ];
    for (const [given, section] of lacking)
      expect(unfinishedSections({ ...whole(), ...given }), JSON.stringify(given)).toEqual([section]);
  });

  test("in an empty form everywhere but for the containers, which no mode has asked for yet", () => {
    const empty = unfinishedSections({});
    expect(empty.toSorted()).toEqual(formSections.filter((name) => name !== "containers").toSorted());
  });

  test("not for a notify party that is the consignee, nor for a country as its field shows it", () => {
    const notified = { ...whole(), hasConsigneeAsNotifyParty: "on", notifyParty: { name: "Typed before" } };
    expect(unfinishedSections(notified)).toEqual([]);
    expect(unfinishedSections(fieldsOf(content(), "zh"))).toEqual([]);
    const atlantis = { ...whole(), shipper: { ...whole().shipper, countryCode: "Atlantis" } };
    expect(unfinishedSections(atlantis)).toEqual(["parties"]);
  });

  test("of nonsense too, without a failure", () => {
    const nonsense = {
      origin: ["a", "b"],
      shipper: "no party",
      consignee: null,
      cargo: [null, "text", { pieces: { deeper: "1" } }, { pieces: "x".repeat(10_000) }],
      containers: { not: "a list" },
      hasOriginTrucking: ["on"],
    };
    expect(unfinishedSections(nonsense as never)).toContain("parties");
  });
});

describe("what the form posts becomes the content", () => {
  const t = translateOf("en");
  const read = (payload: Record<string, unknown>) => contentOf(payload, t).content;

  test("with the code of a country that is typed by name, and any other text as it is", () => {
    const typed = read({ shipper: { countryCode: "德国" }, consignee: { countryCode: "Freedonia" } });
    expect([typed?.shipper.countryCode, typed?.consignee.countryCode]).toEqual(["DE", "Freedonia"]);
  });

  test("with the consignee as its notify party, if that is ticked", () => {
    const consignee = { name: "Meridian", address: "4100 Commerce Parkway", isAddedToAddressBook: "on" };
    const given = { consignee, notifyParty: { name: "Typed before" } };
    expect(read({ ...given, hasConsigneeAsNotifyParty: "on" })?.notifyParty).toMatchObject({
      ...consignee,
      isAddedToAddressBook: false,
    });
    expect(read(given)?.notifyParty.name).toBe("Typed before");
  });

  test("and back, without a change", () => {
    for (const language of ["en", "zh"] as const) {
      const stored = bookingContent.parse({ ...content(), hasConsigneeAsNotifyParty: true });
      const notified = { ...stored, notifyParty: stored.consignee };
      expect(read(fieldsOf(notified, language) as Record<string, unknown>)).toEqual(notified);
    }
  });
});
