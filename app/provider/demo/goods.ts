/** A product as it is packed: all cartons of one SKU are alike. */
export interface Product {
  /** SKU numbers are `<prefix>-<digits>`. */
  prefix: string;
  description: string;
  /** First six digits of the tariff number. */
  hsCode: string;
  unitsPerCarton: number;
  /** Length, width and height in cm. */
  carton: readonly [number, number, number];
  /** Gross weight. */
  cartonKg: number;
  /** Price of a piece in USD, ex works in Asia. */
  priceUsd: number;
}

export type Trade = "home" | "electronics" | "garments" | "auto" | "cosmetics" | "toys";

const product = (
  prefix: string,
  description: string,
  hsCode: string,
  unitsPerCarton: number,
  carton: readonly [number, number, number],
  cartonKg: number,
  priceUsd: number,
): Product => ({ prefix, description, hsCode, unitsPerCarton, carton, cartonKg, priceUsd });

/** Products by trade, with realistic carton weights and sizes, and unit prices. */
export const products: Record<Trade, readonly Product[]> = {
  home: [
    product("SOF", "Two-seat sofa, flat packed", "940161", 1, [140, 85, 60], 46.5, 148),
    product("CHR", "Dining chair, beech", "940169", 2, [95, 52, 48], 15.2, 31.5),
    product("TBL", "Side table, steel and glass", "940320", 1, [62, 60, 14], 9.8, 17.8),
    product("SHV", "Shelf unit, bamboo", "940382", 1, [98, 38, 12], 8.4, 14.2),
    product("CUS", "Cushion, filled, 50 x 50 cm", "940490", 12, [58, 52, 50], 8.1, 2.85),
    product("LMP", "Table lamp with fabric shade", "940521", 4, [60, 48, 46], 9.6, 9.4),
    product("POT", "Cookware set, stainless steel, 6 pieces", "732393", 2, [56, 34, 32], 13.4, 18.6),
  ],
  electronics: [
    product("HDP", "Wireless headphones with lithium-ion battery", "851830", 20, [52, 41, 33], 9.7, 14.2),
    product("MON", "LCD monitor, 27 inch", "852852", 1, [72, 21, 48], 7.9, 92),
    product("PWR", "USB-C power adapter, 65 W", "850440", 40, [48, 36, 28], 11.6, 6.9),
    product("SPK", "Smart speaker", "851822", 8, [50, 40, 30], 10.9, 17.5),
    product("ROU", "Wireless router", "851762", 10, [54, 38, 36], 8.8, 15.8),
    product("CAM", "Action camera", "852589", 20, [46, 34, 30], 7.4, 41),
    product("PCB", "Printed circuit boards, populated", "853710", 60, [44, 34, 26], 12.8, 7.4),
  ],
  garments: [
    product("TSH", "T-shirts, cotton, knitted", "610910", 60, [58, 38, 36], 12.4, 2.35),
    product("JNS", "Men's trousers, denim", "620342", 24, [60, 40, 34], 16.8, 8.9),
    product("DRS", "Dresses, woven viscose", "620444", 36, [60, 40, 30], 10.6, 7.6),
    product("KNT", "Pullovers, wool", "611011", 24, [60, 40, 40], 11.9, 11.8),
    product("JKT", "Jackets, polyester, padded", "620140", 12, [60, 45, 42], 10.1, 14.5),
    product("SHO", "Trainers, textile uppers", "640411", 12, [62, 46, 36], 11.3, 9.7),
  ],
  auto: [
    product("BRK", "Brake discs, cast iron", "870830", 4, [36, 36, 24], 27.5, 13.2),
    product("FLT", "Oil filters", "842123", 24, [48, 36, 30], 12.2, 1.95),
    product("ALT", "Alternators, 12 V", "851150", 4, [44, 34, 24], 25.8, 58),
    product("WHL", "Alloy wheels, 18 inch", "870870", 1, [50, 50, 26], 12.7, 44),
    product("HRN", "Wiring harnesses", "854430", 10, [60, 40, 32], 14.6, 23.5),
  ],
  cosmetics: [
    product("CRM", "Face cream, 50 ml", "330499", 96, [46, 34, 30], 12.9, 2.6),
    product("SMP", "Shampoo, 400 ml", "330510", 24, [42, 30, 24], 11.8, 1.15),
    product("LIP", "Lipsticks", "330410", 240, [40, 30, 24], 8.2, 1.05),
    product("SRM", "Serum in glass bottles, 30 ml", "330499", 72, [42, 32, 26], 10.4, 3.4),
  ],
  toys: [
    product("BLK", "Building bricks, 500 pieces", "950300", 12, [56, 42, 38], 11.7, 6.8),
    product("PLU", "Plush animals", "950300", 36, [64, 50, 48], 7.2, 2.2),
    product("RCC", "Remote-controlled car", "950300", 8, [60, 44, 40], 9.3, 10.9),
    product("PZL", "Jigsaw puzzles, 1,000 pieces", "950300", 24, [54, 40, 32], 15.8, 3.1),
  ],
};
