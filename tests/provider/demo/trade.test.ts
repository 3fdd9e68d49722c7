import { describe, expect, test } from "vitest";
import type { TransportMode } from "#app/contract/freight-code.ts";
import { bookingFaults } from "#app/lib/booking-check.ts";
import { checkIncoterm } from "#app/lib/incoterms.ts";
import { isFromDoor } from "#app/lib/service-type.ts";
import { addressOf } from "#app/provider/demo/addresses.ts";
import { contentOf, makeFreight } from "#app/provider/demo/freight.ts";
import { placeOf } from "#app/provider/demo/journey.ts";
import { demoParties } from "#app/provider/demo/parties.ts";
import { createRandom } from "#app/provider/demo/random.ts";

const dial: Record<string, string> = {
  CN: "86",
  VN: "84",
  TH: "66",
  IN: "91",
  TW: "886",
  KR: "82",
  JP: "81",
  SG: "65",
  MY: "60",
  BD: "880",
  LK: "94",
  PK: "92",
  KH: "855",
  TR: "90",
  DE: "49",
  NL: "31",
  LU: "352",
  FR: "33",
  IT: "39",
  CZ: "420",
  PL: "48",
  GB: "44",
  US: "1",
  CA: "1",
  MX: "52",
  BR: "55",
};
/** Countries whose addresses need a state. */
const withState = new Set(["US", "CA", "CN", "IN", "BR", "MX"]);

test("every party has an address of its country: prefix, postcode, state", () => {
  for (const { suppliers, receivers } of Object.values(demoParties)) {
    for (const party of [...suppliers, ...receivers]) {
      const { phone, postcode, state, countryCode, address } = addressOf(party);
      expect(countryCode).toBe(placeOf(party.town).country_code);
      expect(phone, party.name).toMatch(new RegExp(`^\\+${dial[countryCode]} [\\d ]+$`));
      expect(phone.replace(/\D/g, "").length, party.name).toBeLessThanOrEqual(15);
      expect(`${phone}${postcode}`).not.toContain("#");
      expect(address).toContain(placeOf(party.town).name);
      if (withState.has(countryCode)) expect(state, party.name).not.toBe("");
      if (countryCode === "US") expect(`${state} ${postcode}`).toMatch(/^[A-Z]{2} \d{5}$/);
      if (countryCode === "CN") expect(postcode).toMatch(/^\d{6}$/);
      if (countryCode === "GB") expect(postcode).toMatch(/^[A-Z]{1,2}\d{1,2} \d[A-Z]{2}$/);
      if (countryCode === "DE") expect(postcode).toMatch(/^\d{5}$/);
    }
  }
});

describe.each(["AIR", "OCEAN_FCL", "OCEAN_LCL", "TRUCK"] satisfies TransportMode[])(
  "bookings, %s",
  (mode) => {
    test("declare what their service and terms make ours, and can be submitted", () => {
      for (const company of ["MERIDIAN", "BRIGHTWATER", "HARROWVALE"] as const) {
        for (let seed = 0; seed < 40; seed++) {
          const freight = makeFreight(createRandom(seed), company, mode, 90_000 + seed * 3);
          const given = { readyOn: new Date("2026-11-20T00:00:00Z"), bookTo: "F", customerService: "S" };
          const content = contentOf(freight, given);
          expect(bookingFaults(content)).toEqual([]);
          const isBySea = mode.startsWith("OCEAN");
          expect(checkIncoterm(content.incoterms, isBySea)).toBe("fits");
          const countries = [freight.from, freight.to].map((place) => placeOf(place).country_code);
          const isExport = ["EXPORT", "BOTH"].includes(content.customsDeclaration);
          if (countries[0] === countries[1]) expect(content.customsDeclaration).toBe("NONE");
          if (countries[0] === "CN") expect(isExport).toBe(isFromDoor(freight.service));
          if (content.shipper.countryCode === "CN") expect(content.shipper.contactNumber).toMatch(/^\+86 /);
        }
      }
    });
  },
);
