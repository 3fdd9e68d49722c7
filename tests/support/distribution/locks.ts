/**
 * Places of the provider that lock rows, claim jobs or store what may exist already in distributed tables without naming
 * a company, and all advisory locks: `file kind table`, and what becomes of each when tables are distributed. A test
 * holds that no place is missing and none too much.
 */

const KNOWN =
  "the call has read the row, or what it belongs to, within the caller's scope: the condition gets that company";
const GROUPED =
  "rows of several companies by their ids: one statement for each company in the order of companies, then of ids, in one commit over the shards";
const INSERTED =
  "the row gets the company of what it belongs to, which the call has read: the conflict is one within that company";
const OWN = "a row of the person's own: it gets the company of their account";
const IMPORTED =
  "rows for events of several companies: one statement for each company that a number of the event names, in the order of companies";
const TAKEN =
  "`skip locked` works within one shard: a local row names each company that has such work and when it is due, a worker takes that row, then the company's jobs";
const OF_COMPANY =
  "held for one company: becomes the lock of a row of that company, in its shard, so that it does not matter to which server one is connected";
const OF_ALL =
  "held for the installation: stays, and every provider asks the one server that has the local tables for it";
const ONE_WORKER =
  "lets one worker of the installation run at a time: stays; where one is not enough, one for each database, by its number";

export const LOCKS_TO_CHANGE: Readonly<Record<string, string>> = {
  "access/own-row.ts lock ?": KNOWN,
  "addresses/address-book.ts advisory fairlead address book": OF_COMPANY,
  "analytics/mail-worker.ts claim report_mail": TAKEN,
  "analytics/mail.ts lock ?": KNOWN,
  "analytics/mail.ts upsert report_mail": INSERTED,
  "analytics/template.ts lock ?": KNOWN,
  "bookings/carrier-message.ts lock carrier_booking": KNOWN,
  "bookings/carrier-send.ts claim carrier_booking": TAKEN,
  "bookings/submit.ts lock quote": KNOWN,
  "brand/brand.ts advisory HOSTS_LOCK": OF_ALL,
  "calendars/address.ts upsert calendar_feed": OWN,
  "calendars/feed.ts lock calendar_feed": OWN,
  "calendars/publish.ts upsert calendar_entry": OWN,
  "company-sign-in/person.ts upsert person_identity": OWN,
  "customers/change.ts advisory code": OF_ALL,
  "cut-offs/state.ts upsert cut_off": IMPORTED,
  "dashboard/person.ts upsert dashboard_person": OWN,
  "deliveries/state.ts lock shipment": GROUPED,
  "documents/goods-index.ts claim goods_unread": TAKEN,
  "documents/preview-store.ts upsert document_preview": INSERTED,
  "documents/seen.ts upsert document_seen": INSERTED,
  "documents/text-index.ts upsert document_text": INSERTED,
  "documents/upload.ts upsert shipment_document": INSERTED,
  "documents/versions.ts lock shipment_document": KNOWN,
  "documents/wanted.ts advisory fairlead wanted papers": ONE_WORKER,
  "emissions/factor.ts upsert emission_due": GROUPED,
  "emissions/worker.ts advisory fairlead emissions": ONE_WORKER,
  "emissions/worker.ts claim emission_due": TAKEN,
  "emissions/worker.ts upsert shipment_emission": GROUPED,
  "event-contents/move.ts claim ?":
    "the rows of a file, named by their ids: each database moves its own rows, into files of its own",
  "files/message-files.ts lock stored_file": KNOWN,
  "files/stored-file.ts upsert stored_file": INSERTED,
  "forwarder-system/file-take.ts lock system_import": KNOWN,
  "forwarder-system/invoices.ts lock invoice": GROUPED,
  "forwarder-system/milestones.ts lock shipment": GROUPED,
  "forwarder-system/take.ts advisory fairlead desk import": OF_ALL,
  "freight/content-save.ts upsert content_save": INSERTED,
  "identity/company-origin.ts upsert company_session": INSERTED,
  "identity/email-change.ts lock email_change": OWN,
  "identity/passkey.ts upsert passkey": OWN,
  "identity/picture.ts upsert person_picture": OWN,
  "identity/second-factor.ts upsert second_factor": OWN,
  "identity/session.ts upsert auth_token": OWN,
  "invoices/dispute.ts lock invoice_dispute": KNOWN,
  "invoices/draft.ts lock invoice_draft": KNOWN,
  "invoices/terms.ts advisory fairlead billing terms": OF_COMPANY,
  "invoices/unallocated.ts lock ?": KNOWN,
  "invoices/work.ts advisory fairlead invoice": OF_COMPANY,
  "messages/inquiry.ts advisory fairlead inquiry": OF_COMPANY,
  "messages/team.ts advisory fairlead teams": OF_COMPANY,
  "messages/unread.ts upsert channel_read": INSERTED,
  "notifications/dispatcher.ts claim notification": TAKEN,
  "notifications/mailer.ts advisory notice * *": OF_COMPANY,
  "notifications/unsubscribe.ts lock notification": KNOWN,
  "notifications/unsubscribe.ts upsert notice_off": OWN,
  "notifications/unsubscribe.ts upsert notification_end": INSERTED,
  "quotes/draft.ts upsert quote_draft": INSERTED,
  "reference/load-code-list.ts advisory fairlead reference data": OF_ALL,
  "reference/load-world.ts advisory fairlead reference data": OF_ALL,
  "reference/load.ts advisory fairlead reference data": OF_ALL,
  "reference/zone-rules.ts advisory fairlead reference data": OF_ALL,
  "registration/confirm.ts advisory row": OF_ALL,
  "registration/forwarder.ts advisory fairlead forwarder": OF_ALL,
  "shipment-desk/change.ts upsert event_reference": INSERTED,
  "shipment-desk/event.ts lock event": KNOWN,
  "shipment-desk/import-corrections.ts lock event": GROUPED,
  "shipment-desk/import-shipments.ts lock shipment": GROUPED,
  "shipment-desk/import.ts advisory fairlead desk import": OF_ALL,
  "shipment-desk/insert.ts upsert shipment_container": INSERTED,
  "shipment-desk/merge-move.ts upsert event_shipment": INSERTED,
  "shipment-desk/merge-move.ts upsert shipment_follow": INSERTED,
  "shipment-desk/merge-talk.ts lock channel": KNOWN,
  "shipment-desk/merge-talk.ts lock team": KNOWN,
  "shipment-desk/record.ts lock shipment": KNOWN,
  "shipments/container-claim.ts upsert container_claim": IMPORTED,
  "shipments/event-counting.ts claim event_shipment": GROUPED,
  "shipments/event-counting.ts upsert event_digest": IMPORTED,
  "shipments/event-link.ts upsert event_shipment": IMPORTED,
  "shipments/event-store.ts upsert event_reference": IMPORTED,
  "shipments/event-table.ts lock event": GROUPED,
  "shipments/event-table.ts upsert event": IMPORTED,
  "shipments/figures-fill.ts claim figures_waiting": TAKEN,
  "shipments/figures-fill.ts lock shipment": GROUPED,
  "shipments/figures.ts upsert milestone_days": IMPORTED,
  "shipments/follow.ts upsert shipment_follow": INSERTED,
  "shipments/free-time-refresh.ts lock shipment": GROUPED,
  "shipments/free-time-state.ts lock shipment": GROUPED,
  "shipments/recompute.ts lock shipment": GROUPED,
  "shipments/waiting.ts upsert event_reference": IMPORTED,
  "wal-archive/round.ts advisory $1": ONE_WORKER,
  "webhooks/claim.ts claim webhook_delivery": TAKEN,
  "webhooks/hand-out.ts advisory fairlead webhooks": ONE_WORKER,
};
