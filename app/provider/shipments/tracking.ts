import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { shipmentDocument } from "#app/contract/shipment.ts";
import {
  trackedShipment,
  trackingDetail,
  trackingList,
  trackingNumbers,
  trackingOrders,
  trackingTotals,
} from "#app/contract/tracking.ts";
import type { CallerContext } from "../call/context.ts";
import type { Needs } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { placeNames } from "../reference/place-names.ts";
import { readDetail } from "./detail.ts";
import { shipmentScopeOf } from "./filter.ts";
import { listShipments } from "./list.ts";
import { findNumbers } from "./tracking-numbers.ts";
import { listOrders } from "./tracking-orders.ts";
import { departedAs, totalsOf } from "./tracking-year.ts";

const scoped = ({ db, scope }: CallerContext) => shipmentScopeOf(db, scope);
const areas = { reach: "read", anyOf: ["TRACKING", "APPLETRACKING", "YTDTRACKING"] } as const satisfies Needs;

/** Everything under /tracking of the signed-in: the three tracking areas (product 2.7). */
export const trackingRoutes: Route[] = [
  handleRead(trackingList, areas, async (criteria, context) => {
    const { sort, direction, page, pageSize, cursor, ofYear, ...filter } = criteria;
    const also = ofYear ? departedAs(ofYear, filter.clock, context.now) : [];
    return listShipments(
      context.db,
      await scoped(context),
      { ...filter, also },
      { sort, direction },
      { page, pageSize, cursor },
      context,
    );
  }),
  handleRead(trackingOrders, areas, async (criteria, context) => {
    // Only the seller's documents show prices, so the right to take them decides here as well.
    const hasPrices = context.caller.resourceUrls.includes(shipmentDocument.path);
    return listOrders(context.db, await scoped(context), criteria, { ...context, hasPrices });
  }),
  handleRead(trackingTotals, areas, async (criteria, context) => {
    const { db, language } = context;
    return totalsOf(db, await scoped(context), criteria, {
      ...context,
      placesOf: (codes) => placeNames(db, language, codes),
    });
  }),
  handleRead(trackingNumbers, areas, async ({ numbers }, context) =>
    findNumbers(context.db, await scoped(context), numbers, context),
  ),
  handle(trackingDetail, areas, async ({ id }, context) => {
    const detail = await readDetail(context.db, await scoped(context), id, { ...context, hasCharges: false });
    if (!detail) throw new Refusal(CODE_NOT_FOUND, "notFound");
    return trackedShipment.parse(detail);
  }),
];
