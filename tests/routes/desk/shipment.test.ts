import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { startPortal } from "#tests/support/portal.ts";
import { startProvider } from "#tests/support/provider.ts";

test("the desk's page of a shipment has the vessel and the ETA of the customer's page", async () => {
  const provider = await startProvider({ isRateLimited: false, demo: true });
  onTestFinished(() => provider.stop());
  const portal = await startPortal(provider);
  const desk = await portal.signedIn("desk");
  const { rows } = await sql<{ id: string; eta: string; vessel: string }>`
    select s.id, v.name as vessel,
      to_char(s.eta at time zone p.time_zone, 'YYYY-MM-DD HH24:MI') as eta
    from shipment s
      join place p on p.code = s.port_of_arrival
      join vessel v on v.imo = s.vessel_imo
    where (s.before_events->>'eta')::timestamptz <> s.eta and s.before_events->>'vessel_imo' <> s.vessel_imo
    order by s.id limit 3`.execute(provider.db);
  expect(rows).toHaveLength(3);
  for (const { id, eta, vessel } of rows) {
    const { markup } = await desk.get(`/freightForwarder/shipment/${id}`);
    const head = markup.slice(markup.indexOf("<main"), markup.indexOf("<table"));
    expect([head.includes(`→ ${eta}`), head.includes(vessel)]).toEqual([true, true]);
    expect((await desk.get(`/shipments/detail/${id}`)).markup).toContain(eta);
  }
});
