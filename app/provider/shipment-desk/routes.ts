import * as carrier from "#app/contract/carrier-name.ts";
import * as deskFile from "#app/contract/desk-import.ts";
import { eventMatch, eventUnmatch, quarantineRetry } from "#app/contract/event-desk.ts";
import * as contract from "#app/contract/shipment-desk.ts";
import * as double from "#app/contract/shipment-merge.ts";
import * as tariff from "#app/contract/tariff-desk.ts";
import type { Needs } from "../call/needs.ts";
import { handle, type Route } from "../call/route.ts";
import { changeShipment } from "./change.ts";
import { readDeskShipment } from "./desk.ts";
import { enterEvent } from "./event.ts";
import { enterFreeTime } from "./free-time.ts";
import { chooseEncoding, prepareImport, reportImport, runImport } from "./import.ts";
import { importExample } from "./import-example.ts";
import { makeShipment, startShipment } from "./make.ts";
import { matchToShipment, retryQuarantined, takeMatchBack } from "./match.ts";
import { listDoubles, lookAtMerge, mergeShipments } from "./merge.ts";
import { addCarrier, assignName, listNames, nameVessel, takeNameBack } from "./names.ts";
import { endTariffAfter, listTariffs, saveTariff } from "./tariff.ts";

const read = { reach: "read", desk: true } as const satisfies Needs;
const act = { reach: "act", desk: true } as const satisfies Needs;

/** Shipments at the forwarder's desk: made from bookings, corrected, told of. */
export const shipmentDeskRoutes: Route[] = [
  handle(contract.shipmentStart, read, startShipment),
  handle(contract.shipmentMake, act, makeShipment),
  handle(contract.shipmentDesk, read, readDeskShipment),
  handle(contract.shipmentChange, act, changeShipment),
  handle(contract.eventEnter, act, enterEvent),
  handle(contract.freeTimeEnter, act, enterFreeTime),
  handle(eventMatch, act, matchToShipment),
  handle(eventUnmatch, act, takeMatchBack),
  handle(quarantineRetry, act, retryQuarantined),
  handle(deskFile.deskImport, act, prepareImport),
  handle(deskFile.deskImportReport, read, reportImport),
  handle(deskFile.deskImportEncoding, act, chooseEncoding),
  handle(deskFile.deskImportRun, act, runImport),
  handle(deskFile.deskImportExample, read, importExample),
  handle(double.shipmentDoubles, read, listDoubles),
  handle(double.shipmentMergeLook, read, lookAtMerge),
  handle(double.shipmentMerge, act, mergeShipments),
  handle(carrier.carrierNames, read, listNames),
  handle(carrier.carrierNameAssign, act, assignName),
  handle(carrier.carrierNameTakeBack, act, takeNameBack),
  handle(carrier.carrierAdd, act, addCarrier),
  handle(carrier.vesselNameSave, act, nameVessel),
  handle(tariff.tariffList, read, listTariffs),
  handle(tariff.tariffSave, act, saveTariff),
  handle(tariff.tariffEnd, act, endTariffAfter),
];
