import { forwarderList } from "#app/contract/forwarder.ts";
import { handle, type Route } from "../call/route.ts";
import { listForwarders } from "./forwarders.ts";

/** Forwarder management (product 2.2): the forwarder's desk, and what customers see of it. */
export const deskRoutes: Route[] = [
  handle(forwarderList, { reach: "company", anyOf: ["FREIGHTFORWARDER"] }, (_, context) =>
    listForwarders(context),
  ),
];
