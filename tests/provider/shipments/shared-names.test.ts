import { afterAll, beforeAll, expect, test } from "vitest";
import { shipmentFollowMany } from "#app/contract/shipment-follow.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, type Somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let own: Somebody;

beforeAll(async () => {
  provider = await startProvider();
  own = await customer(provider);
  for (const [job_mode, port_of_departure, port_of_arrival] of [
    ["OCEAN", "CNSHA", "USLAX"],
    ["AIR", "PVG", "LAX"],
    ["OCEAN", "CNSHA", "DEHAM"],
  ] as const)
    await makeShipment(provider.db, own.companyId, {
      house_number: `SN-${port_of_arrival}`,
      job_mode,
      port_of_departure,
      port_of_arrival,
    });
});
afterAll(() => provider?.stop());

test.each([
  ["Shanghai", "Los Angeles", 1],
  ["CNSHA", "洛杉矶", 1],
  ["PVG", "Los Angeles", 1],
  ["PVG", "USLAX", 0],
  ["CNSHA", "Los Angeles (LAX, USLAX)", 1],
])("a lane from %s to %s takes all places of the name", async (value, destination, found) => {
  const answer = await provider.call(
    shipmentFollowMany,
    { by: "lane", value, destination },
    { token: own.token },
  );
  expect(answer.data.found).toBe(found);
});
