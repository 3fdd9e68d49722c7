import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { DEMO_PREFIX } from "../identity/demo-company.ts";

/** Who of the demonstration has seen which of the latest documents: every second one, by one or two people. */
export async function addDemoSeen(trx: Kysely<Database>, today: Date): Promise<void> {
  await sql`
    insert into document_seen (document_id, version, user_id, first_at, last_at)
    select x.id, 1, u.id, x.at, least(${today}::timestamptz, x.at + interval '5 hours' * (x.id % 3))
    from (
      select d.id, s.company_id, least(${today}::timestamptz, d.issued_on + interval '20 hours') as at,
        row_number() over (partition by s.company_id order by d.issued_on desc, d.id desc) as line
      from shipment_document d join shipment s on s.id = d.shipment_id
      join company c on c.id = s.company_id and c.code like ${`${DEMO_PREFIX}%`}
      where d.issued_on <= ${today}::date
    ) x
    join app_user u on u.company_id = x.company_id and u.user_name in ('chen', 'booker', 'rival')
    where x.line <= 60 and x.line % 2 = 0 and (u.user_name <> 'booker' or x.line % 6 = 0)`.execute(trx);
}
