import { type Kysely, sql } from "kysely";

export const staysForOlder = true;

/**
 * Numbers of quotes, bookings and invoices as they are looked for, in any spelling: the one search finds a whole number or its
 * beginning. `number_key` writes what `referenceKey` (lib/reference-key.ts) does for the numbers of shipments. Conversations with
 * a title of their own are few, and are read for a word in it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function number_key(number text) returns text language sql immutable parallel safe as $$
      select upper(regexp_replace(normalize(number, nfkc), '[\\s\\u00AD\\u2010-\\u2015\\u2212-]+', '', 'g'))
    $$;
    create index quote_searched on quote (company_id, (number_key(quote_number) collate "C"));
    create index booking_searched on booking (company_id, (number_key(booking_number) collate "C"));
    create index booking_carrier_searched on booking (company_id, (number_key(carrier_booking_number) collate "C"))
      where carrier_booking_number is not null;
    create index invoice_searched on invoice (company_id, (number_key(number) collate "C"));
    create index team_titled on team (company_id, last_message_at desc, id desc) where subject <> ''`.execute(
    db,
  );
}
