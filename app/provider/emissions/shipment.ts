import { sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { shipmentEmissions } from "#app/contract/emission.ts";
import { round } from "#app/lib/decimal.ts";
import type { Emission } from "#app/lib/emission.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { placeNames } from "../reference/place-names.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import { WAYS } from "../shipments/route-legs.ts";
import { type CountedLeg, computeChains } from "./chain.ts";
import { readFactors, type StoredFactor } from "./factor.ts";
import { factorWords } from "./words.ts";

type Answer = z.input<typeof shipmentEmissions.response>;

const GRAM_PLACES = 3;

/** Computed at the call, by the same functions as what reports are counted from. @throws Refusal outside of the scope */
export async function readShipmentEmissions(
  { id }: { id: string },
  { db, scope, language, now }: CallerContext,
): Promise<Answer> {
  const shipmentScope = await shipmentScopeOf(db, scope);
  const { rows } = await sql<{ id: string }>`
    select s.id from shipment s where s.id = ${id} and ${inScope(shipmentScope)}`.execute(db);
  const [chain] = rows[0] ? await computeChains(db, [id], await readFactors(db), now) : [];
  if (!chain) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const { houseNumber, year, isDeparted, massKg, teu, tkm, legs, total } = chain;
  const names = await placeNames(
    db,
    language,
    legs.flatMap(({ from, to }) => [from, to]),
  );
  const placeOf = (code: string) => ({ code, name: names.of(code).name });
  const used = new Map(legs.flatMap(({ factor }) => (factor ? [[factor.id, factor] as const] : [])));
  return {
    houseNumber,
    year,
    isDeparted,
    massKg,
    teu,
    tkm,
    legs: legs.map((leg) => ({ from: placeOf(leg.from), to: placeOf(leg.to), ...legOf(leg) })),
    total: typeof total === "string" ? null : total,
    gap: typeof total === "string" ? total : null,
    factors: [...used.values()].map((factor) => wireFactor(factor, language)),
  };
}

function legOf({
  mode,
  distanceKm,
  factor,
  result,
}: CountedLeg): Omit<Answer["legs"][number], "from" | "to"> {
  const isKnown = typeof result !== "string";
  return {
    mode,
    distanceKm,
    factorId: factor?.id ?? null,
    basis: mode === "HUB" ? null : WAYS[mode] === "SEA" ? "sea-lane" : "great-circle",
    adjustedKm: isKnown ? result.adjustedKm : null,
    activity: isKnown ? round(result.activity, GRAM_PLACES) : null,
    figures: isKnown ? toGrams(result) : null,
    gap: isKnown ? null : result,
  };
}

function toGrams({ ttwKg, wttKg, rfKg, lowKg, highKg }: Emission): Emission {
  const gram = (value: string) => round(value, GRAM_PLACES);
  const orNull = (value: string | null) => value && gram(value);
  return {
    ttwKg: gram(ttwKg),
    wttKg: gram(wttKg),
    rfKg: orNull(rfKg),
    lowKg: orNull(lowKg),
    highKg: orNull(highKg),
  };
}

export function wireFactor(factor: StoredFactor, language: "en" | "zh"): Answer["factors"][number] {
  const { id, mode, edition, unit, ttw, wtt, rf, low, high, distanceShare, distanceAddedKm, row } = factor;
  return {
    id,
    mode,
    edition,
    unit,
    ttw,
    wtt,
    rf,
    low,
    high,
    distanceShare,
    distanceAddedKm,
    ...factorWords(row, language),
    quality: factor.carrierCode === null ? "default" : "carrier",
    address: row.address,
    isChecked: row.is_checked,
  };
}
