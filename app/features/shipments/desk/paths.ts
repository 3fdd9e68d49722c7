import { href } from "react-router";
import { withQuery } from "#app/lib/with-query.ts";

export const deskShipmentHref = (id: string) => href("/freightForwarder/shipment/:id", { id });
/** The form that makes the shipment of a booking. */
export const makeHref = (booking: string) => withQuery(href("/freightForwarder/shipmentMake"), { booking });
/** The same form, for a shipment that is there. */
export const changeHref = (shipment: string) =>
  withQuery(href("/freightForwarder/shipmentMake"), { shipment });
/** Two shipments side by side, by their house numbers. */
export const mergeHref = (keep: string, go: string) =>
  withQuery(href("/freightForwarder/shipmentMerge"), { keep, go });
/** The page of a shipment with the form that corrects one of its events. */
export const correctHref = (id: string, event: string) =>
  `${withQuery(deskShipmentHref(id), { correct: event })}#event`;
