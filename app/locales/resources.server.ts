import type { Namespaces } from "./namespaces.ts";
import type { Translation } from "./translation.ts";

const english = import.meta.glob("./en/*.ts", { eager: true, import: "default" });
const chinese = import.meta.glob("./zh/*.ts", { eager: true, import: "default" });

const byNamespace = (files: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [/([\w-]+)\.ts$/.exec(path)![1], texts]));

/** All texts, for the server only: a browser loads the namespaces of its page, one chunk each. */
export const resources = {
  en: byNamespace(english) as { [Name in keyof Namespaces]: Namespaces[Name] },
  zh: byNamespace(chinese) as Translation<Namespaces>,
};
