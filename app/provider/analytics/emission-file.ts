import { sql } from "kysely";
import type { z } from "zod";
import type { emissionExport } from "#app/contract/emission.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import { emissionFile } from "../emissions/file.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import { populationOf } from "./question.ts";

/** The shipments of a report on emissions, one by one, with the same population. */
export async function exportEmissions(
  { format, ...asked }: z.output<typeof emissionExport.request>,
  { db, scope, language, now, streamedRows }: CallerContext,
): Promise<FileAnswer> {
  const shipmentScope = await shipmentScopeOf(db, scope);
  return emissionFile(db, {
    ...{ scope: shipmentScope, format, language, streamedRows },
    matching: sql.join([inScope(shipmentScope), ...populationOf(asked, now)], sql` and `),
    fileName: `emissions-${asked.monthFrom}-${asked.monthTo}`,
  });
}
