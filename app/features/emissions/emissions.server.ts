import { href, redirect } from "react-router";
import { trouble } from "#app/access/answer.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  type EmissionFactorData,
  type EmissionLeg,
  type ShipmentEmissions,
  shipmentEmissions,
} from "#app/contract/emission.ts";
import { addressId } from "#app/contract/wire.ts";
import { add, divide, multiply } from "#app/lib/decimal.ts";
import { formatNumber } from "#app/lib/money.ts";
import { type FactorView, factorView } from "./factors.server.ts";

export interface EmissionsView {
  title: string;
  heading: string;
  back: { path: string; text: string };
  /** The sum, or why there is none. */
  lead: string;
  more: string[];
  table: {
    caption: string;
    columns: { key: string; label: string }[];
    rows: { key: string; cells: string[]; isSum: boolean }[];
  } | null;
  assumed: { title: string; texts: string[] } | null;
  factors: { title: string; views: FactorView[] } | null;
}

type Figures = NonNullable<EmissionLeg["figures"]>;

const KG_PER_TONNE = 1_000;
const INTENSITY_DECIMALS = 1;
const ACTIVITY_DECIMALS = 1;
/** Hundredths of kilograms are less than anybody knows. */
const KG_DECIMALS = 1;

async function readEmissions(visit: Visit, id: string): Promise<ShipmentEmissions | null> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  if (!visit.offers(shipmentEmissions)) return null;
  const result = await visit.readOrRefusal(shipmentEmissions, { id });
  if (result.isDone) return result.data;
  const { code, message } = result.fault;
  if (code === CODE_NOT_FOUND || code === CODE_INVALID) throw redirect(href("/404"));
  if (code !== null) throw trouble({ kind: "refused", message }, 502);
  return null;
}

/** The link to the page; null where the provider computes no emissions. */
export const emissionsLink = (visit: Visit, id: string): EmissionsView["back"] | null =>
  visit.offers(shipmentEmissions)
    ? {
        path: `${href("/shipments/map/:id", { id })}?${new URLSearchParams(emissionsQuery)}`,
        text: visit.t("emissions:link"),
      }
    : null;

/** In the address of a shipment's map. */
const emissionsQuery = { show: "emissions" };
export const asksEmissions = (search: URLSearchParams): boolean => search.get("show") === emissionsQuery.show;

/** The page of a shipment's greenhouse gases (`/shipments/map/{id}?show=emissions`). */
export async function emissionsView(visit: Visit, id: string): Promise<EmissionsView> {
  const { t } = visit;
  const emissions = await readEmissions(visit, id);
  const back = { path: href("/shipments/detail/:id", { id }), text: t("emissions:back") };
  if (!emissions) {
    const title = t("emissions:titleWithout");
    const nothing = { more: [], table: null, assumed: null, factors: null };
    return { title, heading: title, back, lead: t("emissions:none"), ...nothing };
  }
  const { houseNumber, total, factors } = emissions;
  const kg = kgOf(visit);
  return {
    title: t("emissions:title", { houseNumber }),
    heading: t("emissions:heading", { houseNumber }),
    back: { ...back, text: houseNumber },
    lead: total
      ? t("emissions:total", { kg: kg(wholeOf(total)), ttw: kg(total.ttwKg), wtt: kg(total.wttKg) })
      : t("emissions:missing", { reason: gapText(visit, emissions.gap) }),
    more: total ? moreOf(visit, emissions, total) : [],
    table: tableOf(visit, emissions),
    assumed: { title: t("emissions:assumed"), texts: assumptions(visit, emissions) },
    factors:
      factors.length > 0
        ? { title: t("emissions:factors"), views: factors.map((factor) => factorView(visit, factor)) }
        : null,
  };
}

const wholeOf = ({ ttwKg, wttKg }: Figures) => add(ttwKg, wttKg);
const kgOf =
  ({ language }: Visit) =>
  (value: string): string =>
    formatNumber(value, language, KG_DECIMALS) ?? "";
const gapText = ({ t }: Visit, gap: EmissionLeg["gap"]) => t(`emissions:gap.${gap ?? "noFactor"}`);

function moreOf(visit: Visit, { tkm }: ShipmentEmissions, total: Figures): string[] {
  const { t, language } = visit;
  const kg = kgOf(visit);
  const { lowKg, highKg, rfKg } = total;
  const grams = tkm && Number(tkm) > 0 ? divide(multiply(wholeOf(total), KG_PER_TONNE), tkm) : null;
  return [
    ...(lowKg && highKg ? [t("emissions:range", { low: kg(lowKg), high: kg(highKg) })] : []),
    ...(grams && tkm
      ? [
          t("emissions:intensity", {
            grams: formatNumber(grams, language, INTENSITY_DECIMALS) ?? "",
            tkm: formatNumber(tkm, language, INTENSITY_DECIMALS) ?? "",
          }),
        ]
      : []),
    ...(rfKg ? [t("emissions:forcing", { kg: kg(rfKg) })] : []),
  ];
}

const columnKeys = ["leg", "by", "distance", "activity", "ttw", "wtt", "both", "range", "factor"] as const;

function tableOf(visit: Visit, { legs, total, factors }: ShipmentEmissions): EmissionsView["table"] {
  const { t } = visit;
  return {
    caption: t("emissions:legs"),
    columns: columnKeys.map((key) => ({ key, label: t(`emissions:column.${key}`) })),
    rows: [
      ...legs.map((leg, index) => ({
        key: `${index}`,
        cells: legCells(
          visit,
          leg,
          factors.find(({ id }) => id === leg.factorId),
        ),
        isSum: false,
      })),
      ...(total && legs.length > 1
        ? [
            {
              key: "all",
              cells: [t("emissions:all"), "", "", "", ...figureCells(visit, total), ""],
              isSum: true,
            },
          ]
        : []),
    ],
  };
}

function legCells(visit: Visit, leg: EmissionLeg, factor: EmissionFactorData | undefined): string[] {
  const { t, language } = visit;
  const { from, to, mode, distanceKm, adjustedKm, activity, figures, gap } = leg;
  const plain = (value: string | number) => formatNumber(value, language) ?? "";
  const isAdjusted = adjustedKm !== null && distanceKm !== null && Number(adjustedKm) !== distanceKm;
  const distance = distanceKm === null ? "" : plain(distanceKm);
  return [
    mode === "HUB"
      ? t("emissions:hub", { place: from.name })
      : t("emissions:leg", { from: from.name, to: to.name }),
    t(`emissions:mode.${mode}`),
    isAdjusted ? t("emissions:adjusted", { km: distance, adjusted: plain(adjustedKm) }) : distance,
    activity && factor
      ? t(`emissions:activity.${factor.unit}`, {
          amount: formatNumber(activity, language, ACTIVITY_DECIMALS) ?? "",
        })
      : "",
    ...(figures
      ? figureCells(visit, figures)
      : ["", "", t("emissions:unknown", { reason: gapText(visit, gap) }), ""]),
    factor ? t("emissions:ofFactor", { vehicle: factor.vehicle, edition: String(factor.edition) }) : "",
  ];
}

function figureCells(visit: Visit, figures: Figures): string[] {
  const kg = kgOf(visit);
  const { ttwKg, wttKg, lowKg, highKg } = figures;
  const range = lowKg && highKg ? visit.t("emissions:between", { low: kg(lowKg), high: kg(highKg) }) : "";
  return [kg(ttwKg), kg(wttKg), kg(wholeOf(figures)), range];
}

/** What the figures rest on, as far as it is of this shipment. */
function assumptions(visit: Visit, emissions: ShipmentEmissions): string[] {
  const { t, language } = visit;
  const { legs, factors, massKg, teu, year, isDeparted, total } = emissions;
  const has = (test: (leg: EmissionLeg) => boolean) => legs.some(test);
  const when = year === null ? "noYear" : isDeparted ? "year" : "planned";
  const plain = (value: string) => formatNumber(value, language) ?? "";
  const isByTeu = factors.some(({ unit }) => unit === "TEUKM");
  return [
    t("emissions:note.method"),
    t(`emissions:note.${when}`, { year: String(year ?? "") }),
    ...factors
      .filter(({ edition }) => year !== null && edition !== year)
      .map(({ vehicle, edition }) =>
        t("emissions:note.edition", { year: String(year), vehicle, edition: String(edition) }),
      ),
    ...(massKg ? [t("emissions:note.mass", { tonnes: plain(divide(massKg, KG_PER_TONNE)) })] : []),
    ...(teu && isByTeu ? [t("emissions:note.teu", { teu: plain(teu) })] : []),
    ...(has(({ basis }) => basis === "sea-lane") ? [t("emissions:note.sea")] : []),
    ...(has(({ mode }) => mode === "AIR") ? [t("emissions:note.air")] : []),
    ...(has(({ mode }) => ["TRUCK", "RAIL", "BARGE"].includes(mode)) ? [t("emissions:note.land")] : []),
    ...(has(({ mode }) => mode === "HUB") ? [] : [t("emissions:note.noHubs")]),
    ...(total?.lowKg ? [t("emissions:note.range")] : []),
    ...(total?.lowKg && has(({ figures }) => figures !== null && figures.lowKg === null)
      ? [t("emissions:note.noRange")]
      : []),
    t("emissions:note.rounding"),
  ];
}
