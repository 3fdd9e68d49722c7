import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type * as contract from "#app/contract/member.ts";
import { instantToWire, wireToInstant } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import type { SecurityEventKind } from "../security-log/record.ts";

type Input = z.output<typeof contract.activityList.request>;
type Entry = z.input<typeof contract.activityEntry>;
type Kind = Entry["kind"];

/** Counting stops here: older pages are still reached one by one. */
const COUNTED = 1_000;

/** Events of the security log by kind; all others are about the person's own account. */
const KINDS: Record<Exclude<Kind, "account" | "freight">, readonly SecurityEventKind[]> = {
  signIn: ["signIn.done", "signIn.refused", "signIn.locked", "signOut"],
  rights: [
    "member.added",
    "member.invited",
    "member.changed",
    "member.deleted",
    "member.expired",
    "reset.linkMade",
    "seeAs.begun",
    "seeAs.ended",
    "factor.required",
    "factor.notRequired",
    "factor.reset",
    "mail.lifted",
    "mail.bared",
    "mail.filled",
    "companySignIn.changed",
    "companySignIn.on",
    "companySignIn.off",
    "companySignIn.roleKept",
    "domain.claimed",
    "domain.proved",
    "domain.removed",
    "passwords.off",
    "passwords.on",
    "company.made",
    "company.changed",
    "company.closed",
    "company.opened",
    "company.access",
    "department.changed",
    "role.made",
    "role.changed",
    "role.removed",
  ],
  export: [
    "export.shipments",
    "export.members",
    "export.quotes",
    "export.bookings",
    "export.deliveries",
    "export.invoices",
    "export.addresses",
    "export.report",
    "export.emissions",
    "export.fetched",
    "data.exported",
  ],
  refused: ["call.refused"],
};
const kindOfEvent = (event: string): Kind =>
  (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((kind) =>
    (KINDS[kind] as readonly string[]).includes(event),
  ) ?? "account";

interface Row {
  source: "account" | "quote" | "booking" | "document" | "company";
  id: string;
  at: Date;
  action: string;
  /** Who did it, and whose account it was done to. */
  person_id: string | null;
  person_user_name: string | null;
  person_name: string | null;
  /** Somebody of the forwarder's, in the company of a customer. */
  is_forwarder: boolean;
  member_id: string | null;
  member_user_name: string | null;
  member_name: string | null;
  client_address: string | null;
  subject_id: string | null;
  number: string | null;
  role_from: string | null;
  role_to: string | null;
  status_from: string | null;
  status_to: string | null;
}

/**
 * What people of the caller's company did, from the security log and the operation log, newest first. Names come
 * from the accounts as they are now: a person whose account was deleted has none.
 */
export async function listActivity(
  input: Input,
  { db, caller, language }: CallerContext,
): Promise<z.input<typeof contract.activityList.response>> {
  const range = (at: RawBuilder<unknown>) => sql`
    (${wireToInstant(input.from)}::timestamptz is null or ${at} >= ${wireToInstant(input.from)})
    and (${wireToInstant(input.until)}::timestamptz is null or ${at} < ${wireToInstant(input.until)})`;
  const person = input.userId ?? null;
  // Events before this version name who did it by account name only.
  const doer = sql`coalesce((e.detail->>'byId')::bigint,
    (select u.id from app_user u where u.company_id = e.company_id and u.user_name = e.detail->>'by'),
    case when e.detail ? 'by' then null else e.user_id end)`;
  const events = sql`
    select 'account', 'e' || e.id, e.at, e.kind, ${doer},
      case when e.user_id is distinct from ${doer} then e.user_id end, e.client_address,
      null::bigint, null::text, e.detail
    from security_event e
    where e.company_id = ${caller.companyId} and ${range(sql`e.at`)} and ${eventsOf(input.kind)}
      and (${person}::bigint is null or e.user_id = ${person} or ${doer} = ${person})`;
  const isOfCompany = caller.isForwarder
    ? sql`l.is_forwarder`
    : sql`coalesce(q.company_id, b.company_id, s.company_id) = ${caller.companyId} and not l.is_forwarder`;
  // What the desk did to customers' people and rights is no freight.
  const subjects =
    input.kind === undefined
      ? sql`true`
      : input.kind === "freight"
        ? sql`l.subject <> 'company'`
        : sql`l.subject = 'company'`;
  const actions = sql`
    select l.subject, l.subject || l.subject_id || '-' || l.sequence, l.at, l.action, l.actor_id, null::bigint,
      null::text, coalesce(s.id, l.subject_id),
      coalesce(q.quote_number, b.booking_number, s.house_number, c.name), '{}'::jsonb
    from operation_log l
    left join quote q on l.subject = 'quote' and q.id = l.subject_id
    left join booking b on l.subject = 'booking' and b.id = l.subject_id
    left join shipment_document d on l.subject = 'document' and d.id = l.subject_id
    left join shipment s on s.id = d.shipment_id
    left join company c on l.subject = 'company' and c.id = l.subject_id
    where ${isOfCompany} and ${subjects} and ${range(sql`l.at`)} and (${person}::bigint is null or l.actor_id = ${person})`;
  // Each log alone is read from its newest end, as far as this page and the count need.
  const most = Math.max(input.page * input.pageSize, COUNTED + 1);
  const newest = (entries: RawBuilder<unknown>) => sql`(${entries} order by 3 desc, 2 desc limit ${most})`;
  const parts = [
    ...(input.kind === "freight" ? [] : [newest(events)]),
    ...(input.kind === undefined || input.kind === "freight" || input.kind === "rights"
      ? [newest(actions)]
      : []),
  ];
  const activities = sql`with found (source, id, at, action, person_id, member_id, client_address, subject_id, number, detail)
    as (${sql.join(parts, sql` union all `)})`;
  const counted = await sql<{ total: number }>`
    ${activities} select count(*)::int as total from (select 1 from found limit ${COUNTED + 1}) x`.execute(
    db,
  );
  const total = counted.rows[0]?.total ?? 0;
  const roleName = sql.ref(language === "zh" ? "name_zh" : "name");
  const { rows } = await sql<Row>`
    ${activities}, page as (
      select * from found order by at desc, id desc
      limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}
    )
    select p.source, p.id, p.at, p.action, p.person_id, a.user_name as person_user_name, a.name as person_name,
      coalesce(a.company_id <> ${caller.companyId}, false) as is_forwarder,
      p.member_id, m.user_name as member_user_name, m.name as member_name, p.client_address, p.subject_id, p.number,
      (select ${roleName} from role r where r.id = (p.detail->>'roleFrom')::bigint) as role_from,
      (select ${roleName} from role r where r.id = (p.detail->>'roleTo')::bigint) as role_to,
      p.detail->>'statusFrom' as status_from, p.detail->>'statusTo' as status_to
    from page p
    left join app_user a on a.id = p.person_id
    left join app_user m on m.id = p.member_id
    order by p.at desc, p.id desc`.execute(db);
  return { rows: rows.map(entryOf), total: Math.min(total, COUNTED), isTotalCapped: total > COUNTED };
}

function eventsOf(kind: Kind | undefined): RawBuilder<unknown> {
  if (kind === undefined || kind === "freight") return sql`true`;
  if (kind === "account") return sql`e.kind <> all(${Object.values(KINDS).flat()}::text[])`;
  return sql`e.kind = any(${KINDS[kind]}::text[])`;
}

function entryOf(row: Row): Entry {
  const { source, subject_id: subjectId, number } = row;
  const role = { name: "role" as const, before: row.role_from, after: row.role_to };
  const status = { name: "status" as const, before: row.status_from, after: row.status_to };
  return {
    id: row.id,
    at: instantToWire(row.at)!,
    kind: source === "account" ? kindOfEvent(row.action) : source === "company" ? "rights" : "freight",
    action: row.action,
    // The forwarder's staff are told by name; their account names are nobody's business.
    person: row.person_id
      ? {
          userId: row.person_id,
          userName: row.is_forwarder ? null : row.person_user_name,
          name: row.person_name,
          isForwarder: row.is_forwarder,
        }
      : null,
    member: row.member_id
      ? { userId: row.member_id, userName: row.member_user_name, name: row.member_name }
      : null,
    clientAddress: row.is_forwarder ? null : row.client_address,
    subject: source === "account" || !subjectId || !number ? null : { kind: source, id: subjectId, number },
    changes: [role, status].filter(({ before, after }) => before !== after),
  };
}
