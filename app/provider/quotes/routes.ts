import * as contract from "#app/contract/quote.ts";
import * as deskContract from "#app/contract/quote-desk.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { handleList } from "../output/list-route.ts";
import { bookQuote } from "./book.ts";
import { acceptQuote, rejectQuote } from "./decide.ts";
import { readForDesk } from "./desk-detail.ts";
import { readQuote, readVersion } from "./detail.ts";
import { saveDraft } from "./draft.ts";
import { exportQuotes } from "./export.ts";
import { quotes } from "./list.ts";
import { readNeeds as look } from "./permission.ts";
import { sendPrice } from "./price.ts";
import { addQuote, findByForm, updateQuote } from "./request.ts";
import { withdrawPrice } from "./withdraw.ts";

const ask = { reach: "write", anyOf: ["REQUESTQUOTE"] } as const satisfies Needs;
/** Nobody accepts a price that they may not see (app/decisions/quotes.md). */
const onlySeenPrices = { resource: "SHIPMENT_CHARGES" } as const;

/** Product 3.6, 4.3. */
export const quoteRoutes: Route[] = [
  handleRead(contract.quoteList, look, quotes.page),
  handleList(contract.quoteExport, look, "quotes", exportQuotes),
  handle(contract.quoteAdd, { ...ask, reach: "company" }, addQuote),
  handle(contract.quoteOfForm, { ...ask, reach: "company" }, findByForm),
  handle(contract.quoteUpdate, ask, updateQuote),
  handle(contract.quoteDetail, look, readQuote),
  handle(contract.quoteVersion, look, readVersion),
  handle(contract.quoteAccept, { ...ask, ...onlySeenPrices }, acceptQuote),
  handle(contract.quoteReject, ask, rejectQuote),
  handle(
    contract.quoteBook,
    { reach: "write", anyOf: ["REQUESTQUOTE", "BOOKSHIPMENT"], ...onlySeenPrices },
    bookQuote,
  ),
  handle(contract.quotePrice, { reach: "act", desk: true }, sendPrice),
  handle(deskContract.quoteDeskDetail, { reach: "read", desk: true }, readForDesk),
  handle(deskContract.quoteDraftSave, { reach: "act", desk: true }, saveDraft),
  handle(deskContract.quoteWithdraw, { reach: "act", desk: true }, withdrawPrice),
];
