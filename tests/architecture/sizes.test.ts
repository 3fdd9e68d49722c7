import { expect, test } from "vitest";
import { readModules } from "#tests/support/source-module.ts";

/** Maximum lines of a file; the linter limits the complexity of functions (`biome.json`). */
const LONGEST = 350;
/** Data tables, which are read by looking up a row. */
const TABLES = ["app/provider/shipments/dcsa-22-rules.ts", "app/provider/db/schema.ts"];

test("a file is read in one sitting", () => {
  const modules = readModules(["app"]).map(({ path, text }) => ({
    path,
    lines: text.split("\n").length - 1,
  }));
  const long = modules.filter(({ lines }) => lines > LONGEST).map(({ path }) => path);
  expect(modules.length).toBeGreaterThan(500);
  expect(long.sort()).toEqual(TABLES.toSorted());
});
