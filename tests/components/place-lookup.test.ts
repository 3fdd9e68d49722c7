import { describe, expect, test } from "vitest";
import { PlaceLookup } from "#app/components/place-lookup.ts";

const hamburg = { name: "Hamburg (DEHAM)", country: "Germany (DE)", isExact: true };
const shanghai = { name: "Shanghai (CNSHA)", country: "China (CN)", isExact: true };
const near = { ...hamburg, name: "Hamburg Airport (HAM)", isExact: false };

/** Answers each text from a table, or fails, and notes what was asked. */
function lookupOf(table: Record<string, (typeof hamburg)[] | Error>) {
  const asked: string[] = [];
  const lookup = new PlaceLookup(async (text) => {
    asked.push(text);
    const answer = table[text] ?? [];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { lookup, asked };
}

describe("the look-up of a place field", () => {
  test("asks for what was typed last only, and once", async () => {
    const { lookup, asked } = lookupOf({ hamb: [hamburg] });
    const early = lookup.suggest("ham");
    const late = lookup.suggest(" hamb ");
    expect(await early).toBeNull();
    expect(await late).toEqual([hamburg]);
    expect(await lookup.suggest("hamb")).toEqual([hamburg]);
    expect(asked).toEqual(["hamb"]);
  });

  test("asks nothing for a single letter", async () => {
    const { lookup, asked } = lookupOf({});
    expect(await lookup.suggest(" h ")).toBeNull();
    expect(asked).toEqual([]);
  });

  test("finds the place of a code and of a name in the other language", async () => {
    const { lookup } = lookupOf({ DEHAM: [hamburg, near], 上海: [shanghai] });
    expect(await lookup.placeOf("DEHAM")).toBe("Hamburg (DEHAM)");
    expect(await lookup.placeOf("上海")).toBe("Shanghai (CNSHA)");
  });

  test("leaves a name as it was typed, and what several places or none are called", async () => {
    const { lookup } = lookupOf({ hamburg: [hamburg], both: [hamburg, shanghai], "Ham burg": [near] });
    for (const typed of ["hamburg", "both", "Ham burg", "12 Quay Street", ""])
      expect(await lookup.placeOf(typed), typed).toBeNull();
  });

  test("gives nothing when the portal does not answer, and asks again", async () => {
    const table: Record<string, (typeof hamburg)[] | Error> = { DEHAM: new TypeError("Failed to fetch") };
    const { lookup, asked } = lookupOf(table);
    expect(await lookup.suggest("DEHAM")).toBeNull();
    table.DEHAM = [hamburg];
    expect(await lookup.placeOf("DEHAM")).toBe("Hamburg (DEHAM)");
    expect(asked).toEqual(["DEHAM", "DEHAM"]);
  });
});
