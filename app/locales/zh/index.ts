import type { en } from "../en/index.ts";
import type { Translation } from "../translation.ts";

const files = import.meta.glob("./*.ts", { eager: true, import: "default" });

/** The same namespaces in Chinese, each from the file of its name; a test compares them with English. */
export const zh = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice("./".length, -".ts".length), texts]),
) as Translation<typeof en>;
