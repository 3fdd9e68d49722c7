import { type Kysely, sql } from "kysely";
import { needOf } from "#app/lib/cut-off.ts";
import { DAY_MS, endOf } from "#app/lib/date-time.ts";
import { isOwnTurn, turnOfNeed } from "#app/lib/next-step.ts";
import { cutOffsOfShipments } from "../cut-offs/list.ts";
import type { Database } from "../db/schema.ts";

/** How long before a cut-off people are told what is missing. */
const TOLD_BEFORE_MS = 2 * DAY_MS;

interface Near {
  id: string;
  house_number: string;
  service_type: "DTD" | "DTA" | "DTP" | "ATA" | "PTP" | "ATD" | "PTD";
}

/**
 * Tells who follows a shipment, or has booked it, that something is still missing two days before a cut-off (trade 12);
 * only what the customer's side hands in, each cut-off once and again when its time changes.
 * @returns who was told
 */
export async function tellCutOffs(db: Kysely<Database>, now: Date): Promise<string[]> {
  const until = new Date(now.getTime() + TOLD_BEFORE_MS);
  const { rows: near } = await sql<Near>`
    select distinct s.id, s.house_number, s.service_type from cut_off c
    left join booking b on b.id = c.booking_id
    join shipment s on s.id = c.shipment_id or s.booking_number = b.booking_number and s.company_id = b.company_id
    where c.at > ${new Date(now.getTime() - DAY_MS)} and c.at <= ${until} and s.status = 'BOOKED'`.execute(
    db,
  );
  if (near.length === 0) return [];
  const shipments = new Map(near.map((row) => [row.id, row]));
  const cutOffs = await cutOffsOfShipments(db, [...shipments.keys()]);
  const open = cutOffs.flatMap(({ shipmentId, code, time, met }) => {
    const shipment = shipments.get(shipmentId ?? "");
    const need = needOf(code);
    const isNear = endOf(time) > now && time.at <= until;
    return shipment && need && !met && isNear && isOwnTurn({ turn: turnOfNeed(need, shipment.service_type) })
      ? [{ ...shipment, key: `cutOffNear-${shipment.id}-${code}-${time.at.getTime() / 1000}` }]
      : [];
  });
  const { rows } = await sql<{ user_id: string }>`
    insert into notice (company_id, user_id, recipient, kind, news_key, content, created_at, state)
    select distinct on (u.id, n.key) u.company_id, u.id, lower(u.email), 'cutOffNear', n.key,
      jsonb_build_object('title', n.house_number, 'path', '/shipments/detail/' || n.id), ${now}::timestamptz,
      case when coalesce(u.email, '') = '' then 'PORTAL' else 'WAITING' end
    from unnest(${open.map(({ id }) => id)}::bigint[], ${open.map(({ house_number }) => house_number)}::text[],
      ${open.map(({ key }) => key)}::text[]) n(id, house_number, key)
    join shipment s on s.id = n.id
    join app_user u on u.company_id = s.company_id and u.status = 'ACTIVE'
    where (exists (select from shipment_follow f where f.shipment_id = s.id and f.user_id = u.id)
        or exists (select from booking b where b.booking_number = s.booking_number and b.company_id = s.company_id
          and b.created_by = u.id))
      and exists (select from role_menu rm join menu m on m.id = rm.menu_id
        where rm.role_id = u.role_id and m.menu_flag = 1 and m.name = 'SHIPMENTS')
      and not exists (select from notice_off o where o.user_id = u.id and o.kind = 'cutOffNear')
    order by u.id, n.key
    on conflict do nothing returning user_id`.execute(db);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}
