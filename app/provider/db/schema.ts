import type { ColumnType, Generated } from "kysely";
import type { z } from "zod";
import type { ImportOutcome } from "#app/contract/address.ts";
import type { AddressFieldName, AddressType } from "#app/contract/address-code.ts";
import type { ApiScope } from "#app/contract/api-key-code.ts";
import type { BookingContent } from "#app/contract/booking.ts";
import type { CarrierBookingProblem, CarrierBookingStatus } from "#app/contract/booking-carrier.ts";
import type { CutOffCode } from "#app/contract/cut-off-code.ts";
import type { Arrangement } from "#app/contract/dashboard.ts";
import type { DeliveryUpdate } from "#app/contract/delivery.ts";
import type { DeliveryStatus, FailReason } from "#app/contract/delivery-code.ts";
import type { DeskAction, DeskKind } from "#app/contract/desk-code.ts";
import type {
  ImportOutcome as DeskImportOutcome,
  ImportFileRow,
  ImportKind,
} from "#app/contract/desk-import.ts";
import type { PaperType } from "#app/contract/document-code.ts";
import type { ActivityUnit, EmissionGap, EmissionMode } from "#app/contract/emission-code.ts";
import type { ExportedList, ExportFailure, ExportState } from "#app/contract/export-job-code.ts";
import type { EncodingPreviews } from "#app/contract/file-encoding.ts";
import type { importChannels, importStates, SystemKind } from "#app/contract/forwarder-system-code.ts";
import type { FreeTimeStart, FreeTimeType, HoldKind, StatementSource } from "#app/contract/free-time-code.ts";
import type { DisputeReason, DisputeState, InvoiceKind } from "#app/contract/invoice-code.ts";
import type { DraftContent } from "#app/contract/invoice-draft.ts";
import type { Parties } from "#app/contract/invoice-issuer.ts";
import type { ReportFormat } from "#app/contract/list-file.ts";
import type { MemberStatus } from "#app/contract/member.ts";
import type { ChannelType } from "#app/contract/message.ts";
import type {
  NoticeContent,
  NoticeKind,
  NoticeTarget,
  NotificationChannel,
  NotificationScope,
  RuleJoin,
  RuleKind,
} from "#app/contract/notification-code.ts";
import type { operationLogEntry, pricingLine, QuoteRequest, quoteTotals } from "#app/contract/quote.ts";
import type { DraftOption } from "#app/contract/quote-desk.ts";
import type { RateFileRow, RateReport, RateUnit } from "#app/contract/rate.ts";
import type { RegistrationStatus } from "#app/contract/registration.ts";
import type { SavedReport } from "#app/contract/report-template.ts";
import type {
  CargoDataType,
  EventClassifier,
  JobMode,
  ServiceType,
  ShipmentStatus,
} from "#app/contract/shipment-code.ts";
import type { ClockChoice, Language } from "#app/contract/user.ts";
import type {
  WebhookDeliveryState,
  WebhookOffReason,
  WebhookProblem,
  WebhookTopic,
  WebhookType,
} from "#app/contract/webhook-code.ts";
import type { BookingStatus } from "#app/lib/booking-state.ts";
import type { RoundingRule } from "#app/lib/invoice-sum.ts";
import type { ReportedReason } from "#app/lib/milestones/chain.ts";
import type { EventVocabulary, LegMode, MilestoneKind } from "#app/lib/milestones/milestone.ts";
import type { PaperReading } from "#app/lib/paper-check.ts";
import type { StoredQuoteStatus } from "#app/lib/quote-state.ts";
import type { Schedule } from "#app/lib/schedule.ts";
import type { RealtimeEvent } from "./realtime-event.ts";

/** bigint and numeric are text (a number would lose digits), timestamptz is Date, date is YYYY-MM-DD. */
type Id = string;
type Decimal = ColumnType<string, string | number, string | number>;
type NullableDecimal = ColumnType<string | null, string | number | null, string | number | null>;
/** A timestamp without a zone, as text; written by a trigger only. */
type LocalTime = ColumnType<string | null, never, never>;
type Json<T> = ColumnType<T, string, string>;

type WorkingHours = { weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7; from: string; to: string }[];

/** The milestone shown in a line of the list; `at` is an instant. */
export interface StoredMilestone {
  vocabulary: EventVocabulary;
  kind: MilestoneKind;
  mode: LegMode | null;
  at: string;
  isDayOnly: boolean;
  /** UN/LOCODE or IATA code. */
  place: string | null;
}

/** A text of `texts/en/doubts.ts` with its values; `line` of a message in text. */
export interface StoredDoubt {
  key: string;
  values?: Record<string, string>;
  line?: { number: number; text: string };
}
type StoredDoubts = StoredDoubt[];

export interface Database {
  /** Customers, and the forwarder itself. */
  company: {
    id: Generated<Id>;
    code: string;
    name: string;
    is_forwarder: Generated<boolean>;
    needs_quote_authorization: Generated<boolean>;
    tax_number: string | null;
    requires_second_factor: Generated<boolean>;
    customer_service: string | null;
    address: string | null;
    city: string | null;
    state: string | null;
    country_code: string | null;
    is_mail_bare: Generated<boolean>;
    created_at: Generated<Date>;
    version: Generated<number>;
    closed_at: Date | null;
    closed_reason: string | null;
    log_sequence: Generated<number>;
    log_hash: Buffer | null;
  };
  /** Roles of accounts: those that all companies share, and a company's own. */
  role: {
    id: Generated<Id>;
    company_id: Id | null;
    code: string;
    name: string;
    name_zh: string;
    version: Generated<number>;
  };
  /** Menus and buttons that a role may have. */
  menu: { id: Generated<Id>; name: string; menu_flag: 0 | 1; url: string | null; sort: number };
  /** The menus and buttons of a role. */
  role_menu: { role_id: Id; menu_id: Id };
  /** Calls that a role may make beside those of its menus. */
  role_resource: { role_id: Id; url: string };
  /** Parts of the demonstration's shipments, and the moment of seeding from which they are made again. */
  demo_part: { first: number; past: number; seeded_at: Date };
  /** How far the demonstration has been played. */
  demo_clock: { is_only: Generated<boolean>; told_until: Date };
  /** Quotes and bookings that the demonstration continues. */
  demo_subject: {
    kind: "quote" | "booking";
    index: number;
    subject_id: Id;
    version: number;
    ends_at: Date;
  };
  /** Changes of an account's address that the new owner has not confirmed yet. */
  email_change: {
    token_hash: Buffer;
    user_id: Id;
    old_email: string;
    email: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  /** The security log: sign-ins, refusals, changes of accounts. */
  security_event: {
    id: Generated<Id>;
    at: Date;
    kind: string;
    user_id: Id | null;
    user_name: string | null;
    company_id: Id | null;
    client_address: string;
    detail: Json<Record<string, unknown>>;
  };
  /** What each shared role has been granted once, so that a start does not grant again what an operator took away. */
  role_grant: { role_id: Id; name: string };
  /** Resources that a company has been given, such as the charges of its shipments. */
  company_access: { company_id: Id; res_code: string };
  /** Departments of a company, as a tree. */
  department: { id: Generated<Id>; company_id: Id; parent_id: Id | null; name: string };
  /** Accounts of people. */
  app_user: {
    id: Generated<Id>;
    company_id: Id;
    role_id: Id;
    department_id: Id | null;
    user_name: string;
    name: string;
    email: string | null;
    avatar: string | null;
    language_preference: "en" | "zh" | null;
    clock: ColumnType<ClockChoice | null, never, ClockChoice | undefined>;
    time_zone: string | null;
    password_hash: string | null;
    password_changed_at: Generated<Date>;
    password_reminder_after: Date | null;
    status: Generated<MemberStatus>;
    last_sign_in_at: Date | null;
    created_at: Generated<Date>;
    version: Generated<number>;
    status_when_open: MemberStatus | null;
  };
  /** Pictures that people have set of themselves. */
  person_picture: { user_id: Id; content: Buffer; version: string; stored_at: Date };
  /** How the portal looks for people of a customer; what is empty is the operator's own. */
  company_brand: {
    company_id: Id;
    version: number;
    name_en: Generated<string>;
    name_zh: Generated<string>;
    color: Generated<string>;
    sender_name: Generated<string>;
    sender_address: Generated<string>;
    host: string | null;
    changed_at: Date;
    changed_by: Id | null;
  };
  /** Logos of a customer, for light and dark pages. */
  company_logo: {
    company_id: Id;
    scheme: "light" | "dark";
    drawing: string;
    content: Buffer;
    icon: Buffer;
    stored_at: Date;
  };
  /** The record of who changed a customer's look. */
  company_brand_work: {
    id: Generated<Id>;
    company_id: Id;
    at: Date;
    actor_id: Id | null;
    actor_name: string;
    action: string;
    changes: Json<z.infer<typeof operationLogEntry>["changes"]>;
  };
  /** Pages of a customer's own inside the portal. */
  company_page: {
    id: Generated<Id>;
    company_id: Id;
    path: string;
    title_en: string;
    title_zh: string;
    menu: string;
    address: string;
    place: number;
  };
  /** Sessions of people, by the digest of their token. */
  auth_token: {
    id: Generated<Id>;
    token_hash: Buffer;
    user_id: Id;
    created_at: Generated<Date>;
    expires_at: Date;
    revoked_at: Date | null;
    user_agent: Generated<string>;
    client_address: Generated<string>;
    last_used_at: Generated<Date>;
    proved_at: Date | null;
    seen_by_token: Buffer | null;
  };
  /** Marks of the keys that have encrypted secrets of this database; no key follows from its mark. */
  secrets_key: { mark: Buffer; used_since: Date };
  /** A company's own identity provider (OpenID Connect). */
  company_sign_in: {
    company_id: Id;
    link_key: string;
    issuer: string;
    client_id: string;
    client_secret: Buffer | null;
    tenant_claim: string | null;
    tenant_value: string | null;
    name_claim: string | null;
    role_claim: string | null;
    role_map: Json<{ roleId: Id; values: string[] }[]>;
    default_role_id: Id;
    makes_accounts: boolean;
    is_on: Generated<boolean>;
    password_account_id: Id | null;
    changed_at: Date;
  };
  /** Mail domains of a company, and how it has proved that they are its own. */
  company_domain: {
    id: Generated<Id>;
    company_id: Id;
    domain: string;
    dns_token: string;
    mail_token_hash: Buffer | null;
    mail_sent_at: Date | null;
    mail_expires_at: Date | null;
    proved_at: Date | null;
    proved_by: "DNS" | "MAIL" | null;
    created_at: Date;
  };
  /** Who an account is at its company's identity provider. */
  person_identity: {
    id: Generated<Id>;
    user_id: Id;
    issuer: string;
    subject: string;
    created_at: Date;
    last_used_at: Date;
  };
  /** What is under way in a browser at an identity provider: a sign-in, a proof, or a sign-out. */
  company_errand: {
    ticket_hash: Buffer;
    company_id: Id;
    purpose: "signIn" | "prove" | "signOut";
    token_hash: Buffer | null;
    content: Buffer;
    expires_at: Date;
    used_at: Date | null;
  };
  /** Sessions that began at a company's identity provider, to be ended from there. */
  company_session: { token_hash: Buffer; identity_id: Id; sid: string | null; id_token: Buffer };
  /** Logout tokens of identity providers that were used, until they expire. */
  spent_logout_token: { issuer: string; jti: string; expires_at: Date };
  /** The secret of a person's one-time codes. */
  second_factor: {
    user_id: Id;
    secret: Buffer;
    created_at: Date;
    confirmed_at: Date | null;
    last_step: Generated<string>;
  };
  /** Codes that a person uses once instead of a one-time code. */
  recovery_code: { user_id: Id; code_hash: Buffer; created_at: Date; used_at: Date | null };
  /** Sign-ins with a right password that still need the second step. */
  sign_in_challenge: {
    token_hash: Buffer;
    user_id: Id;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    company_session: Buffer | null;
  };
  /** Keys of people's devices, by which they sign in without a password. */
  passkey: {
    id: Generated<Id>;
    user_id: Id;
    credential_id: string;
    public_key: Buffer;
    counter: string;
    transports: string[];
    name: string;
    is_synced: boolean;
    created_at: Date;
    last_used_at: Date | null;
  };
  /** What a device is to sign, until it has done so. */
  passkey_challenge: {
    token_hash: Buffer;
    purpose: "add" | "signIn" | "prove";
    challenge: string;
    user_id: Id | null;
    expires_at: Date;
  };
  /** Failed sign-ins of a user name, and until when it is locked. */
  sign_in_failure: {
    user_name_key: string;
    failures: number;
    last_failed_at: Date;
    locked_until: Date | null;
  };
  /** Links by which people set a new password. */
  password_reset: {
    token_hash: Buffer;
    user_id: Id | null;
    email: string;
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
  };
  /** Mails to be sent, and those that were sent lately. */
  mail_outbox: {
    id: Generated<Id>;
    recipient: string;
    subject: string;
    body: string;
    created_at: Generated<Date>;
    sent_at: Date | null;
    attempts: Generated<number>;
    last_error: string | null;
    html: Generated<string>;
    headers: ColumnType<Record<string, string>, string | undefined, string>;
    is_notice: Generated<boolean>;
    company_id: Id | null;
  };
  /** Addresses that mails did not reach. */
  mail_address: {
    email: string;
    hard_failures: Generated<number>;
    soft_failures: Generated<number>;
    last_error: string | null;
    last_failed_at: Date | null;
    blocked_at: Date | null;
  };
  /** Answers of writes, given again when the same request comes again. */
  idempotency_key: {
    caller: string;
    key: string;
    endpoint: string;
    request_hash: Buffer;
    answer: Json<unknown>;
    created_at: Generated<Date>;
  };
  /** Ports, airports and inland places of the world. */
  place: {
    code: string;
    kind: "PORT" | "AIRPORT" | "INLAND";
    un_locode: string | null;
    name: string;
    name_zh: string;
    country_code: string;
    time_zone: string | null;
    latitude: number | null;
    longitude: number | null;
    is_well_known: Generated<boolean>;
    added_at: Date | null;
    added_by: Id | null;
    is_from_code_list: Generated<boolean>;
  };
  /** How far two places are apart by sea, air or land, and along which line; computed once for a pair. */
  place_distance: {
    way: "SEA" | "AIR" | "LAND";
    from_code: string;
    to_code: string;
    km: number;
    /** Points as [longitude, latitude]. */
    line: Json<unknown>;
    edition: string;
    computed_at: Generated<Date>;
  };
  /** Which data of which package was loaded last, so that a start reads it only once. */
  reference_edition: { name: string; edition: string; loaded_at: Generated<Date> };
  /** Time zones that PostgreSQL's data has otherwise than ours; filled at a start. */
  zone_rule: { zone: string; from_at: Date; offset_minutes: number };
  /** Shipping lines, airlines and hauliers. */
  carrier: { code: string; name: string; mode: JobMode; awb_prefix: string | null };
  /** Vessels by their IMO number. */
  vessel: { imo: string; name: string; carrier_code: string | null };
  /** Shippers and consignees of a company's shipments. */
  party: { id: Generated<Id>; company_id: Id; code: string; name: string };
  /** Shipments: one row each, with dates, milestones and numbers as lists show them. */
  shipment: {
    id: Generated<Id>;
    company_id: Id;
    house_number: string;
    master_number: string | null;
    job_mode: JobMode;
    service_type: ServiceType;
    service_level: string;
    load_type: string;
    incoterms: string;
    payment_type: string;
    status: Generated<ShipmentStatus>;
    delay_due_at: ColumnType<Date | number | null, Date | string | null, Date | string | null>;
    delay_reason: "eta-slip" | "overdue" | null;
    shipper_id: Id;
    consignee_id: Id;
    place_of_receipt: string | null;
    port_of_departure: string;
    port_of_arrival: string;
    port_of_final_arrival: string | null;
    estimated_charges: NullableDecimal;
    charges_currency: string | null;
    carrier_code: string | null;
    flight_number: string | null;
    vessel_imo: string | null;
    mother_vessel_imo: string | null;
    voyage: string | null;
    system_source: string;
    business_unit: string;
    commercial_invoice_number: string | null;
    booking_number: string | null;
    /** Under which the carrier has the booking. */
    carrier_booking_number: string | null;
    pieces: number;
    package_type: string;
    cartons: number;
    gross_weight_kg: Decimal;
    volume_cbm: Decimal;
    chargeable_weight_kg: NullableDecimal;
    /** Of its containers, kept by a trigger; null when the size of none is known. */
    teu: ColumnType<string | null, never, never>;
    booking_at: Date | null;
    etd: Date | null;
    atd: Date | null;
    eta: Date | null;
    ata: Date | null;
    delivery_at: Date | null;
    /** Those of the dates above that are known to the day alone: 'etd', 'atd', 'eta', 'ata', 'delivery', and 'first_eta'; kept as a midnight of UTC+8. */
    day_only: Generated<string[]>;
    /** The dates above in the local time of the place, without a zone; written by a trigger. */
    booking_local: LocalTime;
    etd_local: LocalTime;
    atd_local: LocalTime;
    eta_local: LocalTime;
    ata_local: LocalTime;
    delivery_local: LocalTime;
    first_eta: Date | null;
    dates: Json<Record<string, string>>;
    /** When the latest event that counts for milestones was stored. */
    heard_at: Generated<Date | null>;
    /** Nothing is told of what was heard until then. */
    brought_at: Generated<Date | null>;
    before_events: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    reached: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
    last_milestone: ColumnType<StoredMilestone | null, string | null | undefined, string | null>;
    next_milestone: ColumnType<StoredMilestone | null, string | null | undefined, string | null>;
    reported_reason: ColumnType<ReportedReason | null, string | null | undefined, string | null>;
    /** Generated: the code in `reported_reason`. */
    reported_code: ColumnType<string | null, never, never>;
    container_numbers: Generated<string[]>;
    /** Of these and of containers that events named: those that have moved to another booking, in clean form. */
    moved_containers: Generated<string[]>;
    po_numbers: Generated<string[]>;
    sku_numbers: Generated<string[]>;
    is_public: Generated<boolean>;
    /** The earliest last free day of a clock that runs. */
    free_time_day: Generated<string | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    log_sequence: Generated<number>;
    log_hash: Buffer | null;
  };
  /** Invoices and credit notes that were issued. */
  invoice: {
    id: Generated<Id>;
    company_id: Id;
    kind: InvoiceKind;
    number: string;
    title: Generated<string>;
    credited_id: Id | null;
    shipment_id: Id | null;
    house_number: string | null;
    booking_id: Id | null;
    booking_number: string | null;
    invoice_date: string;
    due_date: string | null;
    currency: string;
    rounding: RoundingRule;
    net: string;
    tax: string;
    total: string;
    paid: Generated<string>;
    credit_used: Generated<string>;
    credited: Generated<string>;
    allocated: Generated<string>;
    note: Generated<string>;
    search_text: string;
    issued_at: Date;
    issued_by_name: Generated<string>;
    series_year: number | null;
    series_number: Id | null;
    line_count: number | null;
    refunded: Generated<string>;
    parties: ColumnType<Parties | null, string | null | undefined, string | null>;
  };
  /** Who issues the invoices; the latest row is in force, the others are the record. */
  invoice_issuer: {
    id: Generated<Id>;
    name: string;
    address: string;
    tax_number: string;
    payment: string;
    at: Date;
    actor_id: Id | null;
    actor_name: string;
  };
  /** Numbers of invoices and credit notes: the next one of a year. */
  invoice_series: {
    kind: InvoiceKind;
    year: number;
    prefix: string;
    width: Generated<number>;
    next_number: Generated<Id>;
  };
  /** Who has set the prefix and width of which series. */
  invoice_series_change: {
    id: Generated<Id>;
    kind: InvoiceKind;
    year: number;
    old_prefix: string;
    old_width: number;
    prefix: string;
    width: number;
    at: Date;
    actor_id: Id | null;
    actor_name: string;
  };
  /** Invoices that the desk prepares. */
  invoice_draft: {
    id: Generated<Id>;
    company_id: Id;
    shipment_id: Id | null;
    booking_id: Id | null;
    state: Generated<"DRAFT" | "ISSUED" | "DISCARDED">;
    version: Generated<number>;
    content: Json<DraftContent>;
    total: string;
    invoice_id: Id | null;
    saved_at: Date;
    saved_by_name: Generated<string>;
  };
  /** Why an invoice differs from its quote, in a line or by a charge that is not billed. */
  invoice_reason: {
    id: Generated<Id>;
    invoice_id: Id;
    line_id: Id | null;
    charge: string;
    reason: string;
  };
  /** The record of the desk's work on invoices. */
  invoice_work: {
    id: Generated<Id>;
    company_id: Id;
    invoice_id: Id | null;
    draft_id: Id | null;
    at: Date;
    actor_id: Id | null;
    actor_name: string;
    action: string;
    changes: Json<z.infer<typeof operationLogEntry>["changes"]>;
  };
  /** The lines of invoices and credit notes. */
  invoice_line: {
    id: Generated<Id>;
    invoice_id: Id;
    position: number;
    charge_code: string | null;
    description: string;
    unit: Generated<string>;
    quantity: string;
    unit_price: string;
    discount_percent: Generated<string>;
    tax_percent: Generated<string>;
    net: string;
    tax: string;
    container_number: string | null;
    clock: FreeTimeType | null;
    clock_from: string | null;
    clock_to: string | null;
    clock_days: number | null;
  };
  /** Money that came from customers. */
  payment: {
    id: Generated<Id>;
    company_id: Id;
    currency: string;
    amount: string;
    allocated: Generated<string>;
    paid_on: string;
    reference: Generated<string>;
    recorded_at: Date;
    recorded_by_name: Generated<string>;
    refunded: Generated<string>;
  };
  /** Money that went back to customers, of a payment or of a credit note. */
  refund: {
    id: Generated<Id>;
    company_id: Id;
    payment_id: Id | null;
    credit_note_id: Id | null;
    currency: string;
    amount: string;
    refunded_on: string;
    reference: Generated<string>;
    recorded_at: Date;
    recorded_by_name: Generated<string>;
  };
  /** Which payment or credit note settles how much of which invoice. */
  allocation: {
    id: Generated<Id>;
    company_id: Id;
    invoice_id: Id;
    payment_id: Id | null;
    credit_note_id: Id | null;
    amount: string;
    allocated_on: string;
    recorded_at: Date;
  };
  /** Allocations that were taken back, each from a day on. */
  allocation_reversal: {
    id: Generated<Id>;
    allocation_id: Id;
    company_id: Id;
    reversed_on: string;
    reason: string;
    recorded_at: Date;
  };
  /** What is agreed with a customer about bills; the latest row is in force, the others are the record. */
  billing_terms: {
    id: Generated<Id>;
    company_id: Id;
    days_to_pay: number;
    currency: string | null;
    rounding: "LINE" | "DOCUMENT";
    at: Date;
    actor_id: Id | null;
    actor_name: string;
  };
  /** Lines of invoices that a customer disputes, and what was decided. */
  invoice_dispute: {
    id: Generated<Id>;
    company_id: Id;
    invoice_id: Id;
    line_id: Id;
    state: Generated<DisputeState>;
    reason: DisputeReason;
    body: string;
    opened_by: Id | null;
    opened_by_name: string;
    opened_at: Date;
    answer_by: Date;
    decided_by_name: string | null;
    decided_at: Date | null;
    decision_note: Generated<string>;
    credit_note_id: Id | null;
    message_id: Id | null;
  };
  /** Deliveries of the last mile of a shipment, in their present state. */
  delivery: {
    id: Generated<Id>;
    company_id: Id;
    shipment_id: Id;
    number: string;
    number_key: string;
    container_number: string | null;
    place_name: Generated<string>;
    address: string | null;
    time_zone: string | null;
    window_from: Date | null;
    window_to: Date | null;
    status: Generated<DeliveryStatus>;
    status_at: Date | null;
    fail_reason: FailReason | null;
    driver_name: string | null;
    vehicle: string | null;
    signed_by: string | null;
  };
  /** Each statement about a delivery, as it came. */
  delivery_update: {
    id: Generated<Id>;
    delivery_id: Id;
    sender: string;
    stated_at: Date;
    received_at: Date;
    /** A `DeliveryUpdate` without the file. */
    content: Json<Omit<DeliveryUpdate, "proof">>;
    content_hash: Buffer;
  };
  /** Appointments for a delivery that a customer asked for. */
  delivery_request: {
    id: Generated<Id>;
    delivery_id: Id;
    asked_by: Id | null;
    asked_by_name: string;
    asked_at: Date;
    day: string;
    time_from: string;
    time_to: string;
    body: string;
  };
  /** Arrivals of before the product was used, for how far the ETAs of a lane were off. */
  past_arrival: {
    company_id: Id;
    reference: string;
    carrier_code: string;
    job_mode: string;
    port_of_departure: string;
    port_of_arrival: string;
    arrived_at: Date;
    etas: Json<Partial<Record<"14" | "7" | "1", string>>>;
  };
  /** Tariffs of demurrage and detention. */
  free_time_tariff: {
    id: Generated<Id>;
    company_id: Id;
    code: string;
    type: FreeTimeType;
    carrier_code: string | null;
    place_code: string | null;
    size_type: string | null;
    start_event: FreeTimeStart;
    day_one: "event-day" | "next-day";
    free_days: number;
    unit: "calendar" | "working";
    holidays: string[];
    rest_days: number[];
    tiers: Json<{ days: number | null; perDay: string }[]>;
    currency: string;
    valid_from: string;
    valid_to: string | null;
    source: string;
    contract_number: string | null;
    updated_at: Date;
    /** Person of the desk who changed it; null by the command of operators. */
    changed_by: Id | null;
    changed_by_name: string | null;
    version: Generated<number>;
  };
  /** Factors of greenhouse gases: those that came with the product, and the operator's. */
  emission_factor: {
    id: Generated<Id>;
    code: string;
    mode: EmissionMode;
    carrier_code: string | null;
    edition: number;
    unit: ActivityUnit;
    ttw: Decimal;
    wtt: Decimal;
    rf: NullableDecimal;
    distance_share: ColumnType<string, string | number | undefined, string | number>;
    distance_added_km: ColumnType<string, string | number | undefined, string | number>;
    low: NullableDecimal;
    high: NullableDecimal;
    vehicle: string;
    vehicle_zh: string | null;
    source: string;
    source_zh: string | null;
    address: string | null;
    licence: string;
    licence_zh: string | null;
    note: string | null;
    note_zh: string | null;
    is_checked: boolean | null;
    is_shipped: Generated<boolean>;
    updated_at: Generated<Date>;
  };
  /** The greenhouse gases of each shipment, in grams, and in kilogram-kilometres. */
  shipment_emission: {
    shipment_id: Id;
    ttw_g: Id | null;
    wtt_g: Id | null;
    rf_g: Id | null;
    low_g: Id | null;
    high_g: Id | null;
    kg_km: Id | null;
    km: number | null;
    edition: number | null;
    gap: EmissionGap | null;
    factor_ids: Generated<Id[]>;
  };
  /** Shipments whose greenhouse gases are to be computed anew. */
  emission_due: { shipment_id: Id; changes: Generated<number> };
  /** What carriers, terminals and railways state of a container's free time, as it came. */
  free_time_statement: {
    id: Generated<Id>;
    shipment_id: Id;
    container_key: string;
    kind: FreeTimeType;
    source: StatementSource;
    sender: string;
    last_free_day: string | null;
    holds: HoldKind[];
    is_available: boolean | null;
    stated_at: Date;
    received_at: Date;
    content_hash: Buffer;
  };
  /** Milestones of a shipment as reports count them. */
  milestone_days: {
    shipment_id: Id;
    reached: string;
    most_after_first: number | null;
    most_after_last: number | null;
    after_first_kinds: string[] | null;
    after_first_days: number[] | null;
    after_last_kinds: string[] | null;
    after_last_days: number[] | null;
    unplanned: string;
    other_kinds: string[] | null;
    other_first_due: (string | null)[] | null;
    other_last_due: (string | null)[] | null;
    other_done: (string | null)[] | null;
    other_skipped: boolean[] | null;
    reason_kinds: string[] | null;
    reason_codes: string[] | null;
  };
  /** The clocks of free time of each container: their days and what they cost. */
  free_time_clock: {
    shipment_id: Id;
    container_key: string;
    type: FreeTimeType;
    first_day: string | null;
    last_free_day: string | null;
    /** The planned day from which the last free day is an estimate; null for other ones. */
    planned_start: Generated<string | null>;
    ended_on: string | null;
    has_begun: boolean;
    currency: string | null;
    amount: NullableDecimal;
    tiers: Json<{ from: number; to: number | null; perDay: string }[]>;
  };
  /** Names of the charges that a company was billed. */
  charge_name: {
    company_id: Id;
    code: string;
    description: string;
  };
  /** What was billed for each shipment, by currency, as reports count it. */
  shipment_billed: {
    shipment_id: Id;
    currency: string;
    net: string;
    charge_codes: string[];
    charge_nets: string[];
    clock_net: string | null;
    every_charge: string[] | null;
  };
  /** The free time of a shipment's containers as reports count it. */
  shipment_free_time: {
    shipment_id: Id;
    is_running: boolean;
    rank: number | null;
    box_ranks: number[] | null;
    box_given: (number | null)[] | null;
    box_used: (number | null)[] | null;
    box_over: number[] | null;
    currencies: string[] | null;
    amounts: (string | null)[] | null;
  };
  /** Shipments of before migration 0063 whose figures for reports are not counted yet. */
  figures_waiting: { shipment_id: Id };
  /** Containers of a shipment. */
  shipment_container: {
    shipment_id: Id;
    line: number;
    container_number: string;
    container_type: string;
    seal_number: string | null;
    pieces: number | null;
    gross_weight_kg: NullableDecimal;
    volume_cbm: NullableDecimal;
  };
  /** Order lines of a shipment, with PO and SKU. */
  shipment_order_line: {
    shipment_id: Id;
    line: number;
    po_number: string;
    sku_number: string;
    description: string;
    pieces: number;
    cartons: number;
    unit_price: NullableDecimal;
    currency: string | null;
    gross_weight_kg: NullableDecimal;
    net_weight_kg: NullableDecimal;
    hs_code: string | null;
  };
  /** The goods of a shipment by data type: as booked, actual, and of the house bill. */
  shipment_cargo: {
    shipment_id: Id;
    data_type: CargoDataType;
    pieces: number;
    package_type: string;
    gross_weight_kg: Decimal;
    volume_cbm: Decimal;
    chargeable_weight_kg: NullableDecimal;
    description: string;
  };
  /** Documents of a shipment, those that are made and those that were uploaded. */
  shipment_document: {
    id: Generated<Id>;
    shipment_id: Id;
    document_type: PaperType;
    number: string;
    issued_on: string;
    /** As made; an uploaded document has the names of its versions (stored_file). */
    file_name: string;
    added_at: Generated<Date | null>;
    is_uploaded: Generated<boolean>;
    upload_key: string | null;
    log_sequence: Generated<number>;
    log_hash: Buffer | null;
  };
  /** Pictures of documents' pages. */
  document_preview: {
    document_id: Id;
    source: string;
    page: number;
    state: "ready" | "encrypted" | "broken" | "tooMuch";
    pages: number | null;
    content: Buffer | null;
    drawn_at: Date;
  };
  /** What documents say, for the search and for the check of papers. */
  document_text: {
    document_id: Id;
    version: number;
    search_text: string;
    grams: number[];
    is_pending: boolean;
    paper_reading: ColumnType<PaperReading | null, string | null | undefined, string | null>;
  };
  /** Reports that people have saved. */
  report_template: {
    id: Generated<Id>;
    company_id: Id;
    owner_id: Id | null;
    name: string;
    is_shared: boolean;
    question: Json<SavedReport>;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  /** Short addresses of reports. */
  report_link: {
    code: string;
    company_id: Id;
    digest: string;
    question: Json<SavedReport>;
    opened_at: Date;
  };
  /** Saved reports that are mailed on a schedule. */
  report_mail: {
    template_id: Id;
    user_id: Id;
    format: ReportFormat;
    schedule: Json<Schedule>;
    next_at: Date;
  };
  /** How a person has arranged the dashboard, and when they opened it. */
  dashboard_person: {
    user_id: Id;
    blocks: ColumnType<Arrangement | null, string | null | undefined, string | null>;
    seen_at: Date | null;
    /** The end of the visit before the present one. */
    seen_before: Date | null;
  };
  /** The record of the reports that people ran. */
  report_run: {
    id: Generated<Id>;
    company_id: Id;
    user_id: Id | null;
    ran_at: Date;
    question: Json<SavedReport>;
    shipments: number;
    format: ReportFormat | null;
    file_key: string | null;
    file_name: string | null;
    content_type: string | null;
    expires_at: Date | null;
  };
  /** Descriptions of goods for the search: each text once, by its digest. */
  goods_text: { key: string; search_text: string; grams: number[] };
  /** Shipments whose descriptions of goods are not in the search yet. */
  goods_unread: { shipment_id: Id };
  /** Who has opened which version of a document. */
  document_seen: {
    document_id: Id;
    version: number;
    user_id: Id;
    first_at: Date;
    last_at: Date;
  };
  /** All numbers by which a shipment is found. */
  shipment_reference: {
    shipment_id: Id;
    company_id: Id;
    kind: "H" | "M" | "PO" | "SKU" | "CNTR" | "BKG" | "CI";
    value_key: string;
  };
  /** Events of carriers and of the forwarder, one row each, in their latest version. */
  event: {
    event_id: string;
    vocabulary: EventVocabulary;
    event_type: string;
    code: string;
    classifier: EventClassifier;
    occurred_at: Date;
    is_day_only: Generated<boolean>;
    utc_offset: Generated<string | null>;
    place_code: string | null;
    location_name: string | null;
    facility: string | null;
    sequence: number | null;
    mode: string | null;
    transport: string | null;
    empty_indicator: string | null;
    container_number: string | null;
    source: string;
    received_at: Date;
    stored_at: Generated<Date>;
    reason_code: string | null;
    remark: string | null;
    payload: Json<unknown>;
    sender: string | null;
    version: string | null;
    pieces: number | null;
    total_pieces: number | null;
    sent_id: string | null;
    has_shipments_total: Generated<boolean>;
    facts: ColumnType<string, undefined, never>;
  };
  /** What a corrected event was before. */
  event_replaced: {
    event_id: string;
    vocabulary: EventVocabulary;
    event_type: string;
    code: string;
    classifier: EventClassifier;
    occurred_at: Date;
    is_day_only: boolean;
    utc_offset: string | null;
    place_code: string | null;
    location_name: string | null;
    facility: string | null;
    sequence: number | null;
    mode: string | null;
    transport: string | null;
    empty_indicator: string | null;
    container_number: string | null;
    source: string;
    received_at: Date;
    stored_at: Date;
    reason_code: string | null;
    remark: string | null;
    payload: Json<unknown>;
    sender: string | null;
    version: string | null;
    pieces: number | null;
    total_pieces: number | null;
    replaced_at: Date;
    shipment_ids: string[];
  };
  /** Files with what carriers sent long ago. */
  event_file: {
    id: Generated<Id>;
    storage_key: string;
    sha256: Buffer;
    entries: number;
    begun_at: Date;
    moved_at: Date | null;
    removed_at: Date | null;
  };
  /** How far moving old contents of events into files has come. */
  event_walk: {
    kind: "event" | "event_replaced";
    begun_at: Date;
    after_at: Date;
    after_id: string;
    leased_until: Date | null;
  };
  /** Events that a person of the desk has tied to a shipment. */
  event_match: {
    event_id: string;
    value_key: string;
    matched_by: Id | null;
    matched_by_name: string;
    matched_at: Date;
  };
  /** Which event belongs to which shipment. */
  event_shipment: { shipment_id: Id; event_id: string; is_digested: Generated<boolean> };
  /** The events by which a shipment's milestones are counted, as one text. */
  event_digest: { shipment_id: Id; facts: string };
  /** Shipments that lost an event, so that their digest is made anew. */
  event_unlinked: { shipment_id: Id };
  /** Cut-offs of shipments and bookings, each statement as it came. */
  cut_off: {
    id: Generated<Id>;
    shipment_id: Id | null;
    booking_id: Id | null;
    code: CutOffCode;
    at: Date;
    is_day_only: boolean;
    place_code: string | null;
    facility: string | null;
    source: string;
    stated_at: Date;
    received_at: Date;
  };
  /** The numbers that an event names. */
  event_reference: { event_id: string; kind: string; value_key: string };
  /** Requests for a quote, and their state. */
  quote: {
    id: Generated<Id>;
    company_id: Id;
    quote_number: string;
    version: Generated<number>;
    content_since: Generated<number>;
    editor: string | null;
    updated_by: Id | null;
    updated_by_name: string | null;
    form_key: string | null;
    status: Generated<StoredQuoteStatus>;
    freight_mode: string;
    request: Json<QuoteRequest>;
    totals: Json<z.infer<typeof quoteTotals>>;
    search_text: string;
    valid_until: Date | null;
    accepted_option_id: Id | null;
    reject_reason: string | null;
    /** When the forwarder took its price back; null once it gave another. */
    withdrawn_at: Generated<Date | null>;
    withdraw_reason: Generated<string | null>;
    booking_id: Id | null;
    requested_by: Id | null;
    requested_by_name: string;
    requested_at: Date;
    updated_at: Date;
    log_sequence: Generated<number>;
    log_hash: Buffer | null;
  };
  /** Prices that the desk has not sent yet. */
  quote_draft: {
    quote_id: Id;
    version: number;
    options: Json<DraftOption[]>;
    saved_by: Id | null;
    saved_by_name: string;
    saved_at: Date;
  };
  /** What a line of an offered price costs the forwarder. */
  quote_option_cost: { option_id: Id; position: number; cost: Decimal };
  /** Prices that were offered for a quote; replaced ones stay. */
  quote_option: {
    id: Generated<Id>;
    quote_id: Id;
    position: number;
    carrier_name: string;
    transit_days: number | null;
    valid_until: Date;
    currency: string;
    total: Decimal;
    lines: Json<z.infer<typeof pricingLine>[]>;
    replaced_at: Date | null;
  };
  /** Bookings, from the draft on. */
  booking: {
    id: Generated<Id>;
    company_id: Id;
    booking_number: string;
    draft_key: string | null;
    version: Generated<number>;
    content_since: Generated<number>;
    editor: string | null;
    updated_by: Id | null;
    status: Generated<BookingStatus>;
    content: Json<BookingContent>;
    transport_mode: string | null;
    shipper_name: Generated<string>;
    consignee_name: Generated<string>;
    origin: Generated<string>;
    destination: Generated<string>;
    search_text: Generated<string>;
    quote_id: Id | null;
    price_amount: NullableDecimal;
    price_currency: string | null;
    carrier_booking_number: string | null;
    created_by: Id | null;
    created_by_name: string;
    updated_by_name: string;
    created_at: Date;
    updated_at: Date;
    submitted_at: Date | null;
    log_sequence: Generated<number>;
    log_hash: Buffer | null;
  };
  /** Files of bookings, conversations, deliveries, documents and answers. */
  stored_file: {
    id: Generated<Id>;
    subject: "booking" | "channel" | "delivery" | "document" | "answer";
    subject_id: Id;
    /** A generated column: the subject's id when the subject is a booking. */
    booking_id: ColumnType<Id | null, never, never>;
    channel_id: ColumnType<Id | null, never, never>;
    delivery_id: ColumnType<Id | null, never, never>;
    document_id: ColumnType<Id | null, never, never>;
    message_id: Id | null;
    position: number | null;
    file_name: string;
    storage_key: string;
    size: string;
    content_type: string;
    sha256: Buffer;
    upload_key: string | null;
    uploaded_by: Id | null;
    uploaded_by_name: string | null;
    uploaded_at: Date;
    scanned_at: Date | null;
    removed_at: Date | null;
    is_of_forwarder: Generated<boolean>;
  };
  /** Changes and cancellations of a booking that a customer asked for, with the answer. */
  booking_change_request: {
    id: Generated<Id>;
    booking_id: Id;
    kind: "AMEND" | "CANCEL";
    body: string;
    asked_by: Id | null;
    asked_by_name: string;
    asked_at: Date;
    /** These three are null until it is answered. */
    is_granted: boolean | null;
    answer: string | null;
    answered_at: Date | null;
    answered_by: Id | null;
    answered_by_name: string | null;
  };
  /** Templates of bookings. */
  booking_template: {
    id: Generated<Id>;
    company_id: Id;
    name: string;
    version: Generated<number>;
    content: Json<BookingContent>;
    content_since: Generated<number>;
    editor: string | null;
    updated_by: Id | null;
    updated_by_name: string | null;
    form_key: string | null;
    created_by_name: string;
    created_at: Date;
  };
  /** Earlier contents of bookings, templates and quotes, so that changes of two people can be merged. */
  content_save: {
    subject: "booking" | "booking_template" | "quote";
    subject_id: Id;
    since: number;
    version: number;
    editor: string | null;
    content: Json<unknown>;
    is_sent: Generated<boolean>;
    kept_at: Date;
  };
  /** The address book of a company. */
  address_entry: {
    id: Generated<Id>;
    company_id: Id;
    name: string;
    address: string;
    postcode: Generated<string>;
    state: Generated<string>;
    country_code: Generated<string>;
    contact_number: Generated<string>;
    created_at: Generated<Date>;
    address_type: Generated<AddressType>;
    is_default_pickup: Generated<boolean>;
    is_default_delivery: Generated<boolean>;
    version: Generated<number>;
    updated_at: Date | null;
    updated_by: Id | null;
  };
  /** Files of shipments and milestones that the desk has sent, tried and carried out. */
  desk_import: {
    id: Generated<Id>;
    kind: ImportKind;
    user_id: Id | null;
    user_name: string;
    upload_key: string | null;
    file_name: string;
    content_hash: Buffer;
    rows: Json<ImportFileRow[]>;
    unknown_columns: Json<string[]>;
    content: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    previews: ColumnType<EncodingPreviews | null, string | null | undefined, string | null>;
    created_at: Date;
    done: ColumnType<DeskImportOutcome | null, string | null | undefined, string | null>;
    done_at: Date | null;
    done_by_name: string | null;
  };
  /** Imports from a forwarder's own system, by call or by file, and how each ended. */
  system_import: {
    id: Generated<Id>;
    company_id: Id;
    kind: SystemKind;
    channel: (typeof importChannels)[number];
    source: string;
    state: (typeof importStates)[number];
    failure: ColumnType<Record<Language, string> | null, string | null | undefined, string | null>;
    is_first: boolean;
    content_digest: Buffer | null;
    lines_done: Generated<number>;
    added: Generated<number>;
    changed: Generated<number>;
    unchanged: Generated<number>;
    older: Generated<number>;
    refused: Generated<number>;
    started_at: Date;
    ended_at: Date | null;
    worker: string | null;
    leased_until: Date | null;
    put_away_at: Generated<Date | null>;
  };
  /** Lines of imports from a forwarder's own system that were refused, and why. */
  system_refusal: {
    import_id: Id;
    line: number;
    reference: string;
    name: string;
    faults: Json<{ field: string | null; reason: Record<Language, string> }[]>;
  };
  /** What each record of a forwarder's own system has become here. */
  system_record: {
    company_id: Id;
    kind: SystemKind;
    reference: string;
    subject: string;
    source_at: Date | null;
    import_id: Id;
    line: number;
    digest: Buffer | null;
  };
  /** Names of carriers as people type them, with the carrier that is meant. */
  carrier_alias: {
    name_key: string;
    name: string;
    carrier_code: string;
    added_by: Id | null;
    added_by_name: string;
    added_at: Date;
  };
  /** Bookings that the desk sends to carriers as messages; rows stay as the record. */
  carrier_booking: {
    id: Generated<Id>;
    booking_id: Id;
    carrier_code: string;
    send_key: Generated<string>;
    contract: string;
    message: string;
    status: Generated<CarrierBookingStatus>;
    attempts: Generated<number>;
    next_at: Date;
    claimed_until: Date | null;
    problem: CarrierBookingProblem | null;
    http_status: number | null;
    answer: string | null;
    carrier_reference: string | null;
    asked_by: Id | null;
    asked_by_name: string;
    asked_at: Date;
    ended_at: Date | null;
  };
  /** Shipments that were there twice: the one that went, and where it is found now. */
  shipment_merge: {
    gone_id: Id;
    kept_id: Id;
    company_id: Id;
    house_number: string;
    numbers: Json<{ kind: string; number: string }[]>;
    record: Json<Record<string, unknown>>;
    reason: string;
    merged_by: Id | null;
    merged_by_name: string;
    merged_at: Date;
    log_sequence: number;
    log_hash: Buffer | null;
  };
  /** Files of rates that the desk has sent. */
  rate_import: {
    id: Generated<Id>;
    user_id: Id | null;
    user_name: string;
    upload_key: string | null;
    file_name: string;
    rows: Json<RateFileRow[]>;
    unknown_columns: Json<string[]>;
    content: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    previews: ColumnType<EncodingPreviews | null, string | null | undefined, string | null>;
    created_at: Date;
    done: ColumnType<RateReport | null, string | null | undefined, string | null>;
  };
  /** Rates of the forwarder, as files state them; replaced ones stay. */
  rate: {
    id: Generated<Id>;
    import_id: Id;
    line: number;
    sheet: string;
    mode: "AIR" | "OCEAN_FCL" | "OCEAN_LCL" | "TRUCK";
    carrier_name: string;
    transit_days: number | null;
    origin: string;
    destination: string;
    origin_key: string;
    destination_key: string;
    currency: string;
    valid_from: string | null;
    valid_to: string | null;
    charge_code: string;
    charge: string;
    unit: RateUnit;
    container: string;
    price: NullableDecimal;
    minimum: NullableDecimal;
    breaks: Json<{ fromKg: string; ratePerKg: string }[]>;
    cost: NullableDecimal;
    margin: NullableDecimal;
    replaced_at: Date | null;
  };
  /** Files of addresses that wait to be imported. */
  address_import: {
    id: Generated<Id>;
    company_id: Id;
    user_id: Id;
    upload_key: string | null;
    file_name: string;
    rows: Json<{ line: number; cells: Partial<Record<AddressFieldName, string>> }[]>;
    unknown_columns: Json<string[]>;
    content: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    previews: ColumnType<EncodingPreviews | null, string | null | undefined, string | null>;
    created_at: Date;
    done: ColumnType<ImportOutcome | null, string | null | undefined, string | null>;
  };
  /** The append-only log of bookings, quotes, shipments, documents and companies. */
  operation_log: {
    subject: "booking" | "company" | "document" | "quote" | "shipment";
    subject_id: Id;
    sequence: number;
    at: Date;
    actor_id: Id | null;
    actor_name: string;
    is_forwarder: boolean;
    action: string;
    changes: Json<z.infer<typeof operationLogEntry>["changes"]>;
    previous_hash: Buffer;
    hash: Buffer;
  };
  /** Who follows which shipment. */
  shipment_follow: { user_id: Id; shipment_id: Id; created_at: Generated<Date> };
  /** Notifications that people have set up, with schedule and recipients. */
  notification: {
    id: Generated<Id>;
    company_id: Id;
    user_id: Id;
    name: string;
    join_by: RuleJoin;
    scope: NotificationScope;
    channel: NotificationChannel;
    recipients: string[];
    schedule: Json<Schedule>;
    is_on: boolean;
    next_at: Date | null;
    told_until: Date;
    version: Generated<number>;
    form_key: string | null;
    created_at: Date;
    updated_at: Date;
  };
  /** The rules of a notification. */
  notification_rule: {
    id: Generated<Id>;
    notification_id: Id;
    position: number;
    kind: RuleKind;
    value: string;
  };
  /** People outside the company who were asked whether they want its notifications. */
  notification_address: {
    company_id: Id;
    email: string;
    state: "WAITING" | "CONFIRMED" | "ENDED";
    token_hash: Buffer | null;
    asked_at: Date;
    answered_at: Date | null;
  };
  /** News told to a person, in the portal or by mail. */
  notice: {
    id: Generated<Id>;
    company_id: Id;
    user_id: Id | null;
    recipient: string | null;
    kind: NoticeKind;
    notification_id: Id | null;
    news_key: string;
    content: Json<NoticeContent>;
    created_at: Date;
    state: "WAITING" | "MAILED" | "PORTAL" | "DROPPED";
    mail_id: Id | null;
    read_at: Date | null;
  };
  /** Kinds of news that a person does not want. */
  notice_off: { user_id: Id; kind: NoticeKind };
  /** Lists that a job saves as files. */
  export_job: {
    id: Generated<Id>;
    user_id: Id | null;
    company_id: Id | null;
    list: ExportedList;
    title: string | null;
    call: string;
    request: Json<unknown>;
    language: Language;
    state: Generated<ExportState | "removed">;
    reason: ExportFailure | null;
    attempts: Generated<number>;
    leased_until: Date | null;
    file_key: string | null;
    file_name: string | null;
    content_type: string | null;
    rows: number | null;
    bytes: string | null;
    rights: Generated<string[]>;
    created_at: Date;
    finished_at: Date | null;
    expires_at: Date | null;
  };
  /** Links at the end of mails by which their recipient ends them. */
  unsubscribe_link: {
    token: string;
    recipient: string;
    user_id: Id | null;
    company_id: Id;
    targets: Json<NoticeTarget[]>;
    created_at: Date;
  };
  /** Recipients who have ended a notification for themselves. */
  notification_end: { notification_id: Id; recipient: string; ended_at: Date };
  /** Conversations between a customer and the forwarder. */
  team: {
    id: Generated<Id>;
    company_id: Id;
    quote_id: Id | null;
    booking_id: Id | null;
    shipment_id: Id | null;
    subject: Generated<string>;
    search_text: Generated<string>;
    created_by: Id | null;
    created_at: Date;
    last_message_at: Date;
  };
  /** The channels of a conversation. */
  channel: {
    id: Generated<Id>;
    team_id: Id;
    company_id: Id;
    type: ChannelType;
    last_sequence: Generated<number>;
    last_message_at: Date | null;
  };
  /** Messages of a channel. */
  message: {
    id: Generated<Id>;
    channel_id: Id;
    company_id: Id;
    sequence: number;
    sender_id: Id | null;
    sender_name: string;
    is_forwarder: boolean;
    body: string;
    search_text: string;
    client_id: string;
    created_at: Date;
  };
  /** N-grams of messages for the search. */
  message_search: { message_id: Id; company_id: Id; grams: number[] };
  /** Events that somebody has to check before they count. */
  event_quarantine: {
    id: Generated<Id>;
    event_id: string;
    reasons: string[];
    doubts: ColumnType<StoredDoubts | null, string | null | undefined, string | null>;
    payload: ColumnType<unknown, string, string>;
    source: string;
    sender: string | null;
    received_at: Date;
    last_received_at: Date;
  };
  /** Carriers that are asked for events on a schedule, and how far that has come. */
  carrier_pull: {
    carrier_code: string;
    base_url: string;
    credential_header: string | null;
    credential: Buffer | null;
    interval_minutes: number;
    page_size: number;
    is_on: boolean;
    next_at: Date;
    cursor: string | null;
    seen_cursors: Generated<string[]>;
    run_until: Date | null;
    known_until: Date | null;
    etag: string | null;
    etag_address: string | null;
    failures: Generated<number>;
    last_error: string | null;
    last_asked_at: Date | null;
    last_answered_at: Date | null;
    event_count: Generated<string>;
    fault_count: Generated<string>;
    updated_at: Date;
  };
  /** Events that name a container of one shipment with the number of another one. */
  container_claim: { event_id: string; shipment_id: Id; container_key: string; at: Date };
  /** Events that no shipment has yet. */
  event_waiting: {
    event_id: string;
    sender: string;
    since: Date;
    set_aside_at: Date | null;
    reason: "TIME" | "NUMBER" | null;
  };
  /** Keys by which carriers send events. */
  carrier_key: {
    id: Generated<Id>;
    carrier_code: string;
    key_hash: Buffer;
    hint: string;
    requests_per_minute: number;
    events_per_minute: number;
    body_bytes: number;
    made_by: string;
    created_at: Date;
    expires_at: Date | null;
    revoked_at: Date | null;
    last_used_at: Date | null;
    last_refused_at: Date | null;
    request_count: Generated<string>;
    event_count: Generated<string>;
    minute_at: Date | null;
    minute_requests: Generated<number>;
    minute_events: Generated<number>;
  };
  /** Keys of customers' programs. */
  api_key: {
    id: Generated<Id>;
    company_id: Id;
    user_id: Id;
    name: string;
    key_hash: Buffer;
    hint: string;
    scopes: ApiScope[];
    created_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
    last_used_at: Date | null;
    last_used_from: string | null;
    last_refused_at: Date | null;
    minute_at: Date | null;
    minute_calls: Generated<number>;
    end_told_at: Date | null;
  };
  /** Addresses of customers' programs that are told what happens. */
  webhook: {
    id: Generated<Id>;
    company_id: Id;
    user_id: Id;
    name: string;
    url: string;
    topics: WebhookTopic[];
    is_ordered: boolean;
    secret: Buffer;
    old_secret: Buffer | null;
    old_secret_until: Date | null;
    is_on: Generated<boolean>;
    off_reason: WebhookOffReason | null;
    created_at: Date;
    failing_since: Date | null;
    warned_at: Date | null;
    last_success_at: Date | null;
  };
  /** What webhooks are told, noted in the transaction of the change. */
  webhook_event: {
    id: Generated<Id>;
    key: Generated<string>;
    company_id: Id;
    topic: WebhookTopic | "test";
    type: WebhookType;
    subject_id: Id;
    sequence: number | null;
    data: Json<Record<string, unknown>>;
    at: Date;
    handed_out_at: Date | null;
  };
  /** The last number that messages about one thing had, so that they come in order. */
  webhook_subject: { topic: WebhookTopic; subject_id: Id; company_id: Id; last_sequence: number };
  /** Each message to one address: its state and attempts. */
  webhook_delivery: {
    id: Generated<Id>;
    webhook_id: Id;
    event_id: Id;
    topic: WebhookTopic | "test";
    subject_id: Id;
    state: Generated<WebhookDeliveryState>;
    attempts: Generated<number>;
    since: Date;
    next_at: Date;
    claimed_until: Date | null;
    http_status: number | null;
    problem: WebhookProblem | null;
    tried_at: Date | null;
    ended_at: Date | null;
  };
  /** Public calls of each caller in its present minute; may be lost. */
  call_count: { caller: string; route: string; calls: number; ends_at: Date };
  /** The server that is written to, by which a standby shows that it follows it. */
  primary_mark: { is_only: Generated<boolean>; server: string; mark: string };
  /** Links by which people show shipments to somebody without an account. */
  share_link: {
    id: Generated<Id>;
    company_id: Id;
    owner_id: Id | null;
    label: string;
    token_hash: Buffer;
    shows_parties: boolean;
    shows_documents: boolean;
    created_at: Date;
    renewed_at: Date | null;
    expires_at: Date;
    revoked_at: Date | null;
    seen_count: Generated<number>;
    last_seen_at: Date | null;
  };
  /** The shipments of a share link. */
  share_link_shipment: { link_id: Id; shipment_id: Id; line: number };
  /** The private calendar address of a person. */
  calendar_feed: {
    user_id: Id;
    token_hash: Buffer | null;
    scope: "FOLLOWED" | "ALL";
    created_at: Date;
    last_fetched_at: Date | null;
  };
  /** What a person's calendar was last told of an entry. */
  calendar_entry: {
    user_id: Id;
    uid: string;
    content: Json<{ start: string; isDay: boolean; summary: string; location: string; isEstimate: boolean }>;
    content_hash: Buffer;
    sequence: number;
    modified_at: Date;
    cancelled_at: Date | null;
  };
  /** How far a person has read a channel. */
  channel_read: { channel_id: Id; user_id: Id; last_read_sequence: number; updated_at: Date };
  /** Companies that ask for an account. */
  registration: {
    id: Generated<Id>;
    token_hash: Buffer | null;
    status: Generated<RegistrationStatus>;
    company_name: string;
    name: string;
    email: string;
    user_name: string;
    password_hash: string | null;
    country_code: string;
    phone: string;
    language: Language;
    created_at: Date;
    expires_at: Date;
    confirmed_at: Date | null;
    decided_at: Date | null;
    decided_by: string | null;
    company_id: Id | null;
    user_id: Id | null;
  };
  /** Working hours, holidays and promises of the forwarder's desk. */
  desk_calendar: {
    is_only: Generated<boolean>;
    time_zone: string;
    hours: ColumnType<WorkingHours | null, string | null, string | null>;
    holidays: string[];
    promises: Json<Partial<Record<DeskKind, number>>>;
    silence_minutes: number;
    version: Generated<number>;
    changed_by: Id | null;
    changed_at: Date | null;
  };
  /** People of the desk who are away, and who takes their work. */
  desk_person: { user_id: Id; away_from: string; away_until: string; substitute_id: Id | null };
  /** What waits for the forwarder's people, each with its promised time. */
  desk_item: {
    id: Generated<Id>;
    kind: DeskKind;
    subject_id: Id;
    subject_key: Generated<string>;
    company_id: Id | null;
    label: Generated<string>;
    opened_at: Date;
    promised_minutes: NullableDecimal;
    used_minutes: ColumnType<string, string | number | undefined, string | number>;
    running_since: Date | null;
    due_at: Date | null;
    taken_by: Id | null;
    taken_at: Date | null;
    held_until: Date | null;
    snoozed_until: Date | null;
    done_at: Date | null;
    done_by: Id | null;
    version: Generated<number>;
    detail: Generated<string>;
  };
  /** What was done with an item of the desk. */
  desk_item_log: {
    id: Generated<Id>;
    item_id: Id;
    at: Date;
    actor_id: Id | null;
    actor_name: string;
    action: DeskAction | "opened" | "ended";
    to_name: string | null;
    note: Generated<string>;
  };
  /** Notes of the desk beside a conversation, which customers never read. */
  desk_note: {
    id: Generated<Id>;
    team_id: Id;
    author_id: Id | null;
    author_name: string;
    body: string;
    created_at: Date;
  };
  /** Answers that the desk writes once and sends often. */
  desk_answer: {
    id: Generated<Id>;
    name: string;
    body_en: string;
    body_zh: string;
    version: Generated<number>;
    changed_by: string;
    changed_at: Date;
  };
  /** Who of the desk looks at what at this moment; may be lost. */
  desk_watch: {
    kind: DeskKind;
    subject_id: Id;
    user_id: Id;
    since: Date;
    seen_at: Date;
    is_typing: boolean;
  };
  /** Migrations that an older version does not know, while it runs. */
  migration_set_aside: { name: string; applied_at: string; set_aside_at: Date };
  /** Tickets of a minute by which a page opens its websocket; may be lost. */
  realtime_ticket: { ticket_hash: Buffer; auth_token_hash: Buffer; user_id: Id; expires_at: Date };
  /** What happened just now, for the websockets of all processes. */
  realtime_outbox: {
    id: Generated<Id>;
    xid: Generated<string>;
    event: Json<RealtimeEvent>;
    created_at: Generated<Date>;
  };
}
