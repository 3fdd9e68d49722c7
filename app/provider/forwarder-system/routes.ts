import * as contract from "#app/contract/forwarder-system.ts";
import { SYSTEM_IMPORT } from "#app/contract/forwarder-system-code.ts";
import { limitTo } from "../call/in-turn.ts";
import type { Needs } from "../call/needs.ts";
import { handle, type Route } from "../call/route.ts";
import { sendInvoices, sendMilestones, sendShipments } from "./call.ts";
import { listImports, readImport, saveReport } from "./report.ts";

const read = { reach: "read", desk: true } as const satisfies Needs;
const act = { reach: "act", desk: true } as const satisfies Needs;

/** They wait for each other anyway, and not with a connection of the pool each. */
const runInSlot = limitTo(1, 20);
const many = { bodyLimit: SYSTEM_IMPORT.bytes, bodyValues: SYSTEM_IMPORT.values, runInSlot };

/** Everything under /forwarderSystem (app/decisions/exports-and-imports.md). */
export const forwarderSystemRoutes: Route[] = [
  handle(contract.systemShipments, act, sendShipments, many),
  handle(contract.systemMilestones, act, sendMilestones, many),
  handle(contract.systemInvoices, act, sendInvoices, many),
  handle(contract.systemImportList, read, listImports),
  handle(contract.systemImportDetail, read, readImport),
  handle(contract.systemImportFile, read, saveReport),
];
