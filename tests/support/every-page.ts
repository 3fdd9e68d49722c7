import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { addressList } from "#app/contract/address.ts";
import { bookingList } from "#app/contract/booking.ts";
import { templateList } from "#app/contract/booking-template.ts";
import { deliveryList } from "#app/contract/delivery.ts";
import { documentList } from "#app/contract/document.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { invoiceList } from "#app/contract/invoice.ts";
import { accountUserList } from "#app/contract/member.ts";
import { chatList } from "#app/contract/message-session.ts";
import { selectNotificationList } from "#app/contract/notification.ts";
import { quoteDetail, quoteList } from "#app/contract/quote.ts";
import { reportTemplateList } from "#app/contract/report-template.ts";
import { shareList } from "#app/contract/share.ts";
import { shipmentList } from "#app/contract/shipment.ts";
import { getUser } from "#app/contract/user.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { routeTable } from "./route-table.ts";

/** Ids of records of demo's company that pages show. */
export interface PageRecords {
  draft: string;
  sent: string;
  shipment: string;
  delivery: string;
  document: string;
  /** A document that demo may remove; empty where nobody has uploaded any. */
  paper: string;
  invoice: string;
  template: string;
  address: string;
  notification: string;
  /** A saved report. */
  report: string;
  /** A link that works. */
  share: string;
  /** A quote that is ready to book, with a valid option. */
  quote: string;
  option: string;
  /** A quote without a price. */
  newQuote: string;
  /** A conversation. */
  team: string;
  /** A colleague of demo. */
  member: string;
  /** The company of demo, and a role of its own; empty where it has none. */
  company: string;
  role: string;
  /** Where programs are told what happens; empty where nobody has added any. */
  webhook: string;
  /** Of the forwarder's own system; empty where nothing came of it. */
  systemImport: string;
}

/** Reads the records from the database; the demonstration must be loaded. */
export async function recordsIn(db: Kysely<Database>): Promise<PageRecords> {
  const first = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await query.execute(db)).rows[0]!.id;
  const own = sql`company_id = (select company_id from app_user where user_name = 'demo')`;
  const quote = await first(sql`
    select id from quote where ${own} and status = 'READY_TO_BOOK' and valid_until > now() and booking_id is null limit 1`);
  return {
    draft: await first(sql`select id from booking where ${own} and status = 'DRAFT' limit 1`),
    sent: await first(sql`select id from booking where ${own} and status = 'SUBMITTED' limit 1`),
    shipment: await first(sql`select id from shipment where ${own} limit 1`),
    delivery: await first(sql`select id from delivery where ${own} order by id limit 1`),
    document: await first(sql`
      select d.id from shipment_document d join shipment s on s.id = d.shipment_id where ${own} order by d.id limit 1`),
    paper: "",
    invoice: await first(sql`select id from invoice where ${own} order by id limit 1`),
    template: await first(sql`select id from booking_template where ${own} limit 1`),
    address: await first(sql`select id from address_entry where ${own} order by name limit 1`),
    member: await first(
      sql`select id from app_user where ${own} and user_name <> 'demo' order by id limit 1`,
    ),
    company: await first(sql`select company_id as id from app_user where user_name = 'demo'`),
    role: "",
    webhook: "",
    systemImport: "",
    notification: await first(sql`select id from notification where ${own} limit 1`),
    report: await first(
      sql`select id from report_template where owner_id = (select id from app_user where user_name = 'demo') limit 1`,
    ),
    share: await first(sql`
      select id from share_link where ${own} and revoked_at is null and expires_at > now() limit 1`),
    quote,
    team: await first(sql`select id from team where ${own} order by last_message_at desc limit 1`),
    newQuote: await first(sql`select id from quote where ${own} and status = 'NEW' order by id limit 1`),
    option: await first(sql`
      select id from quote_option where quote_id = ${quote} and replaced_at is null and valid_until > now() limit 1`),
  };
}

interface Caller {
  call<Res extends z.ZodType>(endpoint: Endpoint<z.ZodType, Res>, fields: object): Promise<z.output<Res>>;
}

/**
 * Requests the records from a running provider as a user of demo's company: the oldest ones, which no journey has
 * made.
 */
export async function recordsOf({ call }: Caller): Promise<PageRecords> {
  const page = { page: 1, pageSize: 10, direction: "asc" };
  const idOf = ({ rows }: { rows: { id: string }[] }) => rows[0]?.id ?? "";
  const quotes = { ...page, status: "READY_TO_BOOK", sort: "validUntil", direction: "desc" };
  const quote = idOf(await call(quoteList, quotes));
  const { options } = await call(quoteDetail, { id: quote });
  const members = await call(accountUserList, { page: 1, pageSize: 100 });
  return {
    draft: idOf(await call(bookingList, { ...page, status: "DRAFT" })),
    sent: idOf(await call(bookingList, { ...page, status: "SUBMITTED" })),
    shipment: idOf(await call(shipmentList, { ...page, mode: "OCEAN" })),
    delivery: idOf(await call(deliveryList, { page: 1, pageSize: 10 })),
    document: idOf(await call(documentList, { page: 1, pageSize: 10 })),
    paper: idOf(await call(documentList, { page: 1, pageSize: 10, isUploaded: true })),
    invoice: idOf(await call(invoiceList, { page: 1, pageSize: 10 })),
    template: idOf(await call(templateList, { page: 1, pageSize: 10 })),
    address: idOf(await call(addressList, { page: 1, pageSize: 10 })),
    notification: idOf(await call(selectNotificationList, { page: 1, pageSize: 10 })),
    report: (await call(reportTemplateList, {})).templates[0]?.id ?? "",
    share: idOf(await call(shareList, { state: "LIVE", page: 1, pageSize: 10 })),
    quote,
    team: idOf(await call(chatList, { limit: 1 })),
    newQuote: idOf(await call(quoteList, { ...page, status: "NEW", sort: "requested" })),
    option: options?.[0]?.id ?? "",
    company: (await call(getUser, {})).companyInfo.userId,
    role: "",
    webhook: "",
    systemImport: "",
    member: members.rows.find(({ userName }) => userName === "viewer")?.userId ?? "",
  };
}

/** Addresses of pages that show a record, or differ with one; all others are opened by their path. */
const addresses: Record<string, (records: PageRecords) => string[]> = {
  "/freightForwarder/conversation/:id": ({ team }) => [team],
  "/freightForwarder/customer/:id": ({ company }) => [company],
  "/freightForwarder/customerMembers/:id": ({ company }) => [company],
  "/freightForwarder/customerMemberAdd/:id": ({ company }) => [company],
  "/freightForwarder/customerMember/:id": ({ member }) => [member],
  "/freightForwarder/customerMemberRemove/:id": ({ member }) => [member],
  "/freightForwarder/customerRoles/:id": ({ company }) => [company],
  // A role of the company's own, which nobody has before somebody makes one.
  "/freightForwarder/customerRole/:id": ({ role }) => (role ? [role] : []),
  "/freightForwarder/booking/:id": ({ sent }) => [sent],
  "/freightForwarder/shipmentMake": ({ sent, shipment }) => [`?booking=${sent}`, `?shipment=${shipment}`],
  "/freightForwarder/customer/:id/look": ({ company }) => [`${company}/look`, `${company}/look?page=new`],
  "/freightForwarder/logo": ({ company }) => [`?company=${company}&scheme=light`],
  "/freightForwarder/shipment/:id": ({ shipment }) => [shipment],
  "/freightForwarder/import/:id": ({ systemImport }) => (systemImport ? [systemImport] : []),
  "/freightForwarder/tariffs": () => ["", "?company=1"],
  "/freightForwarder/shipmentMerge": () => ["", "?keep=NOT-THERE&go="],
  "/freightForwarder/events": () => ["", "?show=aside", "?show=quarantine", "?show=place"],
  "/quote/detail": ({ quote }) => [`?id=${quote}`],
  "/quote/accept": ({ quote, option }) => [`?id=${quote}&option=${option}`],
  "/quote/reject": ({ quote }) => [`?id=${quote}`],
  "/quote/book": ({ quote, option }) => [`?id=${quote}&option=${option}`],
  "/freightForwarder/quote/:id": ({ quote, newQuote }) => [quote, newQuote, `${quote}?step=withdraw`],
  "/shipments/detail/:id": ({ shipment }) => [shipment],
  "/shipments/map/:id": ({ shipment }) => [shipment, `${shipment}?show=emissions`],
  "/last-mile/detail/:id": ({ delivery }) => [delivery],
  "/document/detail/:id": ({ document }) => [document],
  "/document/remove": ({ paper }) => (paper ? [`?id=${paper}`] : []),
  "/document/shipment/:id": ({ shipment }) => [shipment],
  "/document/add": () => ["?shipment=FL1&type=INSURANCE"],
  "/billing/detail/:id": ({ invoice }) => [invoice],
  "/freightForwarder/invoices": () => ["", "?status=DRAFT"],
  "/freightForwarder/invoiceAdd": ({ shipment }) => [
    "",
    `?shipment=${shipment}`,
    `?shipment=${shipment}&show=terms`,
  ],
  "/freightForwarder/seeAs": ({ member }) => [`?user=${member}`],
  "/freightForwarder/invoice/:id": ({ invoice }) => [invoice],
  "/shipments/freeTime/:id": ({ shipment }) => [shipment],
  "/tracking/index": () => ["", "?by=po", "?numbers=CSQU3054383,4500"],
  "/tracking/detail/:id": ({ shipment }) => [shipment],
  "/appleTracking/detail/:id": ({ shipment }) => [shipment],
  "/ytdTracking/detail/:id": ({ shipment }) => [shipment],
  "/shipments/bookingDetail/:id": ({ draft }) => [draft],
  "/shipments/share": ({ shipment }) => [`?id=${shipment}`],
  "/shipments/shareEdit": ({ share }) => [`?id=${share}`],
  "/booking/add": ({ draft }) => ["", `?id=${draft}`],
  "/shipments/booking": ({ draft }) => ["", `?id=${draft}`],
  "/booking/teBooking": ({ draft }) => ["", `?id=${draft}`],
  "/booking/review": ({ draft }) => [`?id=${draft}`],
  "/booking/recall": ({ sent }) => [`?id=${sent}`],
  "/booking/cancel": ({ sent }) => [`?id=${sent}`],
  "/booking/attachments": ({ draft }) => [`?id=${draft}`],
  "/account/factorReset": () => ["?name=viewer"],
  "/booking/templateEdit": ({ template }) => ["", `?id=${template}`],
  "/account/addressEdit": ({ address }) => ["", `?id=${address}`],
  "/account/addressRemove": ({ address }) => [`?id=${address}`],
  "/booking/templateRemove": ({ template }) => [`?id=${template}`],
  "/account/memberDetail": ({ member }) => [`?id=${member}`],
  "/account/memberEdit": ({ member }) => [`?id=${member}`],
  "/account/memberRemove": ({ member }) => [`?id=${member}`],
  "/account/memberReset": ({ member }) => [`?id=${member}`],
  "/account/apiCall": () => ["?name=shipment.list", "?name=booking.saveDraft"],
  "/account/webhookDetail": ({ webhook }) => (webhook ? [`?id=${webhook}`] : []),
  "/account/webhookEdit": ({ webhook }) => (webhook ? [`?id=${webhook}`] : []),
  "/account/webhookSecret": ({ webhook }) => (webhook ? [`?id=${webhook}`] : []),
  "/account/webhookRemove": ({ webhook }) => (webhook ? [`?id=${webhook}`] : []),
  "/analytics/templateRemove": ({ report }) => [`?id=${report}`],
  "/analytics/templateMail": ({ report }) => [`?id=${report}`],
  "/account/notificationEdit": ({ notification }) => ["", `?id=${notification}`],
  "/account/notificationRemove": ({ notification }) => [`?id=${notification}`],
};

/** Whether a page is of one record, without which it may lead back to its list. */
export function needsRecord(pattern: string): boolean {
  const anyRecord = new Proxy({} as PageRecords, { get: () => "1" });
  return addresses[pattern]?.(anyRecord).every((rest) => rest !== "") ?? false;
}

/** Paths that are left out: they redirect, answer scripts only, or show the sign-in page to visitors. */
const isNoPageOfItsOwn = (path: string) =>
  [
    // Of an answer that the desk has written; the demonstration has none.
    "/freightForwarder/answerFiles",
    "/",
    "/login/factor",
    "/login/company/go",
    "/login/company/out",
    "/messageCenter/newer",
    "/shared/view",
    // Only where an operator has configured one.
    "/external/:page",
    "/file/:page",
  ].includes(path);
/** Pages that show their forms to visitors only. */
const isForVisitors = (path: string) =>
  /^\/(login|login\/passkey|login\/company|forgotPassword|resetPassword|confirmEmail|account\/register|account\/registerConfirm)$/.test(
    path,
  );

/** Pages of the forwarder's desk; the first one is of customers as well. */
export const isForDesk = (path: string) =>
  path.startsWith("/freightForwarder/") && path !== "/freightForwarder/index";

export interface PageOfTable {
  address: string;
  isForVisitors: boolean;
  isForDesk: boolean;
}

/**
 * Each page of the route table with an address that shows it to `demo`, to `desk`, or to visitors. Tests that use it check
 * that the page does not redirect: a page of a record does until `addresses` has an address for it.
 * @throws Error where a path with a parameter has no entry.
 */
export async function everyPage(records: PageRecords): Promise<PageOfTable[]> {
  return (await routeTable()).flatMap(({ pattern, file }) => {
    if (!file.endsWith(".tsx") || isNoPageOfItsOwn(pattern)) return [];
    const entry = addresses[pattern];
    if (!entry && pattern.includes(":")) throw new Error(`every-page.ts has no address for ${pattern}`);
    const fixed = pattern.replace(/:\w+.*$/, "");
    return (entry?.(records) ?? [""]).map((rest) => ({
      address: fixed + rest,
      isForVisitors: isForVisitors(pattern),
      isForDesk: isForDesk(pattern),
    }));
  });
}

/** The paths of `addresses`, for the test that compares them with the route table. */
export const openedByRecord = Object.keys(addresses);
