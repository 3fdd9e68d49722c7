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
export type StoredDoubts = StoredDoubt[];

export interface Database {
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
  role: {
    id: Generated<Id>;
    company_id: Id | null;
    code: string;
    name: string;
    name_zh: string;
    version: Generated<number>;
  };
  menu: { id: Generated<Id>; name: string; menu_flag: 0 | 1; url: string | null; sort: number };
  role_menu: { role_id: Id; menu_id: Id };
  role_resource: { role_id: Id; url: string };
  demo_part: { first: number; past: number; seeded_at: Date };
  demo_clock: { is_only: Generated<boolean>; told_until: Date };
  demo_subject: {
    kind: "quote" | "booking";
    index: number;
    subject_id: Id;
    version: number;
    ends_at: Date;
  };
  email_change: {
    token_hash: Buffer;
    user_id: Id;
    old_email: string;
    email: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
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
  role_grant: { role_id: Id; name: string };
  company_access: { company_id: Id; res_code: string };
  department: { id: Generated<Id>; company_id: Id; parent_id: Id | null; name: string };
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
  person_picture: { user_id: Id; content: Buffer; version: string; stored_at: Date };
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
  company_logo: {
    company_id: Id;
    scheme: "light" | "dark";
    drawing: string;
    content: Buffer;
    icon: Buffer;
    stored_at: Date;
  };
  company_brand_work: {
    id: Generated<Id>;
    company_id: Id;
    at: Date;
    actor_id: Id | null;
    actor_name: string;
    action: string;
    changes: Json<z.infer<typeof operationLogEntry>["changes"]>;
  };
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
  secrets_key: { mark: Buffer; used_since: Date };
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
  person_identity: {
    id: Generated<Id>;
    user_id: Id;
    issuer: string;
    subject: string;
    created_at: Date;
    last_used_at: Date;
  };
  company_errand: {
    ticket_hash: Buffer;
    company_id: Id;
    purpose: "signIn" | "prove" | "signOut";
    token_hash: Buffer | null;
    content: Buffer;
    expires_at: Date;
    used_at: Date | null;
  };
  company_session: { token_hash: Buffer; identity_id: Id; sid: string | null; id_token: Buffer };
  spent_logout_token: { issuer: string; jti: string; expires_at: Date };
  second_factor: {
    user_id: Id;
    secret: Buffer;
    created_at: Date;
    confirmed_at: Date | null;
    last_step: Generated<string>;
  };
  recovery_code: { user_id: Id; code_hash: Buffer; created_at: Date; used_at: Date | null };
  sign_in_challenge: {
    token_hash: Buffer;
    user_id: Id;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    company_session: Buffer | null;
  };
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
  passkey_challenge: {
    token_hash: Buffer;
    purpose: "add" | "signIn" | "prove";
    challenge: string;
    user_id: Id | null;
    expires_at: Date;
  };
  sign_in_failure: {
    user_name_key: string;
    failures: number;
    last_failed_at: Date;
    locked_until: Date | null;
  };
  password_reset: {
    token_hash: Buffer;
    user_id: Id | null;
    email: string;
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
  };
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
  mail_address: {
    email: string;
    hard_failures: Generated<number>;
    soft_failures: Generated<number>;
    last_error: string | null;
    last_failed_at: Date | null;
    blocked_at: Date | null;
  };
  idempotency_key: {
    caller: string;
    key: string;
    endpoint: string;
    request_hash: Buffer;
    answer: Json<unknown>;
    created_at: Generated<Date>;
  };
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
  reference_edition: { name: string; edition: string; loaded_at: Generated<Date> };
  /** Time zones that PostgreSQL's data has otherwise than ours; filled at a start. */
  zone_rule: { zone: string; from_at: Date; offset_minutes: number };
  carrier: { code: string; name: string; mode: JobMode; awb_prefix: string | null };
  vessel: { imo: string; name: string; carrier_code: string | null };
  party: { id: Generated<Id>; company_id: Id; code: string; name: string };
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
  invoice_series: {
    kind: InvoiceKind;
    year: number;
    prefix: string;
    width: Generated<number>;
    next_number: Generated<Id>;
  };
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
  invoice_reason: {
    id: Generated<Id>;
    invoice_id: Id;
    line_id: Id | null;
    charge: string;
    reason: string;
  };
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
  allocation_reversal: {
    id: Generated<Id>;
    allocation_id: Id;
    company_id: Id;
    reversed_on: string;
    reason: string;
    recorded_at: Date;
  };
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
    /** Of the desk; null by the command of operators. */
    changed_by: Id | null;
    changed_by_name: string | null;
    version: Generated<number>;
  };
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
  /** In grams, and in kilogram-kilometres. */
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
  emission_due: { shipment_id: Id; changes: Generated<number> };
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
  charge_name: {
    company_id: Id;
    code: string;
    description: string;
  };
  shipment_billed: {
    shipment_id: Id;
    currency: string;
    net: string;
    charge_codes: string[];
    charge_nets: string[];
    clock_net: string | null;
    every_charge: string[] | null;
  };
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
  figures_waiting: { shipment_id: Id };
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
  document_preview: {
    document_id: Id;
    source: string;
    page: number;
    state: "ready" | "encrypted" | "broken" | "tooMuch";
    pages: number | null;
    content: Buffer | null;
    drawn_at: Date;
  };
  document_text: {
    document_id: Id;
    version: number;
    search_text: string;
    grams: number[];
    is_pending: boolean;
    paper_reading: ColumnType<PaperReading | null, string | null | undefined, string | null>;
  };
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
  report_link: {
    code: string;
    company_id: Id;
    digest: string;
    question: Json<SavedReport>;
    opened_at: Date;
  };
  report_mail: {
    template_id: Id;
    user_id: Id;
    format: ReportFormat;
    schedule: Json<Schedule>;
    next_at: Date;
  };
  dashboard_person: {
    user_id: Id;
    blocks: ColumnType<Arrangement | null, string | null | undefined, string | null>;
    seen_at: Date | null;
    /** The end of the visit before the present one. */
    seen_before: Date | null;
  };
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
  goods_text: { key: string; search_text: string; grams: number[] };
  goods_unread: { shipment_id: Id };
  document_seen: {
    document_id: Id;
    version: number;
    user_id: Id;
    first_at: Date;
    last_at: Date;
  };
  shipment_reference: {
    shipment_id: Id;
    company_id: Id;
    kind: "H" | "M" | "PO" | "SKU" | "CNTR" | "BKG" | "CI";
    value_key: string;
  };
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
  event_file: {
    id: Generated<Id>;
    storage_key: string;
    sha256: Buffer;
    entries: number;
    begun_at: Date;
    moved_at: Date | null;
    removed_at: Date | null;
  };
  event_walk: {
    kind: "event" | "event_replaced";
    begun_at: Date;
    after_at: Date;
    after_id: string;
    leased_until: Date | null;
  };
  event_match: {
    event_id: string;
    value_key: string;
    matched_by: Id | null;
    matched_by_name: string;
    matched_at: Date;
  };
  event_shipment: { shipment_id: Id; event_id: string; is_digested: Generated<boolean> };
  event_digest: { shipment_id: Id; facts: string };
  event_unlinked: { shipment_id: Id };
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
  event_reference: { event_id: string; kind: string; value_key: string };
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
  quote_draft: {
    quote_id: Id;
    version: number;
    options: Json<DraftOption[]>;
    saved_by: Id | null;
    saved_by_name: string;
    saved_at: Date;
  };
  quote_option_cost: { option_id: Id; position: number; cost: Decimal };
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
  system_refusal: {
    import_id: Id;
    line: number;
    reference: string;
    name: string;
    faults: Json<{ field: string | null; reason: Record<Language, string> }[]>;
  };
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
  carrier_alias: {
    name_key: string;
    name: string;
    carrier_code: string;
    added_by: Id | null;
    added_by_name: string;
    added_at: Date;
  };
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
  shipment_follow: { user_id: Id; shipment_id: Id; created_at: Generated<Date> };
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
  notification_rule: {
    id: Generated<Id>;
    notification_id: Id;
    position: number;
    kind: RuleKind;
    value: string;
  };
  notification_address: {
    company_id: Id;
    email: string;
    state: "WAITING" | "CONFIRMED" | "ENDED";
    token_hash: Buffer | null;
    asked_at: Date;
    answered_at: Date | null;
  };
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
  notice_off: { user_id: Id; kind: NoticeKind };
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
  unsubscribe_link: {
    token: string;
    recipient: string;
    user_id: Id | null;
    company_id: Id;
    targets: Json<NoticeTarget[]>;
    created_at: Date;
  };
  notification_end: { notification_id: Id; recipient: string; ended_at: Date };
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
  channel: {
    id: Generated<Id>;
    team_id: Id;
    company_id: Id;
    type: ChannelType;
    last_sequence: Generated<number>;
    last_message_at: Date | null;
  };
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
  message_search: { message_id: Id; company_id: Id; grams: number[] };
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
  container_claim: { event_id: string; shipment_id: Id; container_key: string; at: Date };
  event_waiting: {
    event_id: string;
    sender: string;
    since: Date;
    set_aside_at: Date | null;
    reason: "TIME" | "NUMBER" | null;
  };
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
  webhook_subject: { topic: WebhookTopic; subject_id: Id; company_id: Id; last_sequence: number };
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
  call_count: { caller: string; route: string; calls: number; ends_at: Date };
  primary_mark: { is_only: Generated<boolean>; server: string; mark: string };
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
  share_link_shipment: { link_id: Id; shipment_id: Id; line: number };
  calendar_feed: {
    user_id: Id;
    token_hash: Buffer | null;
    scope: "FOLLOWED" | "ALL";
    created_at: Date;
    last_fetched_at: Date | null;
  };
  calendar_entry: {
    user_id: Id;
    uid: string;
    content: Json<{ start: string; isDay: boolean; summary: string; location: string; isEstimate: boolean }>;
    content_hash: Buffer;
    sequence: number;
    modified_at: Date;
    cancelled_at: Date | null;
  };
  channel_read: { channel_id: Id; user_id: Id; last_read_sequence: number; updated_at: Date };
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
  desk_person: { user_id: Id; away_from: string; away_until: string; substitute_id: Id | null };
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
  desk_note: {
    id: Generated<Id>;
    team_id: Id;
    author_id: Id | null;
    author_name: string;
    body: string;
    created_at: Date;
  };
  desk_answer: {
    id: Generated<Id>;
    name: string;
    body_en: string;
    body_zh: string;
    version: Generated<number>;
    changed_by: string;
    changed_at: Date;
  };
  desk_watch: {
    kind: DeskKind;
    subject_id: Id;
    user_id: Id;
    since: Date;
    seen_at: Date;
    is_typing: boolean;
  };
  migration_set_aside: { name: string; applied_at: string; set_aside_at: Date };
  realtime_ticket: { ticket_hash: Buffer; auth_token_hash: Buffer; user_id: Id; expires_at: Date };
  realtime_outbox: {
    id: Generated<Id>;
    xid: Generated<string>;
    event: Json<RealtimeEvent>;
    created_at: Generated<Date>;
  };
}
