import * as contract from "#app/contract/quote.ts";
import { handle, type Route } from "../http/handler.ts";
import { bookQuote } from "./book.ts";
import { acceptQuote, rejectQuote } from "./decide.ts";
import { readQuote, readVersion } from "./detail.ts";
import { listQuotes } from "./list.ts";
import { priceQuote } from "./price.ts";
import { addQuote, findOfForm, updateQuote } from "./request.ts";

/** Spec 2-4 "Quote". */
export const quoteRoutes: Route[] = [
  handle(contract.quoteList, listQuotes),
  handle(contract.quoteAdd, addQuote),
  handle(contract.quoteOfForm, findOfForm),
  handle(contract.quoteUpdate, updateQuote),
  handle(contract.quoteDetail, readQuote),
  handle(contract.quoteVersion, readVersion),
  handle(contract.quoteAccept, acceptQuote),
  handle(contract.quoteReject, rejectQuote),
  handle(contract.quoteBook, bookQuote),
  handle(contract.quotePrice, priceQuote),
];
