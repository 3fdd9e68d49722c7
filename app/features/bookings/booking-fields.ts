import { href } from "react-router";
import type { MeasuredRow } from "#app/components/measure-fields.tsx";
import type { BookingContent } from "#app/contract/booking.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { RoutePath } from "#app/route-rules.ts";

/** The form as typed: the contract's content as text, with rows as the row editor holds them. */
export interface PartyFields {
  name?: string;
  address?: string;
  postcode?: string;
  state?: string;
  countryCode?: string;
  contactNumber?: string;
  isAddedToAddressBook?: string;
}
interface CargoFields extends MeasuredRow {
  poNumber?: string;
  skuNumber?: string;
  volume?: string;
}
interface ContainerFields extends Record<string, string | undefined> {
  containerType?: string;
  containerNumber?: string;
  info?: string;
}
export type TextFieldName = {
  [Name in keyof BookingContent]: BookingContent[Name] extends string ? Name : never;
}[keyof BookingContent];

export type BookingFields = { [Name in TextFieldName]?: string } & {
  shipper?: PartyFields;
  consignee?: PartyFields;
  notifyParty?: PartyFields;
  /** Only in the form of a template. */
  templateName?: string;
  hasOriginTrucking?: string;
  hasDestinationTrucking?: string;
  hasConsigneeAsNotifyParty?: string;
  cargo?: CargoFields[];
  containers?: ContainerFields[];
};

export const FORM_ID = "booking";

/** Value of the button that saves over another person's version. */
export const keepMineValue = (version: number) => `keep:${version}`;
export const keptOver = (intent: string) => /^keep:(\d{1,9})$/.exec(intent)?.[1] ?? null;

/** The three URLs of the form (product 2.2). */
export const formPaths = {
  add: "/booking/add",
  shipments: "/shipments/booking",
  online: "/booking/teBooking",
} as const satisfies Record<string, RoutePath>;
export type FormPath = (typeof formPaths)[keyof typeof formPaths];
export const isFormPath = (path: string): path is FormPath =>
  (Object.values(formPaths) as string[]).includes(path);
export const AUTOSAVE_PATH = href("/booking/autosave");
export const reviewHref = (id: string) => withQuery(href("/booking/review"), { id });
/** Link to the form with the review's faults shown at the fields. @param field the field to focus */
export const checkedFormHref = (id: string, field = "") =>
  `${formPaths.add}?id=${id}&check=1${field ? `#${FORM_ID}-${field}` : ""}`;
export const detailHref = (id: string) => href("/shipments/bookingDetail/:id", { id });

/** The page of the forwarder's desk. */
export const deskBookingHref = (id: string) => href("/freightForwarder/booking/:id", { id });

/** My templates; further URLs start with it (product 2.2). */
export const TEMPLATES = href("/booking/template");
export const templateEditHref = (id: string | null) => withQuery(href("/booking/templateEdit"), { id });
/** Actions with a confirmation page. */
export const bookingDecisions = ["recall", "cancel"] as const;
export type BookingDecision = (typeof bookingDecisions)[number];
const decisionPaths: Record<BookingDecision, RoutePath> = {
  recall: "/booking/recall",
  cancel: "/booking/cancel",
};
export const decisionHref = (decision: BookingDecision, id: string) =>
  withQuery(decisionPaths[decision], { id });
export const attachmentsHref = (id: string) => withQuery(href("/booking/attachments"), { id });
/** For the page's script: uploads files and returns the result of each. */
export const UPLOAD_PATH = href("/booking/upload");
