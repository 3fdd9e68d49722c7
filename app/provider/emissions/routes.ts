import { shipmentEmissions } from "#app/contract/emission.ts";
import { handle, type Route } from "../call/route.ts";
import { readShipmentEmissions } from "./shipment.ts";

/** What is computed of a single shipment. The export is a route of analytics, whose population it has. */
export const emissionRoutes: Route[] = [
  handle(shipmentEmissions, { reach: "read", anyOf: ["SHIPMENTS"] }, readShipmentEmissions),
];
