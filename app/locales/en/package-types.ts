/** Kinds of packages behind a number of pieces. */
export default {
  CTN: "cartons",
  PLT: "pallets",
  CRT: "crates",
  DRM: "drums",
  BAG: "bags",
  PKG: "packages",
  BX: "boxes",
  CS: "cases",
  RO: "rolls",
  BL: "bales",
  BE: "bundles",
  CL: "coils",
  RL: "reels",
  PP: "pieces",
  WA: "IBCs",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "package-types": typeof import("./package-types.ts").default;
  }
}
