import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { ReportMeasures, ReportQuestion } from "#app/contract/analytics.ts";
import type { emissionExport, emissionSources } from "#app/contract/emission.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import { emissionFile } from "../emissions/file.ts";
import { sourcesOf } from "../emissions/sources.ts";
import { inScope, type ShipmentScope, shipmentScopeOf } from "../shipments/filter.ts";
import { message } from "../texts/message.ts";
import { populationOf } from "./question.ts";

/** The shipments `s` of a report. */
const matching = (scope: ShipmentScope, question: ReportQuestion, now: Date): RawBuilder<unknown> =>
  sql.join([inScope(scope), ...populationOf(question, now)], sql` and `);

/** The shipments of a report on emissions, one by one, with the same population. */
export async function exportEmissions(
  { format, ...question }: z.output<typeof emissionExport.request>,
  { db, scope, language, now, streamedRows }: CallerContext,
): Promise<FileAnswer> {
  const shipmentScope = await shipmentScopeOf(db, scope);
  return emissionFile(db, {
    scope: shipmentScope,
    format,
    language,
    streamedRows,
    matching: matching(shipmentScope, question, now),
    fileName: `emissions-${question.monthFrom}-${question.monthTo}`,
  });
}

/** The factors of a report on emissions. */
export async function listSources(
  question: z.output<typeof emissionSources.request>,
  { db, scope, language, now }: CallerContext,
): Promise<z.input<typeof emissionSources.response>> {
  const shipmentScope = await shipmentScopeOf(db, scope);
  return { factors: await sourcesOf(db, matching(shipmentScope, question, now), language) };
}

/** What a file of a report on emissions says of its figures: how they are computed, what is left out, whose factors they are. */
export async function emissionNotes(
  question: z.output<typeof emissionSources.request>,
  { all: { emissions } }: { all: ReportMeasures },
  context: CallerContext,
): Promise<string[]> {
  const { language } = context;
  const { missing = 0, waiting = 0 } = emissions ?? {};
  const { factors } = await listSources(question, context);
  return [
    message("reportNoteEmissions", language, { missing, waiting }),
    ...factors.map(({ vehicle, edition, source, licence }) =>
      message("reportNoteFactor", language, { vehicle, edition: String(edition), source, licence }),
    ),
  ];
}
