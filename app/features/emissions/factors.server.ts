import type { Visit } from "#app/access/visit.server.ts";
import type { EmissionFactorData } from "#app/contract/emission.ts";
import { multiply } from "#app/lib/decimal.ts";
import { formatNumber } from "#app/lib/money.ts";

export interface FactorView {
  id: string;
  title: string;
  texts: string[];
  source: { label: string; text: string; address: string | null };
}

/** Factors have more decimals than other figures. */
const FACTOR_DECIMALS = 9;
const PERCENT = 100;
const isSet = (value: string | null): value is string => value !== null && Number(value) !== 0;

/** A factor with all that has to stand beside a figure that comes from it. */
export function factorView({ t, language }: Visit, factor: EmissionFactorData): FactorView {
  const { vehicle, edition, unit, low, high, rf, distanceShare, distanceAddedKm, note, isChecked } = factor;
  const exact = (value: string) => formatNumber(value, language, FACTOR_DECIMALS) ?? "";
  return {
    id: factor.id,
    title: t("emissions:factor.title", { vehicle, edition: String(edition) }),
    texts: [
      t(`emissions:factor.figures.${unit}`, { ttw: exact(factor.ttw), wtt: exact(factor.wtt) }),
      ...(low && high ? [t("emissions:factor.range", { low: exact(low), high: exact(high) })] : []),
      ...(rf ? [t("emissions:factor.forcing", { rf: exact(rf) })] : []),
      ...(isSet(distanceShare)
        ? [t("emissions:factor.share", { percent: exact(multiply(distanceShare, PERCENT)) })]
        : []),
      ...(isSet(distanceAddedKm) ? [t("emissions:factor.added", { km: exact(distanceAddedKm) })] : []),
      t(`emissions:factor.quality.${factor.quality}`),
      ...(note ? [note] : []),
      ...(isChecked === null ? [] : [t(`emissions:factor.${isChecked ? "checked" : "unchecked"}`)]),
      t("emissions:factor.licence", { licence: factor.licence }),
    ],
    source: {
      label: t("emissions:factor.source"),
      text: factor.source,
      address: httpAddress(factor.address),
    },
  };
}

/** What an operator or another provider wrote is a link only where it leads to a page. */
function httpAddress(address: string | null): string | null {
  return address && /^https?:\/\//.test(address) ? address : null;
}
