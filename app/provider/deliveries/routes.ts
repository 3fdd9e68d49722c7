import {
  deliveryAsk,
  deliveryDetail,
  deliveryExport,
  deliveryList,
  deliveryProof,
  deliveryState,
} from "#app/contract/delivery.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handleKeyed, handleRead, type Route } from "../call/route.ts";
import { reportOf } from "../call/sent-item.ts";
import { carrierKeys } from "../carriers/key-door.ts";
import { findFile, sendFile } from "../files/stored-file.ts";
import { handleList } from "../output/list-route.ts";
import { askAppointment } from "./ask.ts";
import { exportDeliveries } from "./export.ts";
import { deliveries, findDelivery, readDelivery } from "./read.ts";
import { takeUpdates } from "./state.ts";

const look = { reach: "read", anyOf: ["LASTMILE"] } as const satisfies Needs;
/** Room for one proof of 5 MB in base64. */
const UPDATE_BYTES = 8 * 1024 * 1024;

/** Everything under /lastMile. */
export const deliveryRoutes: Route[] = [
  handleRead(deliveryList, look, deliveries.page),
  handleList(deliveryExport, look, "deliveries", exportDeliveries),
  handle(deliveryDetail, look, ({ id }, context) => readDelivery(id, context)),
  handle(deliveryAsk, { reach: "write", anyOf: ["LASTMILE"] }, askAppointment),
  handle(deliveryProof, { ...look, resourceUrl: true }, async ({ id, proofId }, context) => {
    const delivery = await findDelivery(context.db, context.scope, id);
    const file = await findFile(context.db, "delivery", proofId);
    return sendFile(context, file?.subject_id === delivery.id ? file : undefined);
  }),
  handleKeyed(
    deliveryState,
    { reach: "act", desk: true },
    carrierKeys,
    async ({ updates }, { db, now, holder, files }) =>
      reportOf(updates, await takeUpdates(db, updates, { sender: holder?.name ?? "", now, files })),
    { bodyLimit: UPDATE_BYTES },
  ),
];
