import { describe, expect, test } from "vitest";
import { type ListField, searchView } from "#app/components/list/search-view.server.ts";

const fields: [ListField, ...ListField[]] = [
  { name: "keyword", label: "Number" },
  { name: "from", label: "From day", kind: "day" },
  { name: "type", label: "Type", kind: "choice", choices: [["HBL", "House bill"]] },
];
const viewOf = (query: string, shown = fields) => {
  const search = new URLSearchParams(query);
  const { panel: _, ...params } = Object.fromEntries(search);
  return searchView({ base: "/list", params }, search, "Days and type", shown);
};

describe("the search of a list", () => {
  test("has its first field as the box, and the others in the panel that the address opens", () => {
    expect(viewOf("")).toMatchObject({ box: ["keyword", "Number"], panel: null, chips: [] });
    const { panel } = viewOf("panel=share&panel=filters");
    expect(panel).toEqual([
      {
        legend: "Days and type",
        fields: [
          { max: 100, name: "from", label: "From day", kind: "day" },
          { max: 100, ...fields[2] },
        ],
      },
    ]);
    expect(viewOf("panel=filters&panel=columns").panel).toBeNull();
  });

  test("without further fields has no panel", () => {
    expect(viewOf("panel=filters", [fields[0]]).panel).toBeUndefined();
  });

  test("says each filter in use in words, and not what is searched for", () => {
    expect(viewOf("keyword=4711&from=2026-12-01&type=HBL").chips).toEqual([
      { names: ["from"], text: "From day: 2026-12-01" },
      { names: ["type"], text: "Type: House bill" },
    ]);
    expect(viewOf("type=XYZ").chips).toEqual([{ names: ["type"], text: "Type: XYZ" }]);
  });
});
