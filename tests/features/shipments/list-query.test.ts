import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listAddress } from "#app/components/list/address.ts";
import {
  filterToAsk,
  isDateFilterHalf,
  listParams,
  readListQuery,
} from "#app/features/shipments/list/query.server.ts";
import { packColumns, packRow, unpackColumns, unpackRow } from "#app/features/shipments/list/row-view.ts";

const SHIPMENT_LIST = "/shipments/index";
const read = (search: string) => readListQuery(new URLSearchParams(search));

describe("the address of the list", () => {
  test("without a query is the first page of 25, the latest change first", () => {
    expect(read("")).toEqual({
      filter: {},
      sort: "updated",
      direction: "desc",
      page: 1,
      pageSize: 25,
      columns: null,
      rows: null,
      panel: null,
    });
  });

  test.each([
    ["status=TRANSIT", { status: "TRANSIT" }],
    ["status=DELAYED", { status: "DELAYED" }],
    ["status=LOST", {}],
    ["mode=ship", {}],
    ["service=doorToDoor", { service: "doorToDoor" }],
    ["keyword=%20%20", {}],
    ["keyword=%20FLD%20", { keyword: "FLD" }],
    ["containerNumber=MSKU%20123%204565", { containerNumber: "MSKU 123 4565" }],
    [`houseNumber=${"9".repeat(70)}`, { houseNumber: "9".repeat(50) }],
    ["isFollowed=true", { isFollowed: true }],
    ["isFollowed=perhaps", {}],
    ["dateType=eta&dateFrom=2026-02-30", { dateType: "eta" }],
    ["dateType=birthday&dateFrom=2026-02-03", { dateFrom: "2026-02-03" }],
  ])("%s filters by %o", (search, filter) => {
    expect(read(search).filter).toEqual(filter);
  });

  test.each([
    ["page=0", 1, 25],
    ["page=abc", 1, 25],
    ["page=3.5", 1, 25],
    ["page=7&pageSize=100", 7, 100],
    ["pageSize=17", 1, 25],
    ["page=-1&pageSize=", 1, 25],
  ])("%s is page %i of %i", (search, page, pageSize) => {
    expect(read(search)).toMatchObject({ page, pageSize });
  });

  test("a range in the wrong order is swapped", () => {
    expect(read("dateType=eta&dateFrom=2026-03-05&dateTo=2026-03-01").filter).toMatchObject({
      dateFrom: "2026-03-01",
      dateTo: "2026-03-05",
    });
  });

  test("columns come repeated from a form or joined in a link, in their order of display", () => {
    expect(read("columns=eta&columns=status&columns=nonsense").columns).toEqual(["status", "eta"]);
    expect(read("columns=eta,status").columns).toEqual(["status", "eta"]);
    expect(read("columns=nonsense").columns).toBeNull();
    expect(read("columns=usual").columns).toBe("usual");
  });

  test("any content can be read, and reading its output again gives the same", () => {
    const name = fc.constantFrom(
      ...["keyword", "status", "page", "pageSize", "sort", "direction", "columns", "panel", "mode"],
      ...["dateType", "dateFrom", "dateTo", "portOfArrival", "isFollowed", "__proto__", "constructor"],
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (pairs) => {
        const query = readListQuery(new URLSearchParams(pairs));
        const again = readListQuery(
          new URLSearchParams(listAddress(SHIPMENT_LIST, listParams(query)).split("?")[1]),
        );
        expect(listParams(again)).toEqual(listParams(query));
      }),
    );
  });
});

describe("the date filter", () => {
  test.each([
    ["", false],
    ["dateType=eta", true],
    ["dateFrom=2026-11-01", true],
    ["dateTo=2026-11-01", true],
    ["dateType=eta&dateFrom=2026-11-01", false],
    ["dateType=eta&dateTo=2026-11-01", false],
  ])("%s is half a filter: %s", (search, isHalf) => {
    expect(isDateFilterHalf(read(search).filter)).toBe(isHalf);
  });

  test("half of one is not asked for", () => {
    expect(filterToAsk(read("status=BOOKED&dateFrom=2026-11-01").filter, {})).toEqual({ status: "BOOKED" });
  });
});

describe("links of the list", () => {
  test("keep the rest of the state and start at the first page", () => {
    const params = listParams(read("status=TRANSIT&sort=eta&direction=asc&page=4&panel=filters&pageSize=25"));
    expect(listAddress(SHIPMENT_LIST, params)).toBe("/shipments/index?status=TRANSIT&sort=eta&direction=asc");
    expect(listAddress(SHIPMENT_LIST, params, { page: "2" })).toBe(
      "/shipments/index?status=TRANSIT&sort=eta&direction=asc&page=2",
    );
    expect(listAddress(SHIPMENT_LIST, params, { status: null, sort: null, direction: null })).toBe(
      "/shipments/index",
    );
  });
});

test("a row is read back from its text unchanged", () => {
  const cell = fc.string().filter((text) => !text.includes("\t"));
  fc.assert(
    fc.property(
      fc.record({
        id: fc.nat().map(String),
        status: fc.constantFrom("BOOKED" as const, "TRANSIT" as const, "COMPLETED" as const),
        isFollowed: fc.boolean(),
        isOwnTurn: fc.boolean(),
        step: fc.nat(5),
        cells: fc.array(cell, { minLength: 1 }),
      }),
      (row) => {
        expect(unpackRow(packRow(row))).toEqual(row);
      },
    ),
  );
});

test("columns are read back from their text unchanged", () => {
  const columns = [
    { key: "houseNumber", label: "H#", width: "xxl", sort: "houseNumber" },
    { key: "status", label: "Status", width: "xxl", kind: "status", card: "state", sort: "status" },
    { key: "transport", label: "Carrier, vessel", width: "xl" },
  ] as const;
  expect(unpackColumns(packColumns(columns))).toEqual(columns);
});
