import type { Selectable } from "kysely";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";

type Row = Selectable<Database["emission_factor"]>;

/** What a factor says of itself; the operator's as they wrote it. */
export function factorWords(
  row: Row,
  language: Language,
): Record<"vehicle" | "source" | "licence", string> & { note: string | null } {
  const isChinese = language === "zh";
  return {
    vehicle: (isChinese && row.vehicle_zh) || row.vehicle,
    source: (isChinese && row.source_zh) || row.source,
    licence: (isChinese && row.licence_zh) || row.licence,
    note: (isChinese && row.note_zh) || row.note,
  };
}
