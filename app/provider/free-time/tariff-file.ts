import { csvTable } from "../files/csv-rows.ts";
import { type TariffFields, tariffFields } from "./tariff.ts";

interface TariffFile {
  tariffs: TariffFields[];
  /** What is wrong, by tariff and field. */
  faults: string[];
}

const NUMBERS = ["freeDays"];

/**
 * Reads tariffs from JSON, a list of objects, or from CSV with the same names in its first row: there holidays and days
 * of rest are apart by spaces, tiers are "5:50.00 5:75.00 *:120.00", and an empty cell is a field that is not given.
 */
export function readTariffFile(content: string, path: string): TariffFile {
  let rows: unknown[];
  try {
    const read: unknown = path.toLowerCase().endsWith(".csv") ? readCsv(content) : JSON.parse(content);
    if (!Array.isArray(read)) return { tariffs: [], faults: ["a list of tariffs is needed"] };
    rows = read;
  } catch (error) {
    return { tariffs: [], faults: [(error as Error).message] };
  }
  const faults: string[] = [];
  const tariffs = new Map<string, TariffFields>();
  for (const [index, row] of rows.entries()) {
    const parsed = tariffFields.safeParse(row);
    const name = `tariff ${index + 1}`;
    if (!parsed.success)
      faults.push(
        ...parsed.error.issues.map(({ path: at, message }) => `${name}, ${at.join(".")}: ${message}`),
      );
    else if (tariffs.has(parsed.data.code)) faults.push(`${name}: ${parsed.data.code} is there twice`);
    else tariffs.set(parsed.data.code, parsed.data);
  }
  return { tariffs: [...tariffs.values()], faults };
}

function readCsv(content: string): unknown[] {
  const [head = [], ...body] = csvTable(content);
  const lines = body.filter((cells) => cells.some((cell) => cell.trim() !== ""));
  return lines.map((cells) => {
    const filled = head.flatMap((name, index): [string, string][] => {
      const cell = (cells[index] ?? "").trim();
      return cell === "" ? [] : [[name.trim(), cell]];
    });
    return Object.fromEntries(filled.map(([name, cell]) => [name, fieldOf(name, cell)]));
  });
}

function fieldOf(name: string, cell: string): unknown {
  if (NUMBERS.includes(name)) return Number(cell);
  if (name === "holidays") return cell.split(/\s+/);
  if (name === "restDays") return cell.split(/\s+/).map(Number);
  if (name !== "tiers") return cell;
  return cell.split(/\s+/).map((each) => {
    const [days = "", perDay = ""] = each.split(":");
    return { days: days === "*" ? null : Number(days), perDay };
  });
}
