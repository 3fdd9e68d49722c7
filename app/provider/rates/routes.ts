import * as contract from "#app/contract/rate.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { chooseEncoding, prepareImport, reportImport, runImport } from "./import.ts";
import { listRates } from "./list.ts";
import { offerRates } from "./offer.ts";

const look = { reach: "read", desk: true } as const;
const act = { reach: "act", desk: true } as const;

/** Rate sheets of the forwarder, which no customer sees. */
export const rateRoutes: Route[] = [
  handleRead(contract.rateList, look, listRates),
  handle(contract.rateImport, act, prepareImport),
  handle(contract.rateImportReport, look, reportImport),
  handle(contract.rateImportEncoding, act, chooseEncoding),
  handle(contract.rateImportRun, act, runImport),
  handle(contract.rateOffer, look, offerRates),
];
