import { href } from "react-router";
import type { MeasuredRow } from "#app/components/measure-fields.tsx";
import type { BookingContent } from "#app/contract/booking.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { RoutePath } from "#app/route-rules.ts";

/** The form as it is typed: the content of the contract, everything text, rows as the row editor holds them. */
export interface PartyFields {
  name?: string;
  address?: string;
  postcode?: string;
  state?: string;
  countryCode?: string;
  contactNumber?: string;
  isAddedToAddressBook?: string;
}
export interface CargoFields extends MeasuredRow {
  poNumber?: string;
  skuNumber?: string;
  volume?: string;
}
export interface ContainerFields extends Record<string, string | undefined> {
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
  /** Of the form of a template only. */
  templateName?: string;
  hasOriginTrucking?: string;
  hasDestinationTrucking?: string;
  cargo?: CargoFields[];
  containers?: ContainerFields[];
};

export const FORM_ID = "booking";

/** The button that saves over what somebody else has saved, as version so-and-so. */
export const keepOver = (version: number) => `keep:${version}`;
export const keptOver = (intent: string) => /^keep:(\d{1,9})$/.exec(intent)?.[1] ?? null;

/** Where the three ways into the form stand (product 2.2). */
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
/** The form with what the review found at its fields. @param field the one to go on at */
export const checkedFormHref = (id: string, field = "") =>
  `${formPaths.add}?id=${id}&check=1${field ? `#${FORM_ID}-${field}` : ""}`;
export const detailHref = (id: string) => href("/shipments/bookingDetail/:id", { id });

/** My templates, and what stands under them (product 2.2). */
export const TEMPLATES = href("/booking/template");
export const templateEditHref = (id: string | null) => withQuery(href("/booking/templateEdit"), { id });
/** What is asked once more before it is done. */
export const bookingDecisions = ["recall", "cancel"] as const;
export type BookingDecision = (typeof bookingDecisions)[number];
const decisionPaths: Record<BookingDecision, RoutePath> = {
  recall: "/booking/recall",
  cancel: "/booking/cancel",
};
export const decisionHref = (decision: BookingDecision, id: string) =>
  withQuery(decisionPaths[decision], { id });
export const attachmentsHref = (id: string) => withQuery(href("/booking/attachments"), { id });
/** Takes the same form for the page's script, which reads what became of each file. */
export const UPLOAD_PATH = href("/booking/upload");
