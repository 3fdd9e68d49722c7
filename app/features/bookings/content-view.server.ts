import { weightView } from "#app/components/cargo-weight-words.ts";
import { type BookingContent, bookingContent } from "#app/contract/booking.ts";
import { partyRoles } from "#app/contract/freight-code.ts";
import { cargoTotals, volumeCbmOf } from "#app/lib/booking-cargo.ts";
import { countryName } from "#app/lib/country-code.ts";
import type { DisplayLanguage } from "#app/lib/date-time.ts";
import { type BookingSections, bookingSections, hasContainers, isTrucked } from "#app/lib/freight-needs.ts";
import { formatNumber, formatVolume, formatWeight } from "#app/lib/money.ts";
import type { Translate } from "#app/locales/translation.ts";

/** A booking's content as displayed in review, detail and comparison of versions. */

export interface ContentSection {
  title: string;
  rows: { label: string; value: string }[];
  /** Cargo lines, or containers. */
  table: { columns: string[]; rows: string[][] } | null;
}

/** Fields with codes, shown by name; an unknown code is shown as typed. */
const codes = {
  transportMode: "freight:mode",
  service: "freight:service",
  serviceLevel: "booking-form:serviceLevel",
  trade: "booking-form:trade",
  paymentType: "booking-form:paymentType",
  customsDeclaration: "booking-form:customsDeclaration",
  transshipment: "booking-form:transshipment",
  cargoType: "booking-form:cargoType",
  incoterms: "freight:incoterm",
  packageType: "freight:packageKind",
  containerType: "freight:equipment",
  dimensionUnit: "freight:unit",
  weightUnit: "freight:unit",
} as const;

type AnyText = (key: string, values?: Record<string, string | number>) => string;
type HasText = { exists?: (key: string) => boolean };

function wordOf(t: Translate, name: string, value: string): string {
  const group = codes[name as keyof typeof codes];
  if (!group || value === "") return value;
  const word = (t as unknown as AnyText & HasText)(`${group}.${value}`);
  // i18next returns the key for an unknown code.
  return word.endsWith(`.${value}`) ? value : word;
}

const fieldLabel = (t: Translate, name: string) => (t as unknown as AnyText)(`booking-form:field.${name}`);
const partyLabel = (t: Translate, name: string) => (t as unknown as AnyText)(`booking-form:party.${name}`);

/** All non-empty fields by section, without those that mode and service do not need. */
export function contentSections(content: BookingContent, { t, language }: Reader): ContentSection[] {
  const needs = bookingSections(content.transportMode, content.service);
  const rowsOf = (names: readonly (keyof BookingContent & string)[]) =>
    names.flatMap((name) => {
      const value = content[name];
      return typeof value === "string" && value
        ? [{ label: fieldLabel(t, name), value: wordOf(t, name, value) }]
        : [];
    });
  const section = (
    key: "route" | "cargo" | "dangerous" | "containers" | "terms",
    names: readonly (keyof BookingContent & string)[],
    table: ContentSection["table"] = null,
  ): ContentSection => ({ title: t(`booking-form:section.${key}`), rows: rowsOf(names), table });
  const parties = partyRoles.map((role): ContentSection => {
    const names = ["name", "address", "postcode", "state", "countryCode", "contactNumber"] as const;
    const rows = names.flatMap((name) => {
      const partyValue = content[role][name];
      const value = name === "countryCode" ? countryName(partyValue, language) : partyValue;
      return partyValue ? [{ label: partyLabel(t, name), value }] : [];
    });
    if (content[role].isAddedToAddressBook) {
      rows.push({ label: partyLabel(t, "isAddedToAddressBook"), value: t("bookings:yes") });
    }
    return { title: partyLabel(t, role), rows, table: null };
  });
  return [
    section("route", routeNames(content, needs)),
    withTotals(
      section("cargo", ["cargoType", "goodsDescription", "marks"], cargoTable(content, t)),
      content,
      {
        t,
        language,
      },
    ),
    ...(content.cargoType === "DANGEROUS"
      ? [section("dangerous", ["dangerousClass", "unNumber", "packingGroup"])]
      : []),
    ...(needs.hasContainers ? [section("containers", [], containerTable(content, t))] : []),
    ...parties,
    section("terms", termNames(needs)),
  ].filter(({ rows, table }) => rows.length > 0 || table !== null);
}

/** Adds the totals of the lines, and the chargeable weight. */
function withTotals(
  section: ContentSection,
  { cargo, transportMode }: BookingContent,
  { t, language }: Reader,
): ContentSection {
  const weight = weightView({ mode: transportMode, rows: cargo }, t, language);
  if (!weight) return section;
  const { pieces, grossKg, volumeCbm } = cargoTotals(cargo);
  const totals = [
    { label: t("freight:cargo.pieces"), value: formatNumber(pieces, language) ?? "" },
    { label: t("freight:weight.gross"), value: formatWeight(grossKg, language) ?? "" },
    { label: t("freight:weight.volume"), value: formatVolume(volumeCbm, language) ?? "" },
    // A full container is not charged by weight.
    ...(hasContainers(transportMode) ? [] : [{ label: t("freight:weight.title"), value: weight.headline }]),
  ];
  return { ...section, rows: [...section.rows, ...totals] };
}

type FieldNames = (keyof BookingContent & string)[];

function routeNames(content: BookingContent, needs: BookingSections): FieldNames {
  const names: FieldNames = ["transportMode", "service", "origin", "destination"];
  if (isTrucked(needs.originTrucking, content.hasOriginTrucking)) names.push("pickupAddress");
  if (isTrucked(needs.destinationTrucking, content.hasDestinationTrucking)) names.push("deliveryAddress");
  names.push("cargoReadyDate");
  if (needs.requestedDate) names.push("requestedDate");
  names.push("expectedDeliveryDate");
  return names;
}

function termNames(needs: BookingSections): FieldNames {
  const names: FieldNames = ["trade", "incoterms", "paymentType", "customsDeclaration", "serviceLevel"];
  names.push("specialInstructions", "carrier");
  if (needs.hasTransshipment) names.push("transshipment");
  names.push("bookToCompany", "customerService");
  if (needs.hasWarehouse) names.push("warehouseInNumber");
  return names;
}

function cargoTable({ cargo }: BookingContent, t: Translate): ContentSection["table"] {
  if (cargo.length === 0) return null;
  return {
    columns: [
      t("booking-form:line.poNumber"),
      t("booking-form:line.skuNumber"),
      t("freight:cargo.pieces"),
      t("bookings:dimensions"),
      t("freight:cargo.weight"),
      t("booking-form:line.volume"),
    ],
    rows: cargo.map((line) => {
      const sides = [line.length, line.width, line.height].filter(Boolean);
      return [
        line.poNumber,
        line.skuNumber,
        [line.pieces, line.pieces ? wordOf(t, "packageType", line.packageType) : ""]
          .filter(Boolean)
          .join(" "),
        sides.length > 0 ? `${sides.join(" × ")} ${wordOf(t, "dimensionUnit", line.dimensionUnit)}` : "",
        line.weight ? `${line.weight} ${wordOf(t, "weightUnit", line.weightUnit)}` : "",
        line.volume || (volumeCbmOf(line) ?? ""),
      ];
    }),
  };
}

function containerTable({ containers }: BookingContent, t: Translate): ContentSection["table"] {
  if (containers.length === 0) return null;
  return {
    columns: (["containerType", "containerNumber", "info"] as const).map((name) =>
      t(`booking-form:container.${name}`),
    ),
    rows: containers.map((each) => [
      wordOf(t, "containerType", each.containerType),
      each.containerNumber,
      each.info,
    ]),
  };
}

export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

/** The fields in which two versions differ, with the form's labels. */
export function contentDifferences(
  mine: BookingContent,
  theirs: BookingContent,
  reader: Reader,
  /** Paths of the fields to compare; all fields if empty. */
  fields: readonly string[] = [],
): Difference[] {
  const ours = leavesOf(mine);
  const others = leavesOf(theirs);
  const paths = new Set([...ours.keys(), ...others.keys()]);
  const isAsked = (path: string) =>
    fields.length === 0 || fields.some((field) => path === field || path.startsWith(`${field}.`));
  return [...paths].filter(isAsked).flatMap((path) => {
    const [a = "", b = ""] = [ours.get(path), others.get(path)];
    // Units are preset: for a row that only one version has, they are no difference.
    const isPreset = /\.(packageType|dimensionUnit|weightUnit)$/.test(path) && (a === "" || b === "");
    return a === b || isPreset
      ? []
      : [
          {
            label: pathLabel(path, reader.t),
            mine: readableValue(reader, path, a),
            theirs: readableValue(reader, path, b),
          },
        ];
  });
}

function leavesOf(value: unknown, path = "", leaves = new Map<string, string>()): Map<string, string> {
  if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value))
      leavesOf(inner, path ? `${path}.${name}` : name, leaves);
  } else leaves.set(path, value === true ? "✓" : value === false ? "" : String(value ?? ""));
  return leaves;
}

interface Reader {
  t: Translate;
  language: DisplayLanguage;
}

function readableValue({ t, language }: Reader, path: string, value: string): string {
  const name = path.split(".").at(-1) ?? "";
  return name === "countryCode" ? countryName(value, language) : wordOf(t, name, value);
}

/** A change of the operation log with the form's labels; null when it is no field of the form. */
export function loggedField(path: string, reader: Reader) {
  const { t } = reader;
  if (!Object.hasOwn(bookingContent.shape, path.split(".")[0] ?? "")) return null;
  const isTick = /(^|\.)(is|has)[A-Z]\w*$/.test(path);
  const value = (text: string) => (isTick ? t("bookings:yes") : readableValue(reader, path, text));
  return { label: pathLabel(path, t), value };
}

/** `cargo.0.weight` is "Cargo 1, Weight". */
export function pathLabel(path: string, t: Translate): string {
  const [first = "", second, third] = path.split(".");
  const text = t as unknown as AnyText;
  const within = (whole: string, part: string) => t("bookings:path", { whole, part });
  if ((partyRoles as readonly string[]).includes(first)) {
    return second ? within(partyLabel(t, first), partyLabel(t, second)) : partyLabel(t, first);
  }
  if (first === "hasConsigneeAsNotifyParty")
    return within(partyLabel(t, "notifyParty"), fieldLabel(t, first));
  if (first === "cargo" && second !== undefined) {
    const row = t("freight:cargo.row", { number: Number(second) + 1 });
    const own = ["poNumber", "skuNumber", "volume"].includes(third ?? "");
    return third ? within(row, text(own ? `booking-form:line.${third}` : `freight:cargo.${third}`)) : row;
  }
  if (first === "containers" && second !== undefined) {
    const row = t("booking-form:container.title", { number: Number(second) + 1 });
    return third ? within(row, text(`booking-form:container.${third}`)) : row;
  }
  if (first === "cargo" || first === "containers") return t(`booking-form:section.${first}`);
  return fieldLabel(t, first);
}
