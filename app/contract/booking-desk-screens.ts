import * as booking from "./booking.ts";
import * as attachment from "./booking-attachment.ts";
import * as answer from "./booking-desk.ts";
import * as event from "./event.ts";
import * as desk from "./event-desk.ts";
import * as waiting from "./event-waiting.ts";
import * as place from "./place.ts";
import type { ScreenCalls } from "./screen-calls.ts";
import * as shipment from "./shipment-desk.ts";

/** The calls behind the desk's screens of bookings and shipments. */
export const bookingDeskScreens: readonly ScreenCalls[] = [
  {
    path: "/freightForwarder/booking",
    needs: [booking.bookingDetail],
    beside: [attachment.attachmentDownload],
    writes: [answer.bookingDecide, answer.bookingAskBack, answer.bookingAnswerChange],
  },
  {
    path: "/freightForwarder/shipmentMake",
    needs: [shipment.shipmentStart, shipment.shipmentDesk, booking.bookingOptions],
    beside: [place.placeSearch],
    writes: [shipment.shipmentMake, shipment.shipmentChange],
  },
  {
    path: "/freightForwarder/shipment",
    needs: [shipment.shipmentDesk],
    beside: [place.placeSearch],
    writes: [shipment.eventEnter, shipment.freeTimeEnter],
  },
  {
    path: "/freightForwarder/events",
    needs: [waiting.waitingList, event.eventQuarantine],
    writes: [desk.eventMatch, desk.quarantineRetry, waiting.waitingRetry, place.placeAdd],
  },
];
