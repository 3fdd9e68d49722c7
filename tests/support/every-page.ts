import { type Kysely, sql } from "kysely";
import type { Database } from "#app/provider/db/schema.ts";
import { routeTable } from "./route-table.ts";

type Db = Kysely<Database>;

/** The records of demo's company that pages of the table show, by the route's path as it stands there. */
async function addressesOfRecords(db: Db): Promise<Record<string, string[]>> {
  const first = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await query.execute(db)).rows[0]!.id;
  const own = sql`company_id = (select company_id from app_user where user_name = 'demo')`;
  const draft = await first(sql`select id from booking where ${own} and status = 'DRAFT' limit 1`);
  const sent = await first(sql`select id from booking where ${own} and status = 'SUBMITTED' limit 1`);
  const shipment = await first(sql`select id from shipment where ${own} limit 1`);
  const template = await first(sql`select id from booking_template where ${own} limit 1`);
  const quote = await first(sql`
    select id from quote where ${own} and status = 'READY_TO_BOOK' and valid_until > now() and booking_id is null limit 1`);
  const option = await first(sql`
    select id from quote_option where quote_id = ${quote} and replaced_at is null and valid_until > now() limit 1`);
  return {
    "/quote/detail": [`/quote/detail?id=${quote}`],
    "/quote/accept": [`/quote/accept?id=${quote}&option=${option}`],
    "/quote/reject": [`/quote/reject?id=${quote}`],
    "/quote/book": [`/quote/book?id=${quote}&option=${option}`],
    "/shipments/detail/1": [`/shipments/detail/${shipment}`],
    "/shipments/bookingDetail/1": [`/shipments/bookingDetail/${draft}`],
    "/booking/add": ["/booking/add", `/booking/add?id=${draft}`],
    "/shipments/booking": ["/shipments/booking", `/shipments/booking?id=${draft}`],
    "/booking/teBooking": ["/booking/teBooking", `/booking/teBooking?id=${draft}`],
    "/booking/review": [`/booking/review?id=${draft}`],
    "/booking/recall": [`/booking/recall?id=${sent}`],
    "/booking/cancel": [`/booking/cancel?id=${sent}`],
    "/booking/attachments": [`/booking/attachments?id=${draft}`],
    "/booking/templateEdit": ["/booking/templateEdit", `/booking/templateEdit?id=${template}`],
    "/booking/templateRemove": [`/booking/templateRemove?id=${template}`],
  };
}

/** Leads to another page; a page for scripts only; stands for the sign-in page when nobody is signed in. */
const isNoPageOfItsOwn = (path: string) => ["/", "/messageCenter/newer"].includes(path);
/** Show their forms to visitors only. */
const isForVisitors = (path: string) => /^\/(login|forgotPassword|resetPassword|confirmEmail)$/.test(path);

/** Each page of the route table with an address that shows it to `demo`, or to visitors; the demonstration must be loaded. */
export async function everyPage(db: Db): Promise<{ address: string; isForVisitors: boolean }[]> {
  const records = await addressesOfRecords(db);
  return (await routeTable()).flatMap(({ path, file }) => {
    if (!file.endsWith(".tsx") || isNoPageOfItsOwn(path)) return [];
    return (records[path] ?? [path]).map((address) => ({ address, isForVisitors: isForVisitors(path) }));
  });
}
