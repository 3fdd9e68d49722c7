import { describe, expect, test } from "vitest";
import { listQuery, modeFilters } from "#app/components/list/query.server.ts";
import { cellsOf, type ListColumn, statusTabs } from "#app/components/list/view.server.ts";

const query = listQuery(modeFilters(["NEW", "DONE"]), ["updated", "number"], "updated");
const read = (search: string) => query.read(new URLSearchParams(search));

describe("the address of a list", () => {
  test("names nothing that is usual", () => {
    const asked = read("");
    expect(asked).toEqual({ filter: {}, sort: "updated", direction: "desc", page: 1, pageSize: 25 });
    expect(query.params(asked)).toEqual({});
  });

  test("keeps filters, sort and page size, but not the page", () => {
    const search = "status=NEW&mode=AIR&keyword=ab&sort=number&direction=asc&pageSize=50";
    const asked = read(`${search}&page=3`);
    expect(asked.page).toBe(3);
    expect(new URLSearchParams(query.params(asked)).toString()).toBe(search);
  });

  test("uses defaults for unknown values", () => {
    const asked = read("status=OLD&mode=BOAT&sort=colour&direction=up&page=0&pageSize=7&keyword=%20");
    expect(asked).toEqual({ filter: {}, sort: "updated", direction: "desc", page: 1, pageSize: 25 });
  });

  test("cuts words that are too long", () => {
    expect(read(`keyword=${"a".repeat(200)}`).filter.keyword).toHaveLength(100);
  });
});

test("tabs have their counts and their sum, and neither where the provider counts nothing", () => {
  const tabs = (counts: Partial<Record<"NEW" | "DONE", number>>) =>
    statusTabs("All", ["NEW", "DONE"], (status) => status.toLowerCase(), counts);
  expect(tabs({ NEW: 2, DONE: 3 })).toEqual([
    ["", "All", 5],
    ["NEW", "new", 2],
    ["DONE", "done", 3],
  ]);
  expect(tabs({})).toEqual([
    ["", "All", undefined],
    ["NEW", "new", undefined],
    ["DONE", "done", undefined],
  ]);
});

test("cells stand in the order of their columns, without those that have no text of their own", () => {
  const columns: ListColumn<{ to: string }, string>[] = [
    { key: "number", width: "lg" },
    { key: "to", width: "md", cell: ({ to }, word) => `${word} ${to}` },
    { key: "empty", width: "sm", cell: () => "" },
  ];
  expect(cellsOf(columns, { to: "Oslo" }, "to")).toEqual(["to Oslo", ""]);
});
