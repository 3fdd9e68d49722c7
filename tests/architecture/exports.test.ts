import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseModule, readModules, resolveImport, type SourceModule } from "#tests/support/source-module.ts";

/** Exports used by the framework or a tool by name; and all schemas of the contract. */
const TAKEN_BY_OTHERS = [
  /^app\/(routes|contract)\//,
  /^app\/provider\/db\/migrations\//,
  /^app\/(root|server|routes|entry\.\w+)\.tsx?$/,
  /^tests\/bench\/(bare|same-list)-app\//,
];

/** Exported values that no other file imports, as `file: name`. */
function exportsOfNobody(modules: readonly SourceModule[]): string[] {
  const wanted = new Map<string, Set<string> | "all">();
  for (const { path, imports } of modules)
    for (const { specifier, names } of imports) {
      const target = resolveImport(path, specifier);
      const before = target && wanted.get(target);
      if (!target || before === "all") continue;
      wanted.set(target, names === null ? "all" : new Set([...(before ?? []), ...names]));
    }
  return modules
    .filter(({ path }) => !TAKEN_BY_OTHERS.some((pattern) => pattern.test(path)))
    .flatMap(({ path, exports }) => {
      const names = wanted.get(path);
      return names === "all"
        ? []
        : exports.filter((name) => !names?.has(name)).map((name) => `${path}: ${name}`);
    });
}

it("what a file exports, another one imports", () => {
  const settings = globSync("*.ts").map((path) => parseModule(path, readFileSync(path, "utf8")));
  const modules = [...readModules(["app", "tests"]), ...settings];
  expect(modules.length).toBeGreaterThan(500);
  expect(exportsOfNobody(modules)).toEqual([]);
});

it("the parser distinguishes imports by name, of the whole module, and none", () => {
  const modules = [
    parseModule("app/lib/a.ts", "export const used = 1; export const idle = 2; export type Shape = 3;"),
    parseModule("app/lib/b.ts", "export const whole = 1;"),
    parseModule("app/lib/c.ts", 'import { used } from "./a.ts"; import * as b from "./b.ts";'),
  ];
  expect(exportsOfNobody(modules)).toEqual(["app/lib/a.ts: idle"]);
});
