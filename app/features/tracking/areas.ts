import type { RoutePath } from "#app/route-rules.ts";

/** How the rows of an area are put together: a row a shipment, by PO, by PO and SKU, or the totals of a year. */
export type Grouping = "house" | "po" | "sku" | "year";
export type SearchKey = "houseNumber" | "poNumber" | "skuNumber" | "shipper" | "consignee";
type AreaName = "tracking" | "appleTracking" | "ytdTracking";

const paths = {
  tracking: { index: "/tracking/index", detail: "/tracking/detail/:id" },
  appleTracking: { index: "/appleTracking/index", detail: "/appleTracking/detail/:id" },
  ytdTracking: { index: "/ytdTracking/index", detail: "/ytdTracking/detail/:id" },
} as const satisfies Record<AreaName, Record<"index" | "detail", RoutePath>>;

export interface Area {
  name: AreaName;
  index: (typeof paths)[AreaName]["index"];
  detail: (typeof paths)[AreaName]["detail"];
  /** The first one is shown without a choice. */
  groupings: readonly Grouping[];
  /** Search fields by grouping; the first one is the box above the rows, the others are filters. */
  keys: Partial<Record<Grouping, readonly SearchKey[]>>;
}

/** The differences between the three tracking areas (product 2.7), which are one module. */
const areas: Record<AreaName, Area> = {
  tracking: {
    name: "tracking",
    ...paths.tracking,
    groupings: ["house", "po"],
    keys: { house: ["houseNumber", "shipper", "consignee"], po: ["poNumber"] },
  },
  appleTracking: {
    name: "appleTracking",
    ...paths.appleTracking,
    groupings: ["sku"],
    keys: { sku: ["poNumber", "skuNumber"] },
  },
  ytdTracking: {
    name: "ytdTracking",
    ...paths.ytdTracking,
    groupings: ["year"],
    keys: {},
  },
};

/** The area of a path below one of the three. */
export function areaOf(pathname: string): Area {
  const name = pathname.split("/")[1] as AreaName;
  return areas[name] ?? areas.tracking;
}
