import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makePerson } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { addQuote, customer } from "../quotes/fixture.ts";
import { connect } from "../realtime/client.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider?.stop());

test("a request is told to the forwarder's sockets within a second or two, and to no customer's", {
  tags: "slow",
}, async () => {
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const staff = await connect(provider, await makePerson(provider.db, forwarder, { role: "desk" }));
  const dana = await customer(provider);
  const own = await connect(provider, dana);
  await addQuote(provider, dana);
  await expect.poll(() => staff.desk).toBeGreaterThan(0);
  // Many changes are few frames.
  const before = staff.desk;
  for (let count = 0; count < 20; count++) await addQuote(provider, dana);
  await expect.poll(() => staff.desk).toBeGreaterThan(before);
  await sleep(1_500);
  expect(staff.desk - before).toBeLessThan(15);
  expect(own.desk).toBe(0);
});
