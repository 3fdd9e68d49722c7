import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  dashboard,
  previewSearch,
  shipmentDetail,
  shipmentFilterOptions,
  shipmentFollow,
  shipmentList,
} from "#app/contract/shipment.ts";
import { type CallerContext, handle, handlePublic, Refusal, type Route } from "../http/handler.ts";
import { readDashboard } from "./dashboard.ts";
import { readDetail } from "./detail.ts";
import { scopeOf } from "./filter.ts";
import { readFilterOptions } from "./filter-options.ts";
import { setFollowed } from "./follow.ts";
import { listShipments } from "./list.ts";
import { searchPreview } from "./preview.ts";

const scoped = ({ db, caller }: CallerContext) => scopeOf(db, caller);
const notFound = () => new Refusal(CODE_NOT_FOUND, "notFound");

/** Everything under /shipment, /dashboard and /preview, and the door for events. */
export const shipmentRoutes: Route[] = [
  handle(shipmentList, async ({ sort, direction, page, pageSize, ...filter }, context) =>
    listShipments(
      context.db,
      await scoped(context),
      filter,
      { sort, direction },
      { page, pageSize },
      context,
    ),
  ),
  handle(shipmentFilterOptions, async (_, context) =>
    readFilterOptions(context.db, await scoped(context), context.language),
  ),
  handle(shipmentDetail, async ({ id }, context) => {
    const hasCharges = context.caller.resourceCodes.includes("SHIPMENT_CHARGES");
    const found = await readDetail(context.db, await scoped(context), id, { ...context, hasCharges });
    if (!found) throw notFound();
    return found;
  }),
  handle(shipmentFollow, async ({ id, isFollowed }, context) => {
    if (!(await setFollowed(context.db, await scoped(context), id, isFollowed))) throw notFound();
    return null;
  }),
  handle(dashboard, async (_, context) => readDashboard(context.db, await scoped(context), context)),
  handlePublic(previewSearch, (input, context) => searchPreview(context.db, input, context)),
];
