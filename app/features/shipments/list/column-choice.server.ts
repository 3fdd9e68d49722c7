import { createCookie } from "react-router";
import { env } from "#app/config/env.server.ts";
import type { ShipmentColumn } from "#app/contract/shipment-export.ts";
import { knownColumns, type RowLook, rowLookOf } from "./query.server.ts";

const YEAR_S = 31_536_000;

const cookie = createCookie("shipment-columns", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.isBehindTls,
  maxAge: YEAR_S,
});

export interface LookOfBrowser {
  /** Null: none were chosen. */
  columns: ShipmentColumn[] | null;
  rows: RowLook | null;
}

/** Columns and rows as last chosen in this browser (decisions/lists-and-queries.md). */
export async function lookOfBrowser(request: Request): Promise<LookOfBrowser> {
  const choice = await cookie.parse(request.headers.get("cookie")).catch(() => null);
  if (typeof choice !== "string") return { columns: null, rows: null };
  const [columns = "", rows] = choice.split(";");
  return { columns: knownColumns(columns), rows: rowLookOf(rows) };
}

/** The Set-Cookie value that stores the choice. */
export function keepLook({ columns, rows }: LookOfBrowser): Promise<string> {
  return cookie.serialize(`${columns?.join(",") ?? ""};${rows ?? ""}`);
}
