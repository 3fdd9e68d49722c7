import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import {
  deliveryAsk,
  deliveryDetail,
  deliveryList,
  deliveryProof,
  deliveryState,
} from "#app/contract/delivery.ts";
import type { Needs } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";
import { handle, handleKeyed, type KeyedContext, type Route } from "../call/route.ts";
import { carrierKeys } from "../carriers/key-door.ts";
import { findFile, sendFile } from "../files/stored-file.ts";
import { askAppointment } from "./ask.ts";
import { findDelivery, listDeliveries, readDelivery } from "./read.ts";
import { takeUpdates } from "./state.ts";

const look = { reach: "read", anyOf: ["LASTMILE"] } as const satisfies Needs;
/** Room for one proof of 5 MB in base64. */
const UPDATE_BYTES = 8 * 1024 * 1024;

async function receive(
  { updates }: { updates: unknown[] },
  { db, now, holder, files }: KeyedContext,
): Promise<z.input<typeof deliveryState.response>> {
  const report = await takeUpdates(db, updates, { sender: holder?.name ?? "", now, files });
  if (report.rejected.length < updates.length) return report;
  throw new Refusal(CODE_INVALID, "updatesNotTaken", { data: report, status: 400 });
}

/** Everything under /lastMile. */
export const deliveryRoutes: Route[] = [
  handle(deliveryList, look, listDeliveries),
  handle(deliveryDetail, look, ({ id }, context) => readDelivery(id, context)),
  handle(deliveryAsk, { reach: "write", anyOf: ["LASTMILE"] }, askAppointment),
  handle(deliveryProof, { ...look, resourceUrl: true }, async ({ id, proofId }, context) => {
    const delivery = await findDelivery(context.db, context.scope, id);
    const file = await findFile(context.db, "delivery", proofId);
    return sendFile(context, file?.subject_id === delivery.id ? file : undefined);
  }),
  handleKeyed(deliveryState, { reach: "act", desk: true }, carrierKeys, receive, { bodyLimit: UPDATE_BYTES }),
];
