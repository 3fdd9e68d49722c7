import { ownMoment, type Viewer } from "#app/components/moment.server.ts";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import { type CargoDataType, cargoDataTypes, jobModes } from "#app/contract/shipment-code.ts";
import {
  airChargeableWeight,
  isWeighedInTons,
  revenueTonsOf,
  roadChargeableWeight,
  seaChargeableWeight,
  USUAL_AIR_SETTINGS,
  USUAL_ROAD_SETTINGS,
  USUAL_SEA_SETTINGS,
} from "#app/lib/chargeable-weight.ts";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { parseWire } from "#app/lib/date-time.ts";
import { compare, subtract } from "#app/lib/decimal.ts";
import { equipmentOf } from "#app/lib/equipment.ts";
import { aroundTime, type Line } from "#app/lib/moment.ts";
import { formatNumber, formatWeight } from "#app/lib/money.ts";
import { packageTypeLabel } from "../labels.server.ts";

interface CargoCell {
  text: string;
  /** The difference from the booking; null when there is none. */
  difference: string | null;
}

export interface CargoView {
  title: string;
  none: string;
  /** Column labels: the figure's name, then the cargo data types O, R, H. */
  columns: string[];
  rows: { label: string; cells: CargoCell[] }[];
  /** Descriptions of the goods; once when the types agree. */
  descriptions: { label: string; cell: CargoCell }[];
  legend: string | null;
  explanation: { title: string; texts: string[] } | null;
  containers: { title: string; none: string; columns: string[]; rows: ContainerRow[] };
  orderLines: { title: string; none: string; columns: string[]; rows: string[][] };
}

export interface ContainerRow {
  number: string;
  warning: string | null;
  /** Since when it is in another booking; the id of a shipment that can be opened. */
  moved: { text: Line; shipmentId: string | null } | null;
  /** Type, seal, pieces, weight, volume. */
  cells: string[];
}

type CargoLine = ShipmentDetailData["cargo"][number];

const NONE = "–";

/** The Cargo tab: the three cargo data types side by side, containers, order lines (product 2.7). */
export function cargoView(shipment: ShipmentDetailData, viewer: Viewer): CargoView {
  const { t } = viewer;
  const field = (name: "pieces" | "grossWeight" | "volume") => t(`shipments:detail.field.${name}`);
  const rows = cargoRows(shipment.cargo, isWeighedInTons(shipment), viewer);
  const descriptions = descriptionsOf(shipment.cargo, viewer);
  const cells = [...rows.flatMap((row) => row.cells), ...descriptions.map(({ cell }) => cell)];
  const hasDifference = cells.some((cell) => cell.difference !== null);
  return {
    title: t("shipments:detail.cargo.title"),
    none: t("shipments:detail.cargo.none"),
    columns: [
      t("shipments:detail.cargo.figure"),
      ...cargoDataTypes.map((type) => t(`shipments:detail.cargo.type.${type}`)),
    ],
    rows: shipment.cargo.length > 0 ? rows : [],
    descriptions,
    legend: hasDifference ? t("shipments:detail.cargo.legend") : null,
    explanation: explanationOf(shipment, viewer),
    containers: containersView(shipment.containers, viewer, true),
    orderLines: {
      title: t("shipments:detail.orderLines.title", { count: shipment.orderLines.length }),
      none: t("shipments:detail.orderLines.none"),
      columns: [
        t("shipments:detail.field.poNumber"),
        t("shipments:detail.field.skuNumber"),
        t("shipments:detail.field.description"),
        field("pieces"),
        t("shipments:detail.field.cartons"),
      ],
      rows: shipment.orderLines.map((line) => [
        line.poNumber,
        line.skuNumber,
        line.description,
        formatNumber(line.pieces, viewer.language) ?? NONE,
        formatNumber(line.cartons, viewer.language) ?? NONE,
      ]),
    },
  };
}

function cargoRows(
  cargo: readonly CargoLine[],
  isInTons: boolean,
  { t, language }: Viewer,
): CargoView["rows"] {
  const byType = new Map<CargoDataType, CargoLine>(cargo.map((line) => [line.dataType, line]));
  const booked = byType.get("O");
  const cells = (cellOf: (line: CargoLine) => CargoCell): CargoCell[] =>
    cargoDataTypes.map((type) => {
      const line = byType.get(type);
      return line ? cellOf(line) : { text: t("shipments:detail.cargo.missing"), difference: null };
    });
  const figure = (numberOf: (line: CargoLine) => string | number | null) =>
    cells((line) => {
      const value = numberOf(line);
      const base = booked ? numberOf(booked) : null;
      const isOther = value !== null && base !== null && compare(value, base) !== 0;
      return {
        text: formatNumber(value, language) ?? NONE,
        difference: isOther
          ? t("shipments:detail.cargo.differs", {
              by: `${compare(value, base) > 0 ? "+" : ""}${formatNumber(subtract(value, base), language)}`,
            })
          : null,
      };
    });
  const wording = (textOf: (line: CargoLine) => string) =>
    cells((line) => ({
      text: textOf(line) || NONE,
      difference: booked && textOf(booked) !== textOf(line) ? t("shipments:detail.cargo.differsText") : null,
    }));
  return [
    { label: t("shipments:detail.field.pieces"), cells: figure((line) => line.pieces) },
    {
      label: t("shipments:detail.field.packageType"),
      cells: wording((line) => packageTypeLabel(t, line.packageType)),
    },
    { label: t("shipments:detail.field.grossWeight"), cells: figure((line) => line.grossWeightKg) },
    { label: t("shipments:detail.field.volume"), cells: figure((line) => line.volumeCbm) },
    isInTons
      ? {
          label: t("shipments:detail.field.revenueTons"),
          cells: figure((line) => revenueTonsOf(line.grossWeightKg, line.volumeCbm)),
        }
      : {
          label: t("shipments:detail.field.chargeableWeight"),
          cells: figure((line) => line.chargeableWeightKg),
        },
  ];
}

function descriptionsOf(cargo: readonly CargoLine[], { t }: Viewer): CargoView["descriptions"] {
  const [first, ...rest] = cargoDataTypes.flatMap(
    (type) => cargo.find((line) => line.dataType === type) ?? [],
  );
  if (!first) return [];
  if (rest.every((line) => line.description === first.description)) {
    const label = t("shipments:detail.field.description");
    return [{ label, cell: { text: first.description || NONE, difference: null } }];
  }
  const booked = first.dataType === "O" ? first.description : null;
  return [first, ...rest].map((line) => ({
    label: `${t("shipments:detail.field.description")}, ${t(`shipments:detail.cargo.type.${line.dataType}`)}`,
    cell: {
      text: line.description || NONE,
      difference:
        booked !== null && line.description !== booked ? t("shipments:detail.cargo.differsText") : null,
    },
  }));
}

/** The containers with their types in words, a warning for a wrong check digit, and what has moved elsewhere. */
export function containersView(
  containers: ShipmentDetailData["containers"],
  viewer: Viewer,
  hasLinks = false,
): CargoView["containers"] {
  const { t } = viewer;
  return {
    title: t("shipments:detail.containers.title", { count: containers.length }),
    none: t("shipments:detail.containers.none"),
    columns: [
      t("shipments:detail.field.containerNumber"),
      t("shipments:detail.field.containerType"),
      t("shipments:detail.field.sealNumber"),
      t("shipments:detail.field.pieces"),
      t("shipments:detail.field.grossWeight"),
      t("shipments:detail.field.volume"),
    ],
    rows: containers.map((container) => containerRow(container, viewer, hasLinks)),
  };
}

function movedView(
  { moved }: ShipmentDetailData["containers"][number],
  viewer: Viewer,
  hasLinks: boolean,
): ContainerRow["moved"] {
  if (!moved) return null;
  const { shipment } = moved;
  return {
    text: aroundTime(ownMoment(parseWire(moved.at), viewer), (time) =>
      shipment
        ? viewer.t("shipments:detail.containers.movedTo", { time, houseNumber: shipment.houseNumber })
        : viewer.t("shipments:detail.containers.moved", { time }),
    ),
    shipmentId: (hasLinks && shipment?.id) || null,
  };
}

function containerRow(
  container: ShipmentDetailData["containers"][number],
  viewer: Viewer,
  hasLinks: boolean,
): ContainerRow {
  const { t, language } = viewer;
  const checked = checkContainerNumber(container.containerNumber);
  const equipment = equipmentOf(container.containerType);
  const type = equipment
    ? t(
        equipment.isHighCube
          ? "shipments:detail.containers.highCubeType"
          : "shipments:detail.containers.type",
        {
          code: equipment.code,
          feet: equipment.lengthFeet,
          kind: t(`shipments:detail.containers.kind.${equipment.kind}`),
        },
      )
    : container.containerType;
  return {
    number: container.containerNumber,
    warning:
      checked.status === "wrong-digit"
        ? t("shipments:detail.containers.wrongDigit", { expected: checked.expected })
        : checked.status === "malformed"
          ? t("shipments:detail.containers.malformed")
          : null,
    moved: movedView(container, viewer, hasLinks),
    cells: [
      type,
      container.sealNumber ?? NONE,
      formatNumber(container.pieces, language) ?? NONE,
      formatNumber(container.grossWeightKg, language) ?? NONE,
      formatNumber(container.volumeCbm, language) ?? NONE,
    ],
  };
}

/** Explanation of the chargeable weight by the usual ratios; says so when the forwarder's value differs. */
function explanationOf(shipment: ShipmentDetailData, { t, language }: Viewer): CargoView["explanation"] {
  const { mode, loadType, grossWeightKg: grossKg, volumeCbm, chargeableWeightKg } = shipment;
  const number = (value: string | null) => formatNumber(value, language) ?? NONE;
  const title = t("shipments:detail.cargo.explanation");
  if (loadType === "FCL" || loadType === "FTL") return { title, texts: [t("shipments:detail.cargo.fcl")] };
  const isKnownMode = (jobModes as readonly string[]).includes(mode);
  if (grossKg === null || volumeCbm === null || !isKnownMode) return { title, texts: [] };
  const cargo = { grossKg, volumeCbm };
  const explained =
    mode === "AIR"
      ? airChargeableWeight(cargo, USUAL_AIR_SETTINGS)
      : mode === "OCEAN"
        ? seaChargeableWeight(cargo, USUAL_SEA_SETTINGS)
        : roadChargeableWeight(cargo, USUAL_ROAD_SETTINGS);
  const key = ({ AIR: "air", OCEAN: "sea", TRUCK: "road" } as const)[mode];
  const values = {
    gross: number(explained.grossKg),
    volume: number(explained.volumeCbm),
    volumeWeight: number(explained.volumeWeight),
    divisor: explained.divisor,
    step: explained.roundedUpTo ?? "",
    minimum: explained.minimum ?? "",
    chargeable: number(explained.chargeable),
    winner: t(`shipments:detail.cargo.winner.${explained.wonBy}`),
  };
  const isOther =
    explained.unit === "kg" &&
    chargeableWeightKg !== null &&
    compare(chargeableWeightKg, explained.chargeable) !== 0;
  return {
    title,
    texts: [
      t(`shipments:detail.cargo.${key}`, values),
      ...(isOther
        ? [t("shipments:detail.cargo.other", { weight: formatWeight(chargeableWeightKg, language) ?? "" })]
        : []),
    ],
  };
}
