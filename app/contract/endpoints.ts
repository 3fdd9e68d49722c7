import * as auth from "./auth.ts";
import * as booking from "./booking.ts";
import * as bookingAttachment from "./booking-attachment.ts";
import * as bookingTemplate from "./booking-template.ts";
import type { Endpoint } from "./endpoint.ts";
import * as event from "./event.ts";
import * as message from "./message.ts";
import * as messageSession from "./message-session.ts";
import * as quote from "./quote.ts";
import * as realtime from "./realtime.ts";
import * as shipment from "./shipment.ts";
import * as shipmentExport from "./shipment-export.ts";
import * as shipmentPreview from "./shipment-preview.ts";
import * as user from "./user.ts";

const modules = [
  auth,
  user,
  shipment,
  shipmentExport,
  shipmentPreview,
  event,
  quote,
  booking,
  bookingTemplate,
  bookingAttachment,
  message,
  messageSession,
  realtime,
];

/** All calls; the provider registers and documents them from this list. */
export const endpoints: readonly Endpoint[] = modules
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "service" in value && "path" in value;
}
