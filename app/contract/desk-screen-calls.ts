import * as quote from "./quote.ts";
import * as quoteDesk from "./quote-desk.ts";
import * as rate from "./rate.ts";
import type { ScreenCalls } from "./screen-calls.ts";

/** As `screenCalls`, of the forwarder's desk. */
export const deskScreenCalls: readonly ScreenCalls[] = [
  {
    path: "/freightForwarder/quote",
    needs: [quoteDesk.quoteDeskDetail],
    beside: [rate.rateOffer],
    writes: [quote.quotePrice, quoteDesk.quoteDraftSave, quoteDesk.quoteWithdraw],
  },
  {
    path: "/freightForwarder/rates",
    needs: [rate.rateList],
    beside: [rate.rateImportReport],
    writes: [rate.rateImport, rate.rateImportRun],
  },
];
