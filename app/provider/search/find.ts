import type { z } from "zod";
import type { SearchHit, searchFind } from "#app/contract/search.ts";
import { searchedKeys } from "#app/lib/pasted-numbers.ts";
import type { RecordSearch } from "../access/searched.ts";
import { bookingSearch } from "../bookings/search.ts";
import type { CallerContext } from "../call/context.ts";
import { isMet } from "../call/needs.ts";
import { invoiceSearch } from "../invoices/search.ts";
import { conversationSearch } from "../messages/search.ts";
import { quoteSearch } from "../quotes/search.ts";
import { shipmentSearch } from "../shipments/search.ts";

/**
 * Finds records of every kind whose list the caller may open. Whole numbers come first, then the best of each kind in turn: many
 * shipments do not hide the one invoice.
 */
export async function findRecords(
  { text, limit }: z.output<typeof searchFind.request>,
  context: CallerContext,
): Promise<z.input<typeof searchFind.response>> {
  const { whole, within } = searchedKeys(text);
  const hits = await findByKeys(whole, text, limit, context);
  const isAnswered = within.length === 0 || hits.some(({ isWhole }) => isWhole);
  return { hits: isAnswered ? hits : await findByKeys([...whole, ...within], text, limit, context) };
}

async function findByKeys(
  keys: readonly string[],
  text: string,
  most: number,
  context: CallerContext,
): Promise<SearchHit[]> {
  const may = ({ needs }: Pick<RecordSearch, "needs">) => isMet(needs, context.caller);
  const hasConversations = may(conversationSearch);
  const find = (search: RecordSearch, isWanted = may(search)) =>
    isWanted && keys.length > 0 ? search.find({ keys, most }, context) : [];
  // A conversation is found by the numbers of what it is about, whether or not the caller may open that.
  const [shipment, booking, quote, invoice] = await Promise.all([
    find(shipmentSearch, may(shipmentSearch) || hasConversations),
    find(bookingSearch, may(bookingSearch) || hasConversations),
    find(quoteSearch, may(quoteSearch) || hasConversations),
    find(invoiceSearch),
  ]);
  const records = { shipment, booking, quote };
  const conversation = hasConversations
    ? await conversationSearch.find({ text, most, records }, context)
    : [];
  return inTurn([
    may(shipmentSearch) ? shipment : [],
    may(bookingSearch) ? booking : [],
    may(quoteSearch) ? quote : [],
    invoice,
    conversation,
  ]).slice(0, most);
}

/** A conversation, which mostly is of a record that was found, comes after so many records of each kind. */
const RECORDS_FIRST = 3;

function inTurn(kinds: readonly SearchHit[][]): SearchHit[] {
  const placed = kinds.flatMap((hits) =>
    hits.map((hit, place) => ({
      hit,
      place: hit.kind === "conversation" ? place + RECORDS_FIRST : place,
    })),
  );
  return placed
    .sort((a, b) => Number(b.hit.isWhole) - Number(a.hit.isWhole) || a.place - b.place)
    .map(({ hit }) => hit);
}
