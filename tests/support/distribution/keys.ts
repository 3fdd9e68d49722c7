/**
 * What of today's keys and triggers cannot stay as it is when tables are distributed by `plan.ts`, and what becomes
 * of it. The tests hold that nothing is missing and nothing too much.
 */

const RANDOM =
  "random of 128 bits or more, so that unique by itself; the key becomes (company_id, hash), and who looks it up has only the secret: it begins with the company's number in clear, then one shard is asked";
const ROUTE = "unique in `number_route`, a table distributed by the number itself, which names the company";
const CLAIM =
  "a name of the outside world that one company of all may hold: claimed in a reference table, a few rows a company";

export const KEYS_TO_REPLACE: Readonly<Record<string, string>> = {
  "api_key api_key_key_hash_key (key_hash)": RANDOM,
  "auth_token auth_token_pkey (token_hash)": RANDOM,
  "booking booking_booking_number_key (booking_number)": ROUTE,
  "calendar_feed calendar_feed_token_hash_key (token_hash)": RANDOM,
  "carrier_booking carrier_booking_send_key_key (send_key)": RANDOM,
  "company_brand company_brand_host_key (host)": CLAIM,
  "company_domain company_domain_mail_token_hash_key (mail_token_hash)": RANDOM,
  "company_domain company_domain_proved (domain)": CLAIM,
  "company_errand company_errand_pkey (ticket_hash)": RANDOM,
  "company_sign_in company_sign_in_link_key_key (link_key)": CLAIM,
  "email_change email_change_pkey (token_hash)": RANDOM,
  "invoice invoice_series_number (kind, series_year, series_number)":
    "the row of invoice_series, which stays in one database, is locked while a number is given: unique by that lock",
  "notice notice_once (news_key, ..., ...)":
    "its news_key names a shipment, quote, booking or invoice, whose number the database gave: with the company it refuses the same",
  "notification notification_user_id_form_key_key (user_id, form_key)":
    "an account is of one company: with the company it refuses the same",
  "notification_address notification_address_token_hash_key (token_hash)": RANDOM,
  "passkey passkey_credential_id_key (credential_id)":
    "made by the person's device at random; sign-in by passkey alone names the account in `userHandle`, hence the company",
  "person_identity person_identity_issuer_subject_key (issuer, subject)":
    "whoever signs in comes by the company's own link, so that the company is known: unique in the company; two companies with one issuer no longer exclude each other",
  "quote quote_quote_number_key (quote_number)": ROUTE,
  "report_link report_link_pkey (code)": RANDOM,
  "share_link share_link_token_hash_key (token_hash)": RANDOM,
  "shipment shipment_house_number_key (house_number)": ROUTE,
  "shipment_merge shipment_merge_pkey (gone_id)":
    "the number that the database gave to a shipment that is gone: with the company it refuses the same",
  "sign_in_challenge sign_in_challenge_pkey (token_hash)": RANDOM,
  "stored_file stored_file_storage_key_key (storage_key)": RANDOM,
  "unsubscribe_link unsubscribe_link_pkey (token)": RANDOM,
  "webhook_event webhook_event_key_key (key)": RANDOM,
  "webhook_subject webhook_subject_pkey (topic, subject_id)":
    "the subject's number is the database's and it is of one company: with the company it refuses the same",
};

const CLEARED =
  "the company would be part of the key and be set to null with it: cleared by the call that removes";
const OTHER_SESSION =
  "the session of a desk's person who looks with a customer's eyes, of another company: dropped";

export const FOREIGN_KEYS_TO_REPLACE: Readonly<Record<string, string>> = {
  "auth_token.seen_by_token -> auth_token": `${OTHER_SESSION}; the call that ends one ends the other`,
  "company_errand.token_hash -> auth_token":
    "the person who tries the company's sign-in out is of the company: stays",
  "company_session.token_hash -> auth_token": "the session is of the same account as the identity: stays",
  "event_match.event_id -> event":
    "dropped: an event that waits is stored beside its match, and copied to the company",
  "event_waiting.event_id -> event":
    "dropped: an event that waits is stored there whole, and copied to the company",
  "invoice.booking_id -> booking": CLEARED,
  "invoice.shipment_id -> shipment": CLEARED,
  "invoice_dispute.credit_note_id -> invoice": CLEARED,
  "invoice_draft.booking_id -> booking": CLEARED,
  "invoice_draft.shipment_id -> shipment": CLEARED,
  "notice.mail_id -> mail_outbox": "dropped: read only while the mail is there; the purge of mails clears it",
  "notice.notification_id -> notification": CLEARED,
};

const ON_SHARD =
  "reads and writes rows of the same company only: created on each database, or done by the statement that caused it";
const TO_CALL = "writes what stays in one database: done by the function behind the call, in the same commit";

export const TRIGGERS_TO_MOVE: Readonly<Record<string, string>> = {
  desk_booking: TO_CALL,
  desk_change: TO_CALL,
  desk_dispute: TO_CALL,
  desk_logged: TO_CALL,
  desk_message: TO_CALL,
  desk_quote: TO_CALL,
  desk_shipment: TO_CALL,
  invoice_billed: ON_SHARD,
  invoice_line_billed: ON_SHARD,
  keep_issued: ON_SHARD,
  keep_issued_invoice: ON_SHARD,
  keep_issued_line: ON_SHARD,
  mark_box_emission_due: ON_SHARD,
  mark_emission_due: ON_SHARD,
  name_charges: ON_SHARD,
  note_goods: ON_SHARD,
  note_unlinked: ON_SHARD,
  refuse_change: ON_SHARD,
  shipment_local_dates: `${ON_SHARD}; it reads the reference table of places`,
  shipment_teu: ON_SHARD,
  tell_shipments: TO_CALL,
  tell_webhook_booking: ON_SHARD,
  tell_webhook_invoice: ON_SHARD,
  tell_webhook_message: ON_SHARD,
  tell_webhook_quote: ON_SHARD,
  tell_webhook_retraction: ON_SHARD,
  tell_webhook_shipment: ON_SHARD,
};
