import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shipmentExport } from "#app/contract/shipment-export.ts";
import { isAll } from "#tests/support/is-all.ts";
import { sessionIn, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipper } from "#tests/support/shipper.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

test.each(isAll ? ["xlsx", "csv"] : ["xlsx"])(
  "a %s file whose rows fail on the way breaks off in both programs",
  { tags: "slow" },
  async (format) => {
    const { browser, add } = await makeShipper(provider, portal);
    const id = await add({ house_number: `A-${format}` });
    // A time that no spreadsheet can hold, in the last of several batches.
    await sql`
    insert into shipment (company_id, house_number, job_mode, service_type, service_level, load_type, incoterms,
      payment_type, status, shipper_id, consignee_id, port_of_departure, port_of_arrival, system_source,
      business_unit, pieces, package_type, cartons, gross_weight_kg, volume_cbm, booking_at, updated_at)
    select company_id, ${format} || lpad(n::text, 5, '0'), job_mode, service_type, service_level, load_type,
      incoterms, payment_type, status, shipper_id, consignee_id, port_of_departure, port_of_arrival, system_source,
      business_unit, n, package_type, cartons, gross_weight_kg, volume_cbm,
      case when n = 9000 then 'infinity' else booking_at end, updated_at
    from shipment, generate_series(1, 9000) n where shipment.id = ${id}`.execute(provider.db);
    const answer = await fetch(provider.apiUrl + shipmentExport.path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${sessionIn(browser).token}` },
      body: JSON.stringify({ sort: "houseNumber", direction: "asc", format }),
    });
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    const through = browser.post("/shipments/export?sort=houseNumber&direction=asc&columns=booking", {
      requestId: "r",
      format,
    });
    await expect(through).rejects.toThrow();
  },
);
