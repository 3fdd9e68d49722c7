import { describe, expect, test } from "vitest";
import { withoutUnseenPrices } from "#app/access/charges.ts";
import type { Rights } from "#app/access/permission.ts";

const rights: Rights = {
  menus: [],
  buttons: [],
  resourceUrls: [],
  roles: [],
  companyId: "3",
  accessEntries: [{ sysMainBodyId: "3", resCode: "SHIPMENT_CHARGES" }],
};
const answer = {
  options: [1],
  bookingPrice: 2,
  estimatedCharges: 3,
  status: "NEW",
  log: [
    {
      action: "price",
      changes: [{ path: "options.0.total" }, { path: "bookingPrice.amount" }, { path: "tag" }],
    },
  ],
};

describe("an answer with prices", () => {
  test("stays as it is for a company that may see them", () => {
    expect(withoutUnseenPrices(rights, answer)).toBe(answer);
  });

  test("contains none for another company, nor in its log", () => {
    const seen = withoutUnseenPrices({ ...rights, accessEntries: [] }, answer);
    expect(seen).toEqual({ status: "NEW", log: [{ action: "price", changes: [{ path: "tag" }] }] });
  });

  test("without a log gets none", () => {
    const seen = withoutUnseenPrices({ ...rights, companyId: "4" }, { estimatedCharges: 3 });
    expect(Object.keys(seen)).not.toContain("log");
    expect(seen.estimatedCharges).toBeUndefined();
  });
});
