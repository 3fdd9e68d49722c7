import { describe, expect, it } from "vitest";
import { ruledPaths } from "#app/route-rules.ts";
import { addressesInCode } from "#tests/support/addresses-in-code.ts";
import { openedByRecord } from "#tests/support/every-page.ts";
import { routeTable } from "#tests/support/route-table.ts";
import { parseModule, readModules } from "#tests/support/source-module.ts";

/** Tables of paths: routes, route rules, menus. */
const TABLES = /^app\/(routes|route-rules|access\/navigation)\.ts$/;
/** Code with paths of the provider instead of the portal. */
const OTHERS = /^app\/(provider|contract|upstream|launcher|locales)\//;

const routes = await routeTable();
const paths = routes.map(({ path }) => path);
const sections = new Set(paths.map((path) => path.split("/")[1] ?? "").filter(Boolean));

describe("addresses of ours", () => {
  const modules = readModules(["app"]).filter(({ path }) => !TABLES.test(path) && !OTHERS.test(path));

  it("are written by href() or held to the routes by type", () => {
    expect(modules.length).toBeGreaterThan(200);
    expect(sections.size).toBeGreaterThan(10);
    expect(modules.flatMap((module) => addressesInCode(module, sections))).toEqual([]);
  });

  it.each([
    ["a link", '<Link to="/quote/add" />'],
    ["a form", '<form action="/logout" />'],
    ["a template", "<a href={`/quote/detail?id=$" + "{id}`} />"],
    ["a choice", '<a href={isOver ? "/login" : "/home"} />'],
    ["a comparison", '<p hidden={path === "/404"} />'],
  ])("are watched: %s is found", (_, jsx) => {
    expect(addressesInCode(parseModule("app/routes/x.tsx", `const x = ${jsx};`), sections)).not.toEqual([]);
  });

  it.each([
    'const to = href("/quote/add");',
    'const paths = { add: "/booking/add" } as const satisfies Record<string, RoutePath>;',
    'const paths: Record<string, RoutePath> = { add: "/booking/add" };',
    'const other = "/shipment/export";',
  ])("may be held by type: %s", (code) => {
    expect(addressesInCode(parseModule("app/routes/x.ts", code), sections)).toEqual([]);
  });
});

describe("the rules of paths", () => {
  it("are of routes", () => {
    const patterns = routes.map(({ pattern }) => pattern);
    expect(ruledPaths.filter((path) => !patterns.includes(path))).toEqual([]);
    expect(ruledPaths.length).toBeGreaterThan(10);
  });

  it("are read by the middlewares, which know no path of their own", () => {
    const middlewares = readModules(["app/middleware"]);
    const pathLike = /["'`/]\\?\/[a-z][A-Za-z/]{3,}["'`(\\$]/;
    const lines = middlewares.flatMap(({ path, text }) =>
      text
        .split("\n")
        .filter((line) => !/^import |^\s*(\*|\/\/)/.test(line) && pathLike.test(line))
        .map((line) => `${path} ${line.trim()}`),
    );
    expect(middlewares.length).toBeGreaterThan(5);
    expect(lines).toEqual([]);
  });
});

it("the pages that the walks open by a record are routes", () => {
  const patterns = routes.map(({ pattern }) => pattern);
  expect(openedByRecord.filter((path) => !patterns.includes(path))).toEqual([]);
});
