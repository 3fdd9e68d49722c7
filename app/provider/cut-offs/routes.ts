import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { cutOffList, type WireCutOff } from "#app/contract/cut-off.ts";
import { needOf } from "#app/lib/cut-off.ts";
import { dayToWire, instantToWire, type KnownTime } from "#app/lib/date-time.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import type { Needs } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";
import { handleRead, type Route } from "../call/route.ts";
import { seenRows } from "../call/scope.ts";
import { placeNames } from "../reference/place-names.ts";
import { type CutOff, cutOffsOfBooking, cutOffsOfShipments } from "./list.ts";

const look = { reach: "read", anyOf: ["SHIPMENTS", "BOOKING"] } as const satisfies Needs;

async function find(
  target: { shipmentId: string } | { bookingId: string },
  { db, scope }: CallerContext,
): Promise<CutOff[]> {
  if ("bookingId" in target) {
    const { id } = await findOwnRow(db, "booking", scope, target.bookingId);
    return cutOffsOfBooking(db, id);
  }
  const shipment = await db
    .selectFrom("shipment as s")
    .select("s.id")
    .where("s.id", "=", target.shipmentId)
    .where(seenRows(scope, "s.company_id"))
    .executeTakeFirst();
  if (!shipment) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return cutOffsOfShipments(db, [shipment.id]);
}

const moment = ({ at, isDayOnly }: KnownTime) => (isDayOnly ? dayToWire(at) : instantToWire(at))!;

export const cutOffRoutes: Route[] = [
  handleRead(cutOffList, look, async (target, context) => {
    const cutOffs = await find(target, context);
    const codes = cutOffs.map(({ placeCode }) => placeCode);
    const places = await placeNames(context.db, context.language, codes);
    return {
      cutOffs: cutOffs.map(
        ({ code, time, placeCode, facility, source, statedAt, earlier, met, count }): WireCutOff => ({
          code,
          at: moment(time),
          place: places.orNull(placeCode),
          facility,
          source,
          count,
          statedAt: instantToWire(statedAt)!,
          earlier: earlier.map((statement) => ({
            at: moment(statement.time),
            statedAt: instantToWire(statement.statedAt)!,
          })),
          need: needOf(code),
          metAt: met && moment(met),
        }),
      ),
    };
  }),
];
