import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { etaHistory } from "#app/contract/eta-history.ts";
import { eventQuarantine } from "#app/contract/event.ts";
import { waitingList, waitingRetry } from "#app/contract/event-waiting.ts";
import { shipmentFreeTime } from "#app/contract/free-time.ts";
import {
  shipmentDetail,
  shipmentDocument,
  shipmentFilterOptions,
  shipmentFollow,
  shipmentList,
  shipmentPublish,
} from "#app/contract/shipment.ts";
import { shipmentExport } from "#app/contract/shipment-export.ts";
import { shipmentFollowMany } from "#app/contract/shipment-follow.ts";
import { previewSearch } from "#app/contract/shipment-preview.ts";
import { shipmentRoute } from "#app/contract/shipment-route.ts";
import { maySeeCharges } from "../access/charges.ts";
import type { CallerContext } from "../call/context.ts";
import type { Needs } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";
import { handle, handlePublic, handleRead, type Route } from "../call/route.ts";
import { handleList } from "../output/list-route.ts";
import { countViews } from "./count.ts";
import { readDetail, readPaperLines } from "./detail.ts";
import { makeDocument } from "./document.ts";
import { readEtaHistory } from "./eta-history.ts";
import { exportShipments } from "./export.ts";
import { shipmentScopeOf } from "./filter.ts";
import { readFilterOptions } from "./filter-options.ts";
import { followMany, setFollowed } from "./follow.ts";
import { readShipmentFreeTime } from "./free-time.ts";
import { listShipments } from "./list.ts";
import { readNeeds as look } from "./permission.ts";
import { searchPreview } from "./preview.ts";
import { setPublic } from "./publish.ts";
import { listQuarantine } from "./quarantine.ts";
import { routeOf } from "./route-legs.ts";
import { trackingRoutes } from "./tracking.ts";
import { listWaiting, retryWaiting } from "./waiting.ts";

const scoped = ({ db, scope }: CallerContext) => shipmentScopeOf(db, scope);
/** Only for roles whose resource urls include the call. */
const take = { ...look, resourceUrl: true } as const satisfies Needs;
const notFound = () => new Refusal(CODE_NOT_FOUND, "notFound");

/** People search a few numbers at a time; more requests are an attempt to guess numbers. */
const SEARCHES_PER_MINUTE = 30;
/** Longer than the search takes, so that the duration reveals nothing. */
const SEARCH_ANSWERS_AFTER_MS = 60;

/** Everything under /shipment, /tracking and /preview, and the quarantine of events. */
export const shipmentRoutes: Route[] = [
  ...trackingRoutes,
  handleRead(
    shipmentList,
    look,
    async ({ sort, direction, page, pageSize, cursor, withViews, ...filter }, context) => {
      const { db, now } = context;
      const scope = await scoped(context);
      const pageRequest = { page, pageSize, cursor };
      const [list, views] = await Promise.all([
        listShipments(db, scope, filter, { sort, direction }, pageRequest, context),
        withViews ? countViews(db, scope, filter.clock, now) : undefined,
      ]);
      return { ...list, ...(views && { views }) };
    },
  ),
  handleList(
    shipmentExport,
    take,
    "shipments",
    async ({ sort, direction, columns, format, ...filter }, context) =>
      exportShipments(
        context.db,
        await scoped(context),
        filter,
        { sort, direction },
        { ...context, columns, format },
      ),
  ),
  handleRead(shipmentFilterOptions, look, async (_, context) =>
    readFilterOptions(context.db, await scoped(context), context.language),
  ),
  handle(shipmentDetail, look, async ({ id }, context) => {
    const hasCharges = maySeeCharges(context.caller);
    const detail = await readDetail(context.db, await scoped(context), id, { ...context, hasCharges });
    if (!detail) throw notFound();
    return detail;
  }),
  // Distances that it computes are kept, which changes nothing of anybody's.
  handle(shipmentRoute, { ...look, seen: "also" }, async ({ id }, context) => {
    const detail = await readDetail(context.db, await scoped(context), id, { ...context, hasCharges: false });
    if (!detail) throw notFound();
    return routeOf(context.db, detail, context);
  }),
  handle(etaHistory, look, async ({ id }, context) => {
    const history = await readEtaHistory(context.db, await scoped(context), id, context);
    if (!history) throw notFound();
    return history;
  }),
  handle(shipmentFreeTime, look, async ({ id, pickup = null }, context) => {
    const hasCharges = maySeeCharges(context.caller);
    const options = { ...context, pickup, hasCharges };
    const freeTime = await readShipmentFreeTime(context.db, await scoped(context), id, options);
    if (!freeTime) throw notFound();
    return freeTime;
  }),
  handle(shipmentDocument, take, async ({ id, documentId, clock }, context) => {
    const detail = await readDetail(context.db, await scoped(context), id, {
      ...context,
      hasCharges: false,
    });
    if (!detail) throw notFound();
    const lines = await readPaperLines(context.db, id);
    const file = makeDocument({ ...detail, lines }, documentId, { ...context, clock });
    if (!file) throw notFound();
    return file;
  }),
  handle(shipmentFollow, look, async ({ id, isFollowed }, context) => {
    if (!(await setFollowed(context.db, await scoped(context), id, isFollowed))) throw notFound();
    return null;
  }),
  handle(shipmentFollowMany, look, async (input, context) =>
    followMany(context.db, await scoped(context), input),
  ),
  handle(
    shipmentPublish,
    { reach: "write", anyOf: ["SHIPMENTS"], resource: "SHIPMENT_PUBLIC", resourceUrl: true },
    async ({ id, isPublic }, context) => {
      if (!(await setPublic(context.db, context.scope, id, isPublic))) throw notFound();
      return null;
    },
  ),
  handlePublic(previewSearch, (input, context) => searchPreview(context.db, input, context), {
    callsPerMinute: SEARCHES_PER_MINUTE,
    answersAfterMs: SEARCH_ANSWERS_AFTER_MS,
  }),
  handleRead(waitingList, { reach: "read", desk: true }, (input, { db }) => listWaiting(input, db)),
  handle(waitingRetry, { reach: "act", desk: true }, retryWaiting),
  handleRead(eventQuarantine, { reach: "read", desk: true }, (input, { db, language }) =>
    listQuarantine(db, input, language),
  ),
];
