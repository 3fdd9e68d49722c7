import { csvTable } from "../files/csv-rows.ts";
import { type FactorFields, factorFields } from "./factor.ts";

interface FactorFile {
  factors: FactorFields[];
  /** What is wrong, by factor and field. */
  faults: string[];
}

/**
 * Reads factors from JSON, a list of objects, or from CSV with the same names in its first row, where an empty cell is a
 * field that is not given.
 */
export function readFactorFile(content: string, path: string): FactorFile {
  let rows: unknown[];
  try {
    const read: unknown = path.toLowerCase().endsWith(".csv") ? readCsv(content) : JSON.parse(content);
    if (!Array.isArray(read)) return { factors: [], faults: ["a list of factors is needed"] };
    rows = read;
  } catch (error) {
    return { factors: [], faults: [(error as Error).message] };
  }
  const faults: string[] = [];
  const factors = new Map<string, FactorFields>();
  for (const [index, row] of rows.entries()) {
    const parsed = factorFields.safeParse(row);
    const name = `factor ${index + 1}`;
    if (!parsed.success)
      faults.push(
        ...parsed.error.issues.map(({ path: at, message }) => `${name}, ${at.join(".")}: ${message}`),
      );
    else if (factors.has(parsed.data.code)) faults.push(`${name}: ${parsed.data.code} is there twice`);
    else factors.set(parsed.data.code, parsed.data);
  }
  return { factors: [...factors.values()], faults };
}

function readCsv(content: string): unknown[] {
  const [head = [], ...body] = csvTable(content);
  const lines = body.filter((cells) => cells.some((cell) => cell.trim() !== ""));
  return lines.map((cells) => {
    const filled = head.flatMap((name, index): [string, unknown][] => {
      const [field, cell] = [name.trim(), (cells[index] ?? "").trim()];
      return cell === "" ? [] : [[field, field === "edition" ? Number(cell) : cell]];
    });
    return Object.fromEntries(filled);
  });
}
