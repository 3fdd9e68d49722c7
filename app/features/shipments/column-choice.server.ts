import { createCookie } from "react-router";
import { env } from "#app/config/env.server.ts";
import type { ShipmentColumn } from "#app/contract/shipment-export.ts";
import { knownColumns } from "./list-query.server.ts";

const YEAR_S = 31_536_000;

const cookie = createCookie("shipment-columns", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.isBehindTls,
  maxAge: YEAR_S,
});

/**
 * The columns last chosen in this browser (decisions/2026-11-20-list-columns.md); null when none were chosen.
 */
export async function columnsOfBrowser(request: Request): Promise<ShipmentColumn[] | null> {
  const kept = await cookie.parse(request.headers.get("cookie")).catch(() => null);
  return typeof kept === "string" ? knownColumns(kept) : null;
}

/** The Set-Cookie value that stores the choice. */
export function keepColumns(columns: readonly ShipmentColumn[]): Promise<string> {
  return cookie.serialize(columns.join(","));
}
