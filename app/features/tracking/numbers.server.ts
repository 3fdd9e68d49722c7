import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { ColumnView } from "#app/components/list/list-view.ts";
import type { ShipmentRow } from "#app/contract/shipment.ts";
import type { ShipmentRoute } from "#app/contract/shipment-route.ts";
import {
  type MatchedNumbers,
  NUMBERS_MAX,
  type NumberKind,
  trackingNumbers,
} from "#app/contract/tracking.ts";
import { keyOf, type NumberLook, type PastedNumber, readPastedNumbers } from "#app/lib/pasted-numbers.ts";
import type { Area } from "./areas.ts";
import { NUMBERS_TEXT_MAX, numbersText, withNumbers } from "./query.server.ts";

/** Rows of shipments as another feature shows them: the packed rows and their columns. */
export type ShowRows<Column extends ColumnView> = (rows: readonly ShipmentRow[]) => {
  columns: Column[];
  rows: string[];
};

/** The answer to many numbers, on one page. */
export interface NumbersView<Column extends ColumnView> {
  kind: "numbers";
  summary: string;
  wrong: { number: string; text: string; link: { path: string; text: string } }[];
  unknown: { title: string; numbers: string } | null;
  caption: string;
  columns: Column[];
  groups: { key: string; heading: string; note: string | null; rows: string[] }[];
  map: { title: string; none: string | null };
  /** To the list without numbers. */
  back: { href: string; text: string };
}

export type NumbersReading =
  | { fault: string; numbers: null }
  | { fault: null; numbers: PastedNumber[]; doubles: number };

/** Reads what was pasted, or says why it cannot be asked for. */
export function readNumbers({ t }: Pick<Visit, "t">, text: string): NumbersReading {
  const { numbers, doubles } = readPastedNumbers(text);
  if (numbers.length === 0) return { fault: t("tracking:numbers.none"), numbers: null };
  if (numbers.length > NUMBERS_MAX)
    return {
      fault: t("tracking:numbers.tooMany", { count: numbers.length, max: NUMBERS_MAX }),
      numbers: null,
    };
  if (numbersText(numbers.map(({ number }) => number)).length > NUMBERS_TEXT_MAX)
    return { fault: t("tracking:numbers.tooLong"), numbers: null };
  return { fault: null, numbers, doubles };
}

/** The provider's answer to the numbers. Throws as `visit.read`. */
export const askNumbers = (visit: Visit, numbers: readonly PastedNumber[]): Promise<MatchedNumbers> =>
  visit.read(trackingNumbers, { numbers: numbers.map(({ number }) => number) });

export function numbersView<Column extends ColumnView>(
  visit: Visit,
  area: Area,
  { numbers, doubles }: { numbers: readonly PastedNumber[]; doubles: number },
  answer: MatchedNumbers,
  show: ShowRows<Column>,
): NumbersView<Column> {
  const { t } = visit;
  const matches = new Map(answer.matches.map((match) => [keyOf(match.number), match]));
  const matchOf = ({ number }: PastedNumber) => matches.get(keyOf(number));
  const unknown = numbers.filter((number) => !matchOf(number));
  const wrong = numbers.filter((number) => isWrong(number, matchOf(number)?.kinds ?? []));
  const byId = new Map(answer.rows.map((row) => [row.id, row]));
  const { columns } = show([]);
  const known = numbers.length - unknown.length;
  return {
    kind: "numbers",
    summary: [
      t("tracking:numbers.summary", { count: numbers.length, known, unknown: unknown.length }),
      ...(wrong.length > 0 ? [t("tracking:numbers.wrongCount", { count: wrong.length })] : []),
      ...(doubles > 0 ? [t("tracking:numbers.doubles", { count: doubles })] : []),
    ].join(" "),
    wrong: wrong.map(({ number, corrected }) => ({
      number,
      text: t("tracking:numbers.wrongDigit", { number, digit: corrected!.slice(-1) }),
      link: {
        path: withNumbers(href(area.index), replaced(numbers, number, corrected!)),
        text: t("tracking:numbers.correct", { number: corrected! }),
      },
    })),
    unknown:
      unknown.length > 0
        ? {
            title: t("tracking:numbers.unknown", { count: unknown.length }),
            numbers: unknown.map(({ number }) => number).join(", "),
          }
        : null,
    caption: t("tracking:numbers.caption"),
    columns,
    groups: numbers.flatMap((number) => {
      const match = matchOf(number);
      if (!match) return [];
      const rows = match.shipmentIds.flatMap((id) => byId.get(id) ?? []);
      const kinds = match.kinds.map((kind) => t(`tracking:kind.${lookOf(kind, number)}`)).join(", ");
      return [
        {
          key: number.number,
          heading: `${number.number} · ${kinds}`,
          note:
            match.total > rows.length
              ? t("tracking:numbers.more", { shown: rows.length, count: match.total })
              : null,
          rows: show(rows).rows,
        },
      ];
    }),
    map: {
      title: t("tracking:map.title"),
      none: (answer.routes ?? []).length > 0 ? null : t("tracking:map.none"),
    },
    back: { href: href(area.index), text: t(`shell:nav.${area.name}`) },
  };
}

/** A master number of the form of an air waybill is called so. */
const lookOf = (kind: NumberKind, { look }: PastedNumber): NumberKind | "AWB" =>
  kind === "M" && look === "AWB" ? "AWB" : kind;

const kindOfLook: Record<NumberLook, NumberKind> = { CNTR: "CNTR", AWB: "M", H: "H", PO: "PO" };

/** A wrong digit is no fault of a number that is known as something without one, such as an order of eleven digits. */
function isWrong({ look, corrected }: PastedNumber, kinds: readonly NumberKind[]): boolean {
  if (corrected === null || look === null) return false;
  return kinds.length === 0 || kinds.includes(kindOfLook[look]);
}

const replaced = (numbers: readonly PastedNumber[], wrong: string, right: string) => [
  ...new Set(numbers.map(({ number }) => (number === wrong ? right : number))),
];

/** Routes for the map of all that are under way. */
export const routesOf = ({ routes }: MatchedNumbers): ShipmentRoute[] => routes ?? [];
