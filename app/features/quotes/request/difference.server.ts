import type { Visit } from "#app/access/visit.server.ts";
import type { QuotePackage, QuoteRequest } from "#app/contract/quote.ts";
import { incotermOf } from "#app/lib/incoterms.ts";
import { containersText, packageKindLabel, serviceLabel, transportModeLabel } from "../labels.server.ts";

interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

/**
 * Differences of two versions of a request, in the given fields (`packages.1` is a row), in the reader's
 * language.
 */
export function requestDifferences(
  mine: QuoteRequest,
  theirs: QuoteRequest,
  fields: readonly string[],
  visit: Visit,
): Difference[] {
  const [own, other] = [wordsOf(mine, visit), wordsOf(theirs, visit)];
  const names = [...new Set(fields.map((field) => field.split(".")[0] ?? ""))];
  return names.flatMap((name) => {
    const [label, text] = own[name as keyof QuoteRequest] ?? [];
    if (label === undefined) return [];
    return [{ label, mine: text ?? "", theirs: other[name as keyof QuoteRequest]?.[1] ?? "" }];
  });
}

type Words = { [Name in keyof QuoteRequest]?: [label: string, text: string] };

function wordsOf(request: QuoteRequest, { t, language }: Visit): Words {
  const listed = (texts: string[]) => texts.join(language === "zh" ? "、" : ", ");
  const incoterm = incotermOf(request.incoterms);
  return {
    tag: [t("quotes:conflict.tag"), request.tag],
    freightMode: [t("quotes:detail.mode"), transportModeLabel(t, request.freightMode)],
    service: [t("quotes:detail.service"), serviceLabel(t, request.service)],
    incoterms: [
      t("quotes:detail.incoterms"),
      incoterm ? t(`freight:incoterm.${incoterm}`) : request.incoterms,
    ],
    origin: [t("quotes:detail.origin"), request.origin],
    originZip: [t("quotes:conflict.originZip"), request.originZip],
    pickupLocation: [t("quotes:detail.pickup"), request.pickupLocation],
    destination: [t("quotes:detail.destination"), request.destination],
    destinationZip: [t("quotes:conflict.destinationZip"), request.destinationZip],
    deliveryLocation: [t("quotes:detail.delivery"), request.deliveryLocation],
    cargoReadyDate: [t("quotes:detail.cargoReadyDate"), request.cargoReadyDate ?? ""],
    packages: [t("quotes:detail.packages"), request.packages.map((row) => packageText(row, t)).join("; ")],
    containers: [t("quotes:detail.containers"), containersText(request.containers, t)],
    specialGoods: [
      t("quotes:detail.specialGoods"),
      listed(request.specialGoods.map((kind) => t(`freight:specialGoods.${kind}`))),
    ],
    batteryTypes: [
      t("quotes:detail.batteries"),
      listed(request.batteryTypes.map((type) => t(`freight:battery.${type}`))),
    ],
    cargoDetails: [t("quotes:detail.cargoDetails"), request.cargoDetails],
  };
}

function packageText(row: QuotePackage, t: Visit["t"]): string {
  const { length, width, height } = row;
  const sides =
    length && width && height
      ? `${[length, width, height].join(" × ")} ${t(`freight:unit.${row.dimensionUnit}`)}`
      : "";
  return [
    `${row.pieces} ${packageKindLabel(t, row.packageType)}`,
    sides,
    `${row.weight} ${t(`freight:unit.${row.weightUnit}`)}`,
  ]
    .filter(Boolean)
    .join(", ");
}
