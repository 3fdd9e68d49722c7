import { measureLabels } from "#app/components/measure-fields.tsx";
import { useText } from "#app/locales/use-text.ts";
import { PACKAGES } from "./fields.ts";

const aboveRows = [
  "service",
  "incoterms",
  "tag",
  "origin",
  "originZip",
  "pickupLocation",
  "destination",
  "destinationZip",
  "deliveryLocation",
] as const;
const belowRows = ["specialGoods", "batteryTypes", "cargoDetails"] as const;

/** Field name to label, in page order. */
export function useRequestLabels(packageCount: number, containerCount: number): Record<string, string> {
  const { t } = useText(["quote-form", "freight"]);
  const labelsOf = (names: readonly (typeof aboveRows | typeof belowRows)[number][]) =>
    Object.fromEntries(names.map((name) => [name, t(name)]));
  return {
    freightMode: t("mode"),
    ...labelsOf(aboveRows),
    cargoReadyDate: t("readyDate"),
    packages: t("packages"),
    ...measureLabels(PACKAGES, packageCount, (key, values) =>
      (t as unknown as (key: string, values?: object) => string)(`freight:${key}`, values),
    ),
    containers: t("containers"),
    ...Object.fromEntries(
      Array.from({ length: containerCount }).flatMap((_, row) =>
        (["containerType", "count"] as const).map((name) => [
          `containers[${row}].${name}`,
          `${t("container.row", { number: row + 1 })}, ${t(`container.${name}`)}`,
        ]),
      ),
    ),
    ...labelsOf(belowRows),
  };
}

/** Sorts faults by the order of their fields; those without a field come first. */
export function inOrder(
  faults: Record<string, string[]>,
  labels: Record<string, string>,
): Record<string, string[]> {
  const names = Object.keys(labels);
  return Object.fromEntries(
    Object.entries(faults).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  );
}
