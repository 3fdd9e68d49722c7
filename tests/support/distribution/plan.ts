import { type DeclaredTable, tablesOfSource } from "../schema-source.ts";

/**
 * To whom the rows of each table of the provider belong, and where they would stand if companies were divided over
 * several databases (app/decisions/scale-and-sizing.md). The product sets up nothing of it.
 *
 * - `company`: distributed by its own `company_id`.
 * - `parent`: gets `company_id` from the row that it belongs to; `by` names the column of that foreign key, or several
 *   of which a check lets exactly one be set.
 * - `subject`: the same without a foreign key; `of` names the table of each value of its column `subject`, or the only one.
 * - `person`: gets `company_id` from the account in `user_id`, so that it stands with the person's company.
 * - `copied`: each company whose link (`by`) names the row gets a copy, in its own shard.
 * - `directory`: who everybody is. Copied to every node, since rows of all companies point to it: the desk's people write
 *   in the names of customers, so that their accounts cannot stand with one company.
 * - `reference`: the same for what belongs to nobody.
 * - `local`: stays in one database beside the distributed tables.
 */
export type Place =
  | { as: "company" | "person" | "directory" | "reference" }
  | { as: "parent"; by: readonly string[] }
  | { as: "subject"; by: string; of: Readonly<Record<string, string>> | string }
  | { as: "copied"; by: string }
  | { as: "local"; why: string };

const person = { as: "person" } as const;
const directory = { as: "directory" } as const;
const reference = { as: "reference" } as const;
const by = (...columns: string[]): Place => ({ as: "parent", by: columns });
const local = (why: string): Place => ({ as: "local", why });

const ofDocument = by("document_id");
const QUEUE = "a queue that one kind of worker empties; a row is short-lived and may name no company";
const DESK = "of the forwarder's desk, which sorts the work for all companies in one list";
const FORWARDER = "of the forwarder alone, small";
const BEFORE_COMPANY = "of carriers' events of which no shipment, hence no company, is known";
const BEFORE_SIGN_IN = "of a visitor of whom no account is known yet, short-lived";
const PROGRAM = "of this installation, a row or two";
const DEMO = "of the demonstration only";

/** Tables whose place does not follow from their columns. */
const OTHERS: Readonly<Record<string, Place>> = {
  // Who everybody is, and what nobody owns.
  company: directory,
  app_user: directory,
  department: directory,
  role: directory,
  role_grant: directory,
  role_menu: directory,
  role_resource: directory,
  menu: reference,
  carrier: reference,
  carrier_alias: reference,
  emission_factor: reference,
  place: reference,
  place_distance: reference,
  reference_edition: reference,
  zone_rule: reference,
  vessel: reference,

  // A company's settings and its people's.
  auth_token: person,
  calendar_feed: person,
  calendar_entry: by("user_id"),
  company_session: by("identity_id"),
  dashboard_person: person,
  email_change: person,
  notice_off: person,
  passkey: person,
  person_identity: person,
  person_picture: person,
  recovery_code: person,
  second_factor: person,
  sign_in_challenge: person,

  // Shipments.
  goods_unread: { as: "subject", by: "shipment_id", of: "shipment" },
  goods_text: local("a dictionary of texts of all companies, by the digest of the text"),
  cut_off: by("shipment_id", "booking_id"),
  document_preview: ofDocument,
  document_seen: ofDocument,
  document_text: ofDocument,

  // Events of carriers.
  event: { as: "copied", by: "event_shipment" },
  event_reference: by("event_id"),
  event_unlinked: { as: "subject", by: "shipment_id", of: "shipment" },
  container_claim: by("shipment_id", "event_id"),
  event_match: local(BEFORE_COMPANY),
  event_quarantine: local(BEFORE_COMPANY),
  event_replaced: local("earlier versions of events, read by the operator alone and removed by age"),
  event_file: local("files with what carriers sent long ago: each database has its own"),
  event_walk: local("how far a database has come with moving such contents"),
  event_waiting: local(BEFORE_COMPANY),

  // Quotes, bookings, addresses, rates.
  content_save: {
    as: "subject",
    by: "subject_id",
    of: { booking: "booking", booking_template: "booking_template", quote: "quote" },
  },
  quote_option_cost: by("option_id"),
  rate: local(FORWARDER),
  rate_import: local(FORWARDER),
  operation_log: {
    as: "subject",
    by: "subject_id",
    of: {
      booking: "booking",
      company: "company",
      document: "shipment_document",
      quote: "quote",
      shipment: "shipment",
    },
  },

  // Messages and files.
  stored_file: {
    as: "subject",
    by: "subject_id",
    of: {
      answer: "desk_answer",
      booking: "booking",
      channel: "channel",
      delivery: "delivery",
      document: "shipment_document",
    },
  },

  // Invoices.
  invoice_series: local(
    "one run of numbers without gaps for all customers: the tax law's, not ours to divide",
  ),
  invoice_issuer: local("one for all customers, like the series of its invoices"),
  invoice_series_change: local("log of invoice_series"),

  // Reports, notifications, webhooks.
  report_mail: by("template_id"),
  webhook_delivery: by("webhook_id"),
  mail_address: local("addresses that bounced, whoever wrote to them"),
  mail_outbox: local(QUEUE),
  realtime_outbox: local(QUEUE),
  export_job: local(QUEUE),

  // The forwarder's own system, and the desk.
  system_refusal: by("import_id"),
  desk_answer: local(FORWARDER),
  desk_calendar: local(FORWARDER),
  desk_import: local(FORWARDER),
  desk_item: local(DESK),
  desk_item_log: local(DESK),
  desk_person: local(FORWARDER),
  desk_watch: local("who looks at what at this moment; may be lost"),
  registration: local(BEFORE_SIGN_IN),

  // Calls, sign-in, the program itself.
  call_count: local("counters of calls of a minute; may be lost"),
  idempotency_key: local(
    "callers of no company use it too; it commits with the change over two databases until the callers of a company have a table of their own",
  ),
  carrier_key: local(FORWARDER),
  carrier_pull: local(FORWARDER),
  passkey_challenge: local(BEFORE_SIGN_IN),
  password_reset: local(BEFORE_SIGN_IN),
  realtime_ticket: local("a ticket of a minute for a socket"),
  security_event: local("log of the operator, also of visitors of whom no company is known"),
  sign_in_failure: local(BEFORE_SIGN_IN),
  spent_logout_token: local("tokens of an identity provider, until they expire"),
  demo_clock: local(DEMO),
  demo_part: local(DEMO),
  demo_subject: local(DEMO),
  kysely_migration: local(PROGRAM),
  kysely_migration_lock: local(PROGRAM),
  migration_set_aside: local(PROGRAM),
  primary_mark: local(PROGRAM),
  secrets_key: local(PROGRAM),
};

const tables = tablesOfSource();
const names = new Set(tables.map(({ name }) => name));

/** Where a table stands that names its company, or one other row, in a column that is never null. */
function placeByColumns({ columns }: DeclaredTable): Place | null {
  const ids = columns.filter(({ type }) => type === "Id").map(({ name }) => name);
  if (ids.includes("company_id")) return { as: "company" };
  const rows = ids.filter((column) => names.has(column.replace(/_id$/, "")));
  return rows.length === 1 ? by(...rows) : null;
}

/** The place of every table. The schema of the database bears it out, or the tests find what it does not. */
export const DISTRIBUTION: Readonly<Record<string, Place>> = Object.fromEntries([
  ...tables.flatMap((table) => {
    const place = placeByColumns(table);
    return place ? [[table.name, place]] : [];
  }),
  ...Object.entries(OTHERS),
]);

const DISTRIBUTED = ["company", "parent", "subject", "person", "copied"];

/** Whether the rows of the table are divided among databases. */
export function isDistributed(plan: Readonly<Record<string, Place>>, table: string): boolean {
  return DISTRIBUTED.includes(plan[table]?.as ?? "");
}
