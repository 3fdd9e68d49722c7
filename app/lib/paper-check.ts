import { subtract } from "./decimal.ts";

/** How the same fact stands on several papers: a difference needs two that are known. */
export type PaperVerdict = "same" | "different" | "unknown";

const isEqualNumber = (one: string, two: string) => Number(subtract(one, two)) === 0;
const nameKey = (name: string) =>
  name
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
const listKey = (list: string) => list.split(",").map(nameKey).sort().join();

/** Compares what papers say; names without their points and spaces, lists without their order. */
export function comparePapers(
  values: readonly (string | null)[],
  kind: "number" | "name" | "list",
): PaperVerdict {
  const known = values.filter((value) => value !== null && value !== "") as string[];
  const [first] = known;
  if (known.length < 2 || first === undefined) return "unknown";
  const isSame = {
    number: (value: string) => isEqualNumber(value, first),
    name: (value: string) => nameKey(value) === nameKey(first),
    list: (value: string) => listKey(value) === listKey(first),
  }[kind];
  return known.every(isSame) ? "same" : "different";
}
