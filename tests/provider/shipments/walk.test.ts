import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serviceGroups, shipmentSortKeys } from "#app/contract/shipment-code.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import { formatInstant } from "#app/lib/date-time.ts";
import { places } from "#app/provider/reference/places.ts";
import { isAll } from "#tests/support/is-all.ts";
import { addShipment, type Company, call, makeWorld, NOW, type World } from "./fixture.ts";

/**
 * More shipments than are counted, and more with one prefix than are resolved, so that indexes are scanned.
 */
const SHIPMENTS = 7_000;

let world: World;
let all: Row[];

interface Row {
  id: string;
  company_id: string;
  house_number: string;
  status: string;
  job_mode: string;
  service_type: string;
  port_of_departure: string;
  port_of_arrival: string;
  port_of_final_arrival: string | null;
  shipper_id: string;
  booking_at: Date | null;
  etd: Date | null;
  eta: Date | null;
  ata: Date | null;
  delay_due_at: Date | number | null;
  updated_at: Date;
  po_numbers: string[];
}

beforeAll(async () => {
  world = await makeWorld();
  const { db, own, rival } = world;
  for (const company of [own, rival]) await addShipment(db, company, { house_number: `SEED-${company.id}` });
  await sql`
    insert into shipment (company_id, house_number, job_mode, service_type, service_level, load_type, incoterms,
      payment_type, status, shipper_id, consignee_id, port_of_departure, port_of_arrival, port_of_final_arrival, system_source,
      business_unit, pieces, package_type, cartons, gross_weight_kg, volume_cbm, po_numbers, booking_at, etd, eta, ata, delay_due_at,
      updated_at)
    select s.company_id, 'FL' || lpad((n * 7919 % 100000)::text, 6, '0'),
      (array['OCEAN', 'OCEAN', 'AIR', 'TRUCK'])[1 + n % 4], (array['DTD', 'DTP', 'PTP', 'ATD', 'PTD'])[1 + n / 3 % 5],
      s.service_level, s.load_type, s.incoterms, s.payment_type,
      (array['COMPLETED', 'BOOKED', 'COMPLETED', 'TRANSIT', 'COMPLETED'])[1 + n / 7 % 5],
      case n % 3 when 0 then s.consignee_id else s.shipper_id end, s.consignee_id,
      (array['CNSHA', 'CNNGB', 'USLAX', 'PVG'])[1 + n / 11 % 4],
      (array['NLRTM', 'USLAX', 'CNSHA'])[1 + n / 13 % 3],
      case when n % 17 = 0 then (array['USCHI', 'USLAX'])[1 + n % 2] end, s.system_source, s.business_unit, 1,
      'CTN', 1, 1, 1, array['PO' || n % 10, 'PO' || 498 + n % 7],
      case when n % 50 > 0 then ${NOW}::timestamptz - n * 97 % 700 * interval '1 day' end,
      case when n % 40 > 0 then ${NOW}::timestamptz - n * 31 % 600 * interval '1 day' end,
      case when n % 30 > 0 then ${NOW}::timestamptz - (n * 17 % 640 - 40) * interval '1 day' - n * 37 % 1440 * interval '1 minute' end,
      case when n % 5 < 3 then ${NOW}::timestamptz - n * 13 % 500 * interval '1 day' end,
      case n % 6 when 0 then '-infinity' when 1 then ${NOW}::timestamptz - interval '1 day'
        when 2 then ${NOW}::timestamptz + interval '1 day' end,
      ${NOW}::timestamptz - n * 104729 % 9000 * interval '1 hour'
    from shipment s, generate_series(1, ${SHIPMENTS}) n
    where case s.company_id when ${rival.id} then n % 9 = 0 else n % 9 > 0 end`.execute(db);
  await sql`
    insert into shipment_reference (shipment_id, company_id, kind, value_key)
    select id, company_id, 'H', house_number from shipment where house_number like 'FL%'
    union all select id, company_id, 'PO', unnest(po_numbers) from shipment where house_number like 'FL%'`.execute(
    db,
  );
  await sql`vacuum analyze shipment, shipment_reference`.execute(db);
  const { rows } = await sql<Row>`select * from shipment`.execute(db);
  all = rows;
});
afterAll(() => world.database.drop());

const DAY_MS = 86_400_000;
const DATES = { booking: "booking_at", etd: "etd", eta: "eta", ata: "ata" } as const;
/** A day of UTC+8 as the wire writes it. */
const day = (daysAgo: number) =>
  new Date(NOW.getTime() + 8 * 3_600_000 - daysAgo * DAY_MS).toISOString().slice(0, 10);

const zones = new Map(places.map(({ code, time_zone }) => [code, time_zone]));
/** The displayed value of a row's date; null when there is none. */
function shown(row: Row, column: "booking_at" | "etd" | "eta" | "ata", clock: string): string | null {
  const place = column === "booking_at" || column === "etd" ? row.port_of_departure : row.port_of_arrival;
  return formatInstant(row[column], zoneOnClock(clock, zones.get(place)));
}

interface Filter {
  status?: string;
  mode?: string;
  service?: keyof typeof serviceGroups;
  portOfDeparture?: string;
  shipper?: string;
  houseNumber?: string;
  poNumber?: string;
  dateType?: keyof typeof DATES;
  dateFrom?: string;
  dateTo?: string;
  isOpen?: boolean;
  isUnderWay?: boolean;
  hasArrived?: boolean;
  isOnTime?: boolean;
  portOfArrival?: string;
  clock?: string;
}

function matches(row: Row, filter: Filter, shippers: ReadonlyMap<string, string>): boolean {
  const isLate =
    row.status !== "COMPLETED" && row.delay_due_at !== null && Number(row.delay_due_at) < NOW.getTime();
  const date = filter.dateType && shown(row, DATES[filter.dateType], filter.clock ?? "+08:00");
  return (
    (!filter.status || (filter.status === "DELAYED" ? isLate : row.status === filter.status)) &&
    (!filter.mode || row.job_mode === filter.mode) &&
    (!filter.service || (serviceGroups[filter.service] as readonly string[]).includes(row.service_type)) &&
    (!filter.portOfDeparture || row.port_of_departure === filter.portOfDeparture) &&
    (!filter.shipper || shippers.get(row.shipper_id)!.includes(filter.shipper)) &&
    (!filter.houseNumber || row.house_number.startsWith(filter.houseNumber)) &&
    (!filter.poNumber || row.po_numbers.some((number) => number.startsWith(filter.poNumber!))) &&
    (!filter.isOpen || row.status !== "COMPLETED") &&
    (!filter.hasArrived || (row.status === "TRANSIT" && row.ata !== null)) &&
    (!filter.isOnTime || !isLate) &&
    (!filter.isUnderWay || (row.status === "TRANSIT" && row.ata === null)) &&
    (!filter.portOfArrival ||
      [row.port_of_arrival, row.port_of_final_arrival].includes(filter.portOfArrival)) &&
    (!filter.dateType ||
      (date !== null &&
        date !== undefined &&
        (!filter.dateFrom || date.slice(0, 10) >= filter.dateFrom) &&
        (!filter.dateTo || date.slice(0, 10) <= filter.dateTo)))
  );
}

function order(
  sort: string,
  direction: "asc" | "desc",
  clock: string | undefined,
): (a: Row, b: Row) => number {
  const way = direction === "asc" ? 1 : -1;
  const byId = (a: Row, b: Row) => Number(a.id) - Number(b.id);
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  if (sort === "status") {
    const rank = (row: Row) => ["BOOKED", "TRANSIT", "COMPLETED"].indexOf(row.status);
    return (a, b) =>
      way * (rank(a) - rank(b)) || b.updated_at.getTime() - a.updated_at.getTime() || byId(b, a);
  }
  if (sort === "houseNumber") return (a, b) => way * (compare(a.house_number, b.house_number) || byId(a, b));
  const column =
    sort === "updated" ? "updated_at" : sort === "booking" ? "booking_at" : (sort as "etd" | "eta");
  return (a, b) => {
    const read = (row: Row) =>
      clock === "place" && column !== "updated_at"
        ? shown(row, column, clock)
        : (row[column]?.toISOString() ?? null);
    const [first, second] = [read(a), read(b)];
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || way * byId(a, b);
    return way * (compare(first, second) || byId(a, b));
  };
}

/** Of all shipments, of so many that they are looked up one by one, and of fewer, which a walk reads whole. */
const beginnings = ["PO", "PO5", "PO50", "PO4"];

const filters: fc.Arbitrary<Filter> = fc
  .record(
    {
      status: fc.constantFrom("BOOKED", "TRANSIT", "COMPLETED", "DELAYED"),
      mode: fc.constantFrom("OCEAN", "AIR", "TRUCK"),
      service: fc.constantFrom("doorToDoor", "doorToPort", "portToPort", "portToDoor"),
      portOfDeparture: fc.constantFrom("CNSHA", "CNNGB", "PVG", "DEHAM"),
      shipper: fc.constantFrom("Hamburg", "Factory", "o"),
      houseNumber: fc.constantFrom("FL", "FL0", "FL00", "FL012"),
      poNumber: fc.constantFrom(...beginnings, "PO501", "PO9"),
      isOpen: fc.constant(true),
      isUnderWay: fc.constant(true),
      hasArrived: fc.constant(true),
      isOnTime: fc.constant(true),
      portOfArrival: fc.constantFrom("NLRTM", "USLAX", "USCHI"),
      days: fc.record(
        {
          dateType: fc.constantFrom("booking", "etd", "eta", "ata"),
          from: fc.integer({ min: 0, max: 700 }),
          to: fc.integer({ min: -30, max: 500 }),
        },
        { requiredKeys: ["dateType"] },
      ),
    },
    { requiredKeys: [] },
  )
  // Few filters at once, because many find nothing.
  .chain(({ days, ...others }) => {
    const chosen = fc
      .subarray(Object.keys(others), { maxLength: 2 })
      .map((keys) => Object.fromEntries(Object.entries(others).filter(([key]) => keys.includes(key))));
    return fc.tuple(chosen, fc.boolean()).map(([some, hasDays]): Filter => {
      if (!days || !hasDays) return some;
      return {
        ...some,
        dateType: days.dateType,
        ...(days.from === undefined ? {} : { dateFrom: day(days.from) }),
        ...(days.to === undefined ? {} : { dateTo: day(days.to) }),
      } as Filter;
    });
  });

interface Asked {
  filter: Filter;
  sort: (typeof shipmentSortKeys)[number];
  direction: "asc" | "desc";
  page: number;
  company: Company;
}

/** Compares the list's answer with a scan of every shipment. */
async function expectSameAsScan({
  filter,
  sort,
  direction,
  page,
  company,
}: Asked): Promise<{ isTotalCapped: boolean }> {
  const parties = await world.db.selectFrom("party").select(["id", "name"]).execute();
  const shippers = new Map(parties.map((party) => [party.id, party.name]));
  const expected = all
    .filter((row) => company.caller.isForwarder || row.company_id === company.id)
    .filter((row) => matches(row, filter, shippers))
    .sort(order(sort, direction, filter.clock));
  const answer = await call(
    world,
    "shipment.list",
    { ...filter, sort, direction, page, pageSize: 50 },
    { company },
  );
  expect(answer.total).toBe(Math.min(expected.length, 1_000));
  expect(answer.isTotalCapped).toBe(expected.length > 1_000);
  expect(answer.rows.map((row: { id: string }) => row.id)).toEqual(
    expected.slice((page - 1) * 50, page * 50).map((row) => row.id),
  );
  return answer;
}

describe("whatever is asked", () => {
  it("answers the same as a scan of every shipment", async () => {
    const { own, rival, forwarder } = world;
    const seen: Company[] = [own, rival, forwarder];
    let walked = 0;
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.constantFrom(...shipmentSortKeys),
        fc.constantFrom("asc" as const, "desc" as const),
        fc.constantFrom(1, 2, 30, 65),
        fc.constantFrom(...seen.keys()),
        fc.constantFrom(undefined, "place", "America/Los_Angeles", "+08:00"),
        async (asked, sort, direction, page, index, clock) => {
          const filter = { ...asked, ...(clock && { clock }) };
          const company = seen[index]!;
          const { isTotalCapped } = await expectSameAsScan({ filter, sort, direction, page, company });
          if (isTotalCapped) walked++;
        },
      ),
      { numRuns: isAll ? 150 : 25 },
    );
    expect(walked).toBeGreaterThan(isAll ? 25 : 3);
  });

  it.each(beginnings)(
    "finds the beginning %s in order, alone and with a status",
    { tags: "slow" },
    async (poNumber) => {
      for (const company of [world.own, world.forwarder]) {
        for (const sort of ["updated", "status", "eta"] as const) {
          const asked = { sort, company };
          await expectSameAsScan({
            ...asked,
            filter: { poNumber, status: "COMPLETED" },
            direction: "desc",
            page: 1,
          });
          await expectSameAsScan({ ...asked, filter: { poNumber }, direction: "asc", page: 9 });
        }
      }
    },
  );
});
