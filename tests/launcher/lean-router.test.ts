import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { idleExports, leanRouter } from "#app/launcher/lean-router.ts";

const LIB = "node_modules/react-router/dist/production/lib";
const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

/** What the plugin makes of a module of the installed router; null: left as it is. */
function leaned(path: string): string | null {
  const { transform } = leanRouter() as unknown as {
    transform(code: string, id: string): { code: string } | null;
  };
  return transform(read(`${LIB}/${path}`), `/x/${LIB}/${path}`)?.code ?? null;
}

test("the idle modules of the installed router have the same exports, and no other code", () => {
  expect(leaned("dom/ssr/fog-of-war.js")).toContain("export const useFogOFWarDiscovery = () => {};");
  expect(leaned("router/instrumentation.js")?.split("\n")).toHaveLength(5);
  expect(leaned("router/router.js")).toBeNull();
});

test("a module that exports otherwise fails the build", () => {
  expect(() => idleExports("export default 1;\n")).toThrow("lean-router.ts");
});

test("what would need them is not used: the routes come with the page, and nothing is instrumented", () => {
  expect(read("react-router.config.ts")).toContain('routeDiscovery: { mode: "initial" }');
  expect(read("app/entry.client.tsx")).toContain("<HydratedRouter />");
});

test("the router calls them only where they are asked for, or takes undefined for an answer", () => {
  const router = read(`${LIB}/router/router.js`);
  expect(router).toContain("if (init.instrumentations) router = instrumentClientSideRouter(");
  expect(router).toMatch(
    /if \((init|opts\??)\.instrumentations\) \{[^}]*\}?[^}]*getRouteInstrumentationUpdates/,
  );
  expect(router).toContain("if (instrumentationResultMetaReceiver)");
  expect(router).toContain("if (opts?.instrumentationNavigateMetaReceiver)");
  const components = read(`${LIB}/dom/ssr/components.js`);
  // Undefined: not enabled, as in the mode that is set.
  expect(components.match(/isFogOfWarEnabled\(/g)).toHaveLength(1);
  expect(components.match(/getPartialManifest\(/g)).toHaveLength(1);
  expect(components).toContain("enableFogOfWar ? `window.__reactRouterManifest");
});
