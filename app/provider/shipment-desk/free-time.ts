import type { z } from "zod";
import type { freeTimeEnter } from "#app/contract/shipment-desk.ts";
import { cleanContainerNumber } from "#app/lib/container-number.ts";
import type { CallerContext } from "../call/context.ts";
import { takeStatements } from "../shipments/free-time-state.ts";
import { message } from "../texts/message.ts";
import { invalid, lockShipment, note } from "./record.ts";

/** States holds and the last free day of a container of the shipment. */
export async function enterFreeTime(
  { shipmentId, containerNumber, lastFreeDay, ...enteredTimes }: z.output<typeof freeTimeEnter.request>,
  context: CallerContext,
): Promise<null> {
  const { db, language, now } = context;
  const row = await lockShipment(db, shipmentId);
  const number = cleanContainerNumber(containerNumber);
  const fault = (path: string, key: "containerNotOfShipment" | "yearFar") =>
    invalid([{ path, message: message(key, language) }]);
  if (!row.container_numbers.map(cleanContainerNumber).includes(number))
    throw fault("containerNumber", "containerNotOfShipment");
  const statement = {
    containerNumber,
    houseNumber: row.house_number,
    lastFreeDay,
    ...enteredTimes,
    statedAt: now.toISOString(),
  };
  const { rejected } = await takeStatements(db, [statement], { sender: "", now });
  if (rejected.length > 0) throw fault("lastFreeDay", "yearFar");
  await note(context, row, "shipment.freeTimeStated", [
    { path: "containerNumber", before: null, after: number },
    { path: "lastFreeDay", before: null, after: lastFreeDay },
    { path: "holds", before: null, after: enteredTimes.holds.join(", ") || null },
  ]);
  return null;
}
