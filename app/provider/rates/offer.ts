import type { Selectable } from "kysely";
import type { z } from "zod";
import { quoteRequest } from "#app/contract/quote.ts";
import type { DraftOption } from "#app/contract/quote-desk.ts";
import type { rateOffer } from "#app/contract/rate.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import { weighPackages } from "#app/lib/package-weight.ts";
import { linesOf, type Rate, type RatedCargo } from "#app/lib/rate-offer.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { placeKey } from "./import.ts";

type RateRow = Selectable<Database["rate"]>;

const MOST_OPTIONS = 10;

/** The options that the rates in force today give for a request, each of one sheet and carrier. */
export async function offerRates(
  { quoteId }: z.output<typeof rateOffer.request>,
  { db, scope, now }: CallerContext,
): Promise<z.input<typeof rateOffer.response>> {
  const row = await findOwnRow(db, "quote", scope, quoteId);
  const request = quoteRequest.parse(row.request);
  const today = dayToWire(now)!;
  const rates = await db
    .selectFrom("rate")
    .selectAll()
    .where("replaced_at", "is", null)
    .where("mode", "=", request.freightMode)
    .where("origin_key", "=", await placeKey(db, request.origin, request.freightMode))
    .where("destination_key", "=", await placeKey(db, request.destination, request.freightMode))
    .orderBy("sheet")
    .orderBy("line")
    .execute();
  const sheets = Map.groupBy(rates, (rate) => JSON.stringify([rate.sheet, rate.carrier_name, rate.currency]));
  const { explanation } = weighPackages(request.freightMode, request.packages);
  const cargo: RatedCargo = {
    chargeable: explanation.chargeable,
    chargeableUnit: explanation.unit,
    grossKg: explanation.grossKg,
    volumeCbm: explanation.volumeCbm,
    containers: request.containers,
  };
  const priced = [...sheets.values()].flatMap((of) => {
    const option = optionOf(of, cargo, today);
    return option ? [{ option, sheet: of[0]!.sheet }] : [];
  });
  const offered = priced.slice(0, MOST_OPTIONS);
  return {
    options: offered.map(({ option }) => option),
    sheets: [...new Set(offered.map(({ sheet }) => sheet))],
  };
}

function optionOf(sheet: readonly RateRow[], cargo: RatedCargo, today: string): DraftOption | null {
  const [first] = sheet;
  const rates = sheet.filter(
    ({ valid_from, valid_to }) => (valid_from ?? "") <= today && (valid_to ?? "9999") >= today,
  );
  const lines = linesOf(rates.map(rateOf), cargo, first && rateOf(first));
  if (!lines || !first) return null;
  const ends = rates.flatMap(({ valid_to }) => valid_to ?? []).sort();
  const days = rates.find(({ transit_days }) => transit_days !== null)?.transit_days;
  return {
    carrierName: first.carrier_name,
    transitDays: days === null || days === undefined ? "" : String(days),
    // No longer than the first of its rates.
    validUntil: ends[0] ?? "",
    currency: first.currency,
    total: "",
    lines: lines.map(({ cost, ...line }) => ({ ...line, amount: "", cost: cost ?? "" })),
  };
}

const rateOf = ({
  charge_code,
  charge,
  unit,
  container,
  price,
  minimum,
  breaks,
  cost,
  margin,
}: RateRow): Rate => ({
  chargeCode: charge_code,
  charge,
  unit,
  container,
  price,
  minimum,
  breaks,
  cost,
  margin,
});
