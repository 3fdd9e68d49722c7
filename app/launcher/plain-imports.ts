import type { Plugin } from "vite";

/** What Vite puts around every `import()` of the browser; its name is Vite's own. */
const HELPER = "\0vite/preload-helper.js";

/**
 * Loads late parts by a plain `import()`. Vite's own helper, in a script of every first visit, preloads the style sheets
 * and imports of a part: styles are on the page or in the complete sheet, and of imports there is no list
 * (`modulePreload` is off). Should a later Vite call it otherwise, that helper is loaded as before.
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    load: (id) => (id === HELPER ? "export const __vitePreload = (load) => load();" : null),
  };
}
