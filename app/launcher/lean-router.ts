import type { Plugin } from "vite";

/**
 * Modules of the router that do nothing here, with what would need them: `routeDiscovery: lazy`, and `instrumentations` given to
 * `HydratedRouter`. Nothing else of the router's client calls them for an effect, as `tests/launcher/lean-router.test.ts` holds.
 */
const IDLE = /react-router\/dist\/\w+\/lib\/(dom\/ssr\/fog-of-war|router\/instrumentation)\.js$/;

/** Leaves the idle modules of the router out of the browser's scripts, which every first visit waits for. */
export function leanRouter(): Plugin {
  return {
    name: "lean-router",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    enforce: "pre",
    transform(code, id) {
      return IDLE.test(id) ? { code: idleExports(code), map: null } : null;
    },
  };
}

/** The same exports, each a function that gives undefined: off, nothing, none. */
export function idleExports(code: string): string {
  const [, list = ""] = /\nexport \{ ([\w$, ]+) \};\s*$/.exec(code) ?? [];
  if (!list) throw new Error("react-router's modules export otherwise than launcher/lean-router.ts expects");
  return list
    .split(", ")
    .map((name) => `export const ${name} = () => {};`)
    .join("\n");
}
