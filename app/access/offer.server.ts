import { bookingList, bookingSaveDraft, templateList } from "#app/contract/booking.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { chatList } from "#app/contract/message.ts";
import { quoteAdd, quoteList } from "#app/contract/quote.ts";
import { dashboard, previewSearch, shipmentList } from "#app/contract/shipment.ts";
import { isLacking } from "#app/upstream/lacking.server.ts";
import { screensToCome } from "./navigation.ts";

/**
 * What a screen cannot do without. A provider that knows the specification alone has no lists of its own choosing
 * (spec 7 names none): what it lacks is led to by nothing.
 */
const screenCalls: Record<string, readonly Endpoint[]> = {
  "/dashboard": [dashboard],
  "/quote/index": [quoteList],
  "/quote/add": [quoteAdd],
  "/booking/index": [bookingList],
  "/booking/add": [bookingSaveDraft],
  "/booking/teBooking": [bookingSaveDraft],
  "/booking/template": [templateList],
  "/shipments/index": [shipmentList],
  "/shipments/bookingList": [bookingList],
  "/messageCenter/index": [chatList],
  "/tracking/preview": [previewSearch],
  "/appleTracking/preview": [previewSearch],
  "/ytdTracking/preview": [previewSearch],
};

export interface LackingScreen {
  path: string;
  /** Names of the calls that the provider lacks. */
  calls: string[];
}

/** Screens that the provider has nothing for, as far as is known, with the reason. */
export function lackingScreens(): LackingScreen[] {
  return Object.entries(screenCalls).flatMap(([path, needed]) => {
    const calls = needed.map(({ name }) => name).filter(isLacking);
    return calls.length > 0 ? [{ path, calls }] : [];
  });
}

/** Screens that no link leads to: those to come, and those that the provider has nothing for. */
export function hiddenScreens(): ReadonlySet<string> {
  const lacking = lackingScreens();
  return lacking.length > 0 ? new Set([...screensToCome, ...lacking.map(({ path }) => path)]) : screensToCome;
}

/** Menus whose first screen the provider has nothing for: nobody is sent there. */
export function lackingMenus(): string[] {
  return lackingScreens().map(({ path }) => path.replace(/\/index$/, ""));
}
