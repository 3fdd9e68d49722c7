import type { ReportKind, ReportMeasures } from "#app/contract/analytics.ts";
import { type EmissionState, emissionStates } from "#app/contract/emission-code.ts";
import { add, divide } from "#app/lib/decimal.ts";
import { figure, type Reported } from "./reported.server.ts";
import type { Column } from "./table-column.server.ts";

const KG_PER_TONNE = 1_000;
const TONNE_DECIMALS = 2;

const tonnes = (kg: string | null | undefined): string | null => (kg ? divide(kg, KG_PER_TONNE) : null);

/** Tonnes of CO2e from well to wheel; null when none is counted. */
export function tonnesOf({ emissions }: ReportMeasures): string | null {
  const { ttwKg, wttKg } = emissions ?? {};
  return ttwKg && wttKg ? tonnes(add(ttwKg, wttKg)) : null;
}

/** Whether a report on emissions has no figure at all. */
export const noEmission = (report: ReportKind, all: ReportMeasures): boolean =>
  report === "emissions" && tonnesOf(all) === null;

export function emissionColumns({ visit }: Reported, count: Column): Column[] {
  const inTonnes = (value: string | number) => figure(visit, value, TONNE_DECIMALS);
  const state = (co2: EmissionState): Column => ({
    key: `${co2}Emission`,
    value: ({ emissions }) => emissions?.[co2],
    part: { co2 },
  });
  const part = (key: "ttw" | "wtt" | "low" | "high"): Column => ({
    key,
    value: ({ emissions }) => tonnes(emissions?.[`${key}Kg`]),
    text: inTonnes,
  });
  return [
    count,
    ...emissionStates.map(state),
    { key: "co2e", value: tonnesOf, text: inTonnes },
    ...(["ttw", "wtt", "low", "high"] as const).map(part),
    { key: "tkm", value: ({ emissions }) => emissions?.tkm, text: (value) => figure(visit, value, 0) },
    {
      key: "intensity",
      value: ({ emissions }) => emissions?.gramsPerTkm,
      text: (value) => figure(visit, value, 1),
    },
  ];
}

/** What the figures mean and leave out. */
export function emissionNote({ visit, found: { all } }: Reported): string[] {
  const { t } = visit;
  const { emissions } = all;
  if (!emissions) return [];
  const { missing, waiting, rfKg } = emissions;
  return [
    t("analytics:note.emissions", {
      missing: figure(visit, missing),
      waiting: figure(visit, waiting),
      all: figure(visit, all.shipments),
    }),
    t("analytics:note.emissionRange"),
    ...(rfKg ? [t("analytics:note.forcing", { tonnes: figure(visit, tonnes(rfKg), TONNE_DECIMALS) })] : []),
    t("analytics:note.byLand"),
  ];
}
