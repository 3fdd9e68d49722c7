import type { Insertable } from "kysely";
import type { JobMode } from "#app/contract/shipment-code.ts";
import {
  airChargeableWeight,
  type CargoLine,
  roadChargeableWeight,
  seaChargeableWeight,
  USUAL_AIR_SETTINGS,
  USUAL_ROAD_SETTINGS,
  USUAL_SEA_SETTINGS,
} from "#app/lib/chargeable-weight.ts";
import { multiply, round } from "#app/lib/decimal.ts";
import type { Database } from "../db/schema.ts";
import { type Product, products, type Trade } from "./goods.ts";
import type { Random } from "./random.ts";

export type LoadType = "FCL" | "LCL" | "LOOSE" | "FTL" | "LTL";

export interface OrderedProduct {
  product: Product;
  skuNumber: string;
  cartons: number;
}
interface LoadedContainer {
  type: string;
  cartons: number;
  grossKg: number;
  volumeCbm: number;
}
export interface Cargo {
  lines: OrderedProduct[];
  /** Containers of a full container load; empty for other loads. */
  containers: LoadedContainer[];
  packageType: "CTN" | "PLT";
  pieces: number;
  cartons: number;
  grossKg: number;
  volumeCbm: number;
  chargeableKg: number | null;
  description: string;
}

/** Usable volume and payload of a container. */
const boxes = {
  "22G1": { volumeCbm: 28, payloadKg: 21_500 },
  "42G1": { volumeCbm: 58, payloadKg: 25_500 },
  "45G1": { volumeCbm: 68, payloadKg: 25_500 },
} as const;
type BoxType = keyof typeof boxes;

const PALLET = { lengthCm: 120, widthCm: 100, deckCm: 15, weightKg: 22, fill: 0.86, loadCm: 130 } as const;

const cubicMetres = ({ carton: [length, width, height] }: Product) => (length * width * height) / 1e6;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const grams = (kg: number) => Math.round(kg * 1000) / 1000;

/** Packs goods of one trade to fill what was booked. Weight and volume are sums over the packages. */
export function packCargo(random: Random, mode: JobMode, loadType: LoadType, trade: Trade): Cargo {
  // Furniture does not go by air.
  const flying =
    mode === "AIR" ? products[trade].filter((each) => cubicMetres(each) < 0.13) : products[trade];
  const shuffled = flying.map((each) => ({ each, key: random.next() })).sort((a, b) => a.key - b.key);
  const chosen = shuffled.slice(0, random.int(1, Math.min(4, shuffled.length))).map(({ each }) => ({
    product: each,
    // A few variants of each product, so that several shipments share a SKU.
    skuNumber: `${each.prefix}-${1000 + random.int(1, 8) * 37}`,
    share: 0.4 + random.next(),
  }));

  const fill = (volumeCbm: number, payloadKg: number): OrderedProduct[] => {
    const shares = sum(chosen.map(({ share }) => share));
    const loaded = chosen.map(({ product, skuNumber, share }) => ({
      product,
      skuNumber,
      cartons: Math.max(1, Math.floor((volumeCbm * share) / shares / cubicMetres(product))),
    }));
    const heavy = sum(loaded.map((line) => line.cartons * line.product.cartonKg)) / payloadKg;
    if (heavy <= 1) return loaded;
    return loaded.map((line) => ({ ...line, cartons: Math.max(1, Math.floor(line.cartons / heavy)) }));
  };

  if (loadType === "FCL") return packBoxes(random, trade, fill);
  const [least, most, payloadKg] = {
    LCL: [1.2, 12, 9_000],
    LOOSE: [0.7, 8, 2_800],
    FTL: [42, 62, 21_000],
    LTL: [2, 12, 6_000],
  }[loadType];
  const lines = fill(least! + random.next() * (most! - least!), payloadKg!);
  const isBulky = lines.some(({ product }) => Math.max(...product.carton) > PALLET.lengthCm);
  return loadType === "FTL" || (!isBulky && random.chance(0.5))
    ? onPallets(mode, loadType, lines)
    : inCartons(mode, loadType, lines);
}

function packBoxes(
  random: Random,
  trade: Trade,
  fill: (volumeCbm: number, payloadKg: number) => OrderedProduct[],
): Cargo {
  const type: BoxType = trade === "auto" ? "22G1" : random.pick(["22G1", "42G1", "45G1", "45G1"] as const);
  const count = random.weighted([
    { value: 1, weight: 6 },
    { value: 2, weight: 3 },
    { value: 3, weight: 1 },
  ]).value;
  const { volumeCbm, payloadKg } = boxes[type];
  const total = new Map<string, OrderedProduct>();
  const containers: LoadedContainer[] = [];
  for (let box = 0; box < count; box++) {
    const loaded = fill(volumeCbm * (0.84 + random.next() * 0.13), payloadKg);
    containers.push({
      type,
      cartons: sum(loaded.map((line) => line.cartons)),
      grossKg: grams(sum(loaded.map((line) => line.cartons * line.product.cartonKg))),
      volumeCbm: grams(sum(loaded.map((line) => line.cartons * cubicMetres(line.product)))),
    });
    for (const line of loaded) {
      const before = total.get(line.skuNumber)?.cartons ?? 0;
      total.set(line.skuNumber, { ...line, cartons: before + line.cartons });
    }
  }
  const lines = [...total.values()];
  const cartons = sum(lines.map((line) => line.cartons));
  return {
    lines,
    containers,
    packageType: "CTN",
    pieces: cartons,
    cartons,
    grossKg: grams(sum(containers.map((box) => box.grossKg))),
    volumeCbm: grams(sum(containers.map((box) => box.volumeCbm))),
    chargeableKg: null,
    description: descriptionOf(lines),
  };
}

function inCartons(mode: JobMode, loadType: LoadType, lines: OrderedProduct[]): Cargo {
  const cartons = sum(lines.map((line) => line.cartons));
  const packages = lines.map(({ product: { carton }, cartons: pieces }) => ({
    pieces,
    lengthCm: carton[0],
    widthCm: carton[1],
    heightCm: carton[2],
  }));
  const grossKg = grams(sum(lines.map((line) => line.cartons * line.product.cartonKg)));
  const volumeCbm = grams(sum(lines.map((line) => line.cartons * cubicMetres(line.product))));
  return {
    lines,
    containers: [],
    packageType: "CTN",
    pieces: cartons,
    cartons,
    grossKg,
    volumeCbm,
    chargeableKg: chargeableKg(mode, loadType, grossKg, volumeCbm, packages),
    description: descriptionOf(lines),
  };
}

/** Puts the cartons on pallets of one height. */
function onPallets(mode: JobMode, loadType: LoadType, lines: OrderedProduct[]): Cargo {
  const loose = sum(lines.map((line) => line.cartons * cubicMetres(line.product)));
  const floorSqm = (PALLET.lengthCm * PALLET.widthCm) / 1e4;
  const pieces = Math.max(1, Math.ceil(loose / (floorSqm * (PALLET.loadCm / 100) * PALLET.fill)));
  const heightCm = PALLET.deckCm + Math.ceil((loose / pieces / floorSqm / PALLET.fill) * 100);
  const packages = [{ pieces, lengthCm: PALLET.lengthCm, widthCm: PALLET.widthCm, heightCm }];
  const cartonsKg = sum(lines.map((line) => line.cartons * line.product.cartonKg));
  const grossKg = grams(cartonsKg + pieces * PALLET.weightKg);
  const volumeCbm = grams((pieces * floorSqm * heightCm) / 100);
  return {
    lines,
    containers: [],
    packageType: "PLT",
    pieces,
    cartons: sum(lines.map((line) => line.cartons)),
    grossKg,
    volumeCbm,
    chargeableKg: chargeableKg(mode, loadType, grossKg, volumeCbm, packages),
    description: descriptionOf(lines),
  };
}

/** Chargeable weight by the usual ratios. A full container is not charged by weight. */
function chargeableKg(
  mode: JobMode,
  loadType: LoadType,
  grossKg: number,
  volumeCbm: number,
  lines?: readonly CargoLine[],
): number | null {
  if (loadType === "FCL" || loadType === "FTL") return null;
  if (mode === "AIR") {
    const cargo = lines ? { grossKg, lines } : { grossKg, volumeCbm };
    return Number(airChargeableWeight(cargo, USUAL_AIR_SETTINGS).chargeable);
  }
  if (mode === "OCEAN") {
    const tons = seaChargeableWeight({ grossKg, volumeCbm }, USUAL_SEA_SETTINGS).chargeable;
    return Number(round(multiply(tons, 1000), 3));
  }
  return Number(round(roadChargeableWeight({ grossKg, volumeCbm }, USUAL_ROAD_SETTINGS).chargeable, 3));
}

function descriptionOf(lines: readonly OrderedProduct[]): string {
  return lines.map(({ product }) => `${product.description} (HS ${product.hsCode})`).join("; ");
}

type CargoRow = Omit<Insertable<Database["shipment_cargo"]>, "shipment_id">;

/** The cargo as booked: the shipper's estimate before packing. */
export function bookedCargo(random: Random, mode: JobMode, loadType: LoadType, cargo: Cargo): CargoRow {
  const isGuess = random.chance(0.55);
  const near = (value: number, step: number) =>
    isGuess ? Math.max(step, Math.round((value * (0.96 + random.next() * 0.08)) / step) * step) : value;
  const gross = grams(near(cargo.grossKg, cargo.grossKg > 500 ? 10 : 1));
  const volume = grams(near(cargo.volumeCbm, cargo.volumeCbm > 5 ? 0.1 : 0.01));
  const pieces =
    isGuess && random.chance(0.3) ? Math.max(1, cargo.pieces + random.pick([-2, -1, 1, 2])) : cargo.pieces;
  return {
    data_type: "O",
    pieces,
    package_type: cargo.packageType,
    gross_weight_kg: gross,
    volume_cbm: volume,
    chargeable_weight_kg: isGuess ? chargeableKg(mode, loadType, gross, volume) : cargo.chargeableKg,
    description: cargo.description,
  };
}

/** The cargo as measured (R), or as the house bill states it (H), where decimals are sometimes rounded. */
export function measuredCargo(random: Random, dataType: "R" | "H", cargo: Cargo): CargoRow {
  const isRounded = dataType === "H" && random.chance(0.25);
  return {
    data_type: dataType,
    pieces: cargo.pieces,
    package_type: cargo.packageType,
    gross_weight_kg: isRounded ? Math.ceil(cargo.grossKg) : cargo.grossKg,
    volume_cbm: isRounded ? Math.round(cargo.volumeCbm * 10) / 10 || cargo.volumeCbm : cargo.volumeCbm,
    chargeable_weight_kg: cargo.chargeableKg,
    description: cargo.description,
  };
}
