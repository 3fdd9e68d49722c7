import { loadChunk } from "#app/lib/load-chunk.ts";
import { type TextSource, type Texts, Words } from "./words.ts";

const firsts = import.meta.glob<Record<string, Texts>>("./first/*.ts", { import: "default" });

type Table = Record<string, () => Promise<Texts>>;

/** Each namespace is a chunk, but for the first ones, which are in one. */
class BrowserWords extends Words implements TextSource {
  readonly #loading = new Map<string, Promise<void>>();
  #first: Promise<void> | undefined;
  #table: Promise<Table | null> | undefined;

  load(namespaces: readonly string[]): Promise<void> | undefined {
    const missing = namespaces.filter((name) => !this.has(name));
    if (missing.length === 0) return undefined;
    const key = missing.join(" ");
    const begun =
      this.#loading.get(key) ?? Promise.all(missing.map((name) => this.#bring(name))).then(() => {});
    this.#loading.set(key, begun);
    return begun;
  }

  /** Loads the list of the files besides the first, for a page that may need one. */
  bringTable(): Promise<Table | null> {
    this.#table ??= loadChunk(async () => (await import("./more-words.client.ts")).default);
    return this.#table;
  }

  /** Without the file its keys are shown, rather than no page. */
  async #bring(namespace: string): Promise<void> {
    this.#first ??= this.#bringFirst();
    await this.#first;
    if (this.has(namespace)) return;
    const load = (await this.bringTable())?.[`./${this.language}/${namespace}.ts`];
    this.add(namespace, (load && (await loadChunk(load))) ?? {});
  }

  async #bringFirst(): Promise<void> {
    const load = firsts[`./first/${this.language}.ts`];
    const words = (load && (await loadChunk(load))) ?? {};
    for (const [namespace, texts] of Object.entries(words)) this.add(namespace, texts);
  }
}

/** The texts of the page in the browser. The language never changes while a page is open. */
export const browserWords = new BrowserWords(document.documentElement.lang.slice(0, 2));
