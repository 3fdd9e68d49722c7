import { loadChunk } from "#app/lib/load-chunk.ts";
import { type TextSource, type Texts, Words } from "./words.ts";

// Without the texts that only loaders and actions use: each file is named in a script that every page loads.
const chunks = import.meta.glob<Texts>(
  [
    "./en/*.ts",
    "./zh/*.ts",
    "!**/{addresses,analytics,billing,bookings,calendar,cut-offs,dashboard,deliveries,documents,emissions,exports,external,free-time,log,members,milestones,offline,price-line,quotes,refusals,schedule,sharing,shipment-map,shipments,tracking}.ts",
  ],
  { import: "default" },
);

/** Each namespace is a chunk. */
class BrowserWords extends Words implements TextSource {
  readonly #loading = new Map<string, Promise<void>>();

  load(namespaces: readonly string[]): Promise<void> | undefined {
    const missing = namespaces.filter((name) => !this.has(name));
    if (missing.length === 0) return undefined;
    const key = missing.join(" ");
    const begun =
      this.#loading.get(key) ?? Promise.all(missing.map((name) => this.#bring(name))).then(() => {});
    this.#loading.set(key, begun);
    return begun;
  }

  /** Without the file its keys are shown, rather than no page. */
  async #bring(namespace: string): Promise<void> {
    const load = chunks[`./${this.language}/${namespace}.ts`];
    this.add(namespace, (load && (await loadChunk(load))) ?? {});
  }
}

/** The texts of the page in the browser. The language never changes while a page is open. */
export const browserWords = new BrowserWords(document.documentElement.lang.slice(0, 2));
