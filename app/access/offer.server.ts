import { bookingSaveDraft } from "#app/contract/booking.ts";
import { quoteAdd } from "#app/contract/quote.ts";
import { endpointsIn, screensOf } from "#app/contract/screen-calls.ts";
import { shipmentDocument } from "#app/contract/shipment.ts";
import { shipmentExport } from "#app/contract/shipment-export.ts";
import { isLacking } from "#app/upstream/lacking.server.ts";
import type { Rights } from "./permission.ts";

const contract = import.meta.glob<Record<string, unknown>>("../contract/*.ts", { eager: true });
const screenCalls = screensOf(endpointsIn(Object.values(contract)));

export interface LackingScreen {
  path: string;
  /** Names of the calls that the provider lacks. */
  calls: string[];
}

/**
 * Screens that the provider does not support, as far as known, with the missing calls. A provider built from
 * product 7 alone has no option lists, because product 7 names none.
 */
export function lackingScreens(): LackingScreen[] {
  return screenCalls.flatMap(({ path, needs }) => {
    const calls = needs.map(({ name }) => name).filter(isLacking);
    return calls.length > 0 ? [{ path, calls }] : [];
  });
}

/** Screens to which no link leads, since the provider does not support them. */
export function hiddenScreens(): ReadonlySet<string> {
  return new Set(lackingScreens().map(({ path }) => path));
}

/** Rights without those for unsupported screens, so that no button leads nowhere. */
export function offeredRights(rights: Rights): Rights {
  const gone: string[] = [
    ...(isLacking(quoteAdd.name) ? ["REQUESTQUOTE"] : []),
    ...(isLacking(bookingSaveDraft.name) ? ["BOOKSHIPMENT", "TEONLINEBOOKING"] : []),
    ...(isLacking(shipmentExport.name) ? [shipmentExport.path] : []),
    ...(isLacking(shipmentDocument.name) ? [shipmentDocument.path] : []),
  ];
  if (gone.length === 0) return rights;
  const isThere = (name: string) => !gone.includes(name);
  const { buttons, resourceUrls } = rights;
  return { ...rights, buttons: buttons.filter(isThere), resourceUrls: resourceUrls.filter(isThere) };
}

/** Whether an address of the portal, with or without a query, is of a screen that the provider does not support. */
export function isOfLackingScreen(address: string): boolean {
  const [path = ""] = address.split(/\/*(?:[?#]|$)/);
  return lackingScreens().some(
    (screen) => path === screen.path || path.startsWith(`${screen.path}/`) || `${path}/index` === screen.path,
  );
}

/** Menus whose first screen the provider does not support: nobody is redirected there. */
export function lackingMenus(): string[] {
  return lackingScreens().map(({ path }) => path.replace(/\/index$/, ""));
}
