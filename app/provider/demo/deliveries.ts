import { type Kysely, sql } from "kysely";
import { DAY_MS, formatDay, HOUR_MS, wallClockToInstant } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { takeUpdates } from "../deliveries/state.ts";
import type { FileStore } from "../file-store/store.ts";
import { DEMO_PREFIX } from "../identity/demo-company.ts";

const DELIVERIES_MAX = 40;
const DRIVERS = ["M. Alvarez", "J. Novak", "S. Peters", "L. Brandt"];

interface Row {
  house_number: string;
  container_number: string;
  gate_out: Date | null;
  delivered: Date | null;
  place_name: string;
  time_zone: string;
  consignee: string;
}

/** No demonstration delivery has a file, so none is stored. */
const noFiles = {} as FileStore;

/**
 * Deliveries of containers that were picked up lately or are about to be: those at the door as the events have it,
 * others on the way, today, tomorrow or this week; one has failed.
 */
export async function addDemoDeliveries(trx: Kysely<Database>, today: Date): Promise<void> {
  const at = (code: string) => sql<Date | null>`(
    select max(e.occurred_at) from event_shipment l join event e on e.event_id = l.event_id
    where l.shipment_id = s.id and e.code = ${code} and e.classifier = 'ACT' and e.empty_indicator = 'LADEN'
      and e.container_number = k.container_number and e.occurred_at > s.atd)`;
  const { rows } = await sql<Row>`
    select * from (
      select s.house_number, k.container_number, ${at("GTOT")} as gate_out, ${at("DROP")} as delivered,
        p.name as place_name, coalesce(p.time_zone, 'Asia/Shanghai') as time_zone, c.name as consignee, s.eta
      from shipment s
        join company o on o.id = s.company_id and o.code like ${`${DEMO_PREFIX}%`}
        join shipment_container k on k.shipment_id = s.id and k.line = 1
        join place p on p.code = coalesce(s.port_of_final_arrival, s.port_of_arrival)
        join party c on c.id = s.consignee_id
      where s.job_mode = 'OCEAN' and s.load_type = 'FCL' and s.ata is not null and right(s.service_type, 1) = 'D'
    ) x
    where coalesce(gate_out, ${today}) > ${new Date(today.getTime() - 12 * DAY_MS)}
    order by house_number limit ${DELIVERIES_MAX}`.execute(trx);
  await takeUpdates(
    trx,
    rows.flatMap((row, index) => updatesOf(row, index, today)),
    { sender: "", now: today, files: noFiles },
  );
}

function updatesOf(row: Row, index: number, today: Date): object[] {
  const { house_number, container_number, gate_out, delivered, time_zone } = row;
  // What is not at the door yet has its appointment today or on one of the next days, at whole hours of the place.
  const day = formatDay(delivered ?? new Date(today.getTime() + (index % 4) * DAY_MS), time_zone)!;
  const hour = String(8 + (index % 5) * 2).padStart(2, "0");
  const from = wallClockToInstant(`${day} ${hour}:00:00`, time_zone)!;
  const iso = (time: Date) => time.toISOString();
  const before = (time: Date, hours: number) => new Date(time.getTime() - hours * HOUR_MS);
  const about = {
    deliveryNumber: `DL-${house_number.slice(-7)}`,
    houseNumber: house_number,
    containerNumber: container_number,
  };
  const update = (stated: Date, more: object) =>
    stated <= today ? [{ ...about, ...more, statedAt: iso(stated) }] : [];
  const driver = { driverName: DRIVERS[index % DRIVERS.length]!, vehicle: `TRK ${410 + index}` };
  const status = (name: string, time: Date, more: object = {}) =>
    update(time, { status: name, at: iso(time), ...more });
  const plan = update(before(delivered ?? today, 48), {
    placeName: row.consignee,
    address: `${row.place_name}, gate ${(index % 6) + 1}`,
    timeZone: time_zone,
    windowFrom: iso(from),
    windowTo: iso(new Date(from.getTime() + 2 * HOUR_MS)),
  });
  if (delivered)
    return [
      ...plan,
      ...status("assigned", before(delivered, 20), driver),
      ...status("onTheWay", before(delivered, 3)),
      ...status("arrived", before(delivered, 0.5)),
      ...status("delivered", delivered, { signedBy: ["D. Hughes", "A. Keller", "R. Sato"][index % 3] }),
    ];
  if (!gate_out) return index % 2 === 0 ? [...plan, ...status("assigned", before(today, 5), driver)] : plan;
  const assigned = [...plan, ...status("assigned", before(today, 6), driver)];
  if (index % 4 === 0) return [...assigned, ...status("onTheWay", before(today, 1))];
  return index % 4 === 1
    ? [...assigned, ...status("failed", before(today, 2), { reason: "CLOSED" })]
    : assigned;
}
