import { parseArgs } from "node:util";
import pg from "pg";
import {
  analyticsReport,
  groupsOf,
  type ReportGroup,
  type ReportKind,
  reportGroups,
  reportKinds,
} from "#app/contract/analytics.ts";
import { monthBefore } from "#app/lib/month.ts";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import {
  percentile,
  type SeededProvider,
  seededDatabase,
  startBenchServer,
  startSeeded,
} from "./seeded-provider.ts";

/**
 * Each report over HTTP for a company with so many shipments, of the last months and of all that reports reach (aim: under 1 s
 * with 1,000,000).
 * node tests/bench/reports.ts [--shipments 1000000] [--rounds 5] [--months 12,36] [--only volume,spend]
 */
const { values } = parseArgs({
  options: {
    shipments: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "5" },
    months: { type: "string", default: "12,36" },
    only: { type: "string", default: reportKinds.join() },
    groups: { type: "string", default: reportGroups.join() },
  },
});

/** Copies have neither containers nor bills: gives those of own containers two, and each shipment an invoice of three lines. */
async function addFreight(connection: ConnectionSettings): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from invoice where number like 'BENCH%' limit 1");
    if (rowCount) return;
    const start = performance.now();
    await client.query(`
      insert into shipment_container (shipment_id, line, container_number, container_type)
      select s.id, n, 'BNCU' || lpad((s.id % 1000000)::text, 6, '0') || n, case n when 1 then '45G1' else '22G1' end
      from shipment s cross join generate_series(1, 2) n
      where s.load_type = 'FCL' and not exists (select from shipment_container c where c.shipment_id = s.id)`);
    await client.query(`
      insert into invoice (company_id, kind, number, shipment_id, invoice_date, currency, rounding, net, tax, total,
        search_text, issued_at)
      select s.company_id, 'INVOICE', 'BENCH' || s.id, s.id, coalesce(s.atd, s.etd)::date,
        case s.id % 4 when 0 then 'CNY' else 'USD' end, 'DOCUMENT', 900 + s.id % 100, 0, 900 + s.id % 100, '', now()
      from shipment s where coalesce(s.atd, s.etd) is not null`);
    await client.query(`
      insert into invoice_line (invoice_id, position, charge_code, description, quantity, unit_price, net, tax_percent, tax)
      select i.id, n, (array['OFR', 'THC', 'DOC'])[n], 'Charge', 1, 300, case n when 1 then i.net - 600 else 300 end, 0, 0
      from invoice i cross join generate_series(1, 3) n where i.number like 'BENCH%'`);
    await client.query("vacuum (analyze)");
    console.log(`added containers and invoices in ${Math.round((performance.now() - start) / 1000)} s`);
  } finally {
    await client.end();
  }
}

const server = await startBenchServer();
let provider: SeededProvider | undefined;
try {
  // Nine in ten of the demonstration's shipments are of one company.
  const connection = await seededDatabase(server, Math.ceil(Number(values.shipments) / 0.9));
  await addFreight({ ...server.adminConnection, database: connection.database });
  provider = await startSeeded(connection);
  const { apiUrl, token, visible } = provider;
  console.log(`${visible} shipments of the company`);
  const present = new Date().toISOString().slice(0, "YYYY-MM".length);
  const ask = async (report: ReportKind, groupBy: ReportGroup, months: number) => {
    const body = {
      report,
      groupBy,
      monthFrom: monthBefore(present, months - 1),
      monthTo: present,
      clock: "Asia/Shanghai",
    };
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const url = apiUrl + analyticsReport.path;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    const { code, message, data } = (await answer.json()) as {
      code: number;
      message: string;
      data: { all: { shipments: number } };
    };
    if (code !== 200) throw new Error(`${report} by ${groupBy}: ${code} ${message}`);
    return data.all.shipments;
  };
  for (const months of values.months.split(",").map(Number))
    for (const report of reportKinds.filter((kind) => values.only.split(",").includes(kind)))
      for (const groupBy of groupsOf(report).filter((group) => values.groups.split(",").includes(group))) {
        const times: number[] = [];
        let shipments = 0;
        for (let round = 0; round < Number(values.rounds); round++) {
          const start = performance.now();
          shipments = await ask(report, groupBy, months);
          times.push(performance.now() - start);
        }
        const ms = (share: number) => percentile(times, share).toFixed(0).padStart(6);
        console.log(
          `${`${report} by ${groupBy}`.padEnd(26)} ${String(months).padStart(2)} months  p50 ${ms(0.5)} ms, at most ${ms(1)} ms; ${shipments} shipments`,
        );
      }
} finally {
  provider?.child.disconnect();
  await server.stop();
}
