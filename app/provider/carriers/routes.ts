import { importAirStatus } from "#app/contract/air-status.ts";
import { carrierKeyList, carrierKeyMake, carrierKeyRevoke } from "#app/contract/carrier-key.ts";
import { carrierPullList, carrierPullSave } from "#app/contract/carrier-pull.ts";
import { CODE_INVALID } from "#app/contract/code.ts";
import { cutOffState } from "#app/contract/cut-off.ts";
import { EVENTS_MAX, type ImportReport, importEvents } from "#app/contract/event.ts";
import { freeTimeState } from "#app/contract/free-time.ts";
import { readImp } from "#app/lib/cargo-imp.ts";
import type { CallerContext } from "../call/context.ts";
import type { Needs } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";
import { handle, handleKeyed, type KeyedContext, type Route } from "../call/route.ts";
import { reportOf } from "../call/sent-item.ts";
import { storeCutOffs } from "../cut-offs/state.ts";
import { airStatusReader, impLineReader } from "../shipments/air-status.ts";
import type { EventReader } from "../shipments/event-message.ts";
import { storeEvents } from "../shipments/event-store.ts";
import { takeStatements } from "../shipments/free-time-state.ts";
import { VALUES_PER_EVENT } from "./event-page.ts";
import { type KeyKeeper, listCarrierKeys, makeCarrierKey, revokeCarrierKey } from "./key.ts";
import { carrierKeys } from "./key-door.ts";
import { listPulls, savePull } from "./pull-source.ts";

/** 5,000 events of the size of DCSA's examples are 7 MB. */
const EVENTS_BYTES = 16 * 1024 * 1024;
const read = { reach: "read", desk: true } as const satisfies Needs;
const act = { reach: "act", desk: true } as const satisfies Needs;
const keep = { ...act, proof: "withFactor" } as const satisfies Needs;

const keeperOf = ({ db, now, clientAddress, caller }: CallerContext): KeyKeeper => ({
  db,
  now,
  clientAddress,
  person: caller,
});

/** How many values a status of an air waybill has at most. */
const VALUES_PER_STATUS = 40;

/** Stores what a carrier's key or a person of the desk sends. */
async function receive(
  message: unknown,
  { db, now, caller, holder }: KeyedContext,
  read?: EventReader,
): Promise<ImportReport> {
  const sender = holder?.name ?? null;
  const report = await storeEvents(db, message, { source: sender ?? caller!.userName, sender, now, read });
  const isNothingTaken = report.accepted + report.corrected + report.repeated + report.retracted === 0;
  const waiting = report.quarantined.length;
  if (!isNothingTaken || report.rejected.length + waiting === 0) return report;
  throw new Refusal(CODE_INVALID, "eventsNotTaken", {
    data: report,
    status: waiting > 0 ? 202 : 400,
    keepsChanges: true,
  });
}

/** What carriers send, and the keys by which they may. */
export const carrierRoutes: Route[] = [
  handleKeyed(importEvents, act, carrierKeys, receive, {
    bodyLimit: EVENTS_BYTES,
    bodyValues: EVENTS_MAX * VALUES_PER_EVENT,
  }),
  handleKeyed(
    importAirStatus,
    act,
    carrierKeys,
    async (input, context) => {
      if ("statuses" in input)
        return receive(input.statuses, context, await airStatusReader(context.db, input.statuses));
      const lines = readImp(input.text);
      if (lines.length > EVENTS_MAX) throw new Refusal(CODE_INVALID, "tooLarge", { status: 413 });
      return receive(lines, context, await impLineReader(context.db, lines));
    },
    { bodyLimit: EVENTS_BYTES, bodyValues: EVENTS_MAX * VALUES_PER_STATUS },
  ),
  handleKeyed(cutOffState, act, carrierKeys, async ({ statements }, { db, now, caller, holder }) =>
    reportOf(
      statements,
      await storeCutOffs(db, statements, { source: holder?.name ?? caller!.userName, now }),
    ),
  ),
  handleKeyed(freeTimeState, act, carrierKeys, async ({ statements }, { db, now, holder }) =>
    reportOf(statements, await takeStatements(db, statements, { sender: holder?.name ?? "", now })),
  ),
  handle(carrierKeyList, read, (input, { db }) => listCarrierKeys(input, db)),
  handle(carrierKeyMake, keep, (input, context) => makeCarrierKey(input, keeperOf(context)), {
    isAnswerSecret: true,
  }),
  handle(carrierKeyRevoke, keep, (input, context) => revokeCarrierKey(input, keeperOf(context))),
  handle(carrierPullList, read, (_, { db }) => listPulls(db)),
  handle(carrierPullSave, keep, (input, context) =>
    savePull(input, { ...keeperOf(context), secrets: context.secrets, outside: context.outside }),
  ),
];
