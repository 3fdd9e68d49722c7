import { afterAll, beforeAll, expect, test } from "vitest";
import { forwarderSystem, sendShipments, sound } from "#tests/provider/forwarder-system/fixture.ts";
import { makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Page, startPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
});
afterAll(() => provider?.stop());

const textOf = (page: Page) => page.markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("staff see what their system sent, what was refused of it and why, and save that as CSV; customers do not", {
  tags: "slow",
}, async () => {
  const system = await forwarderSystem(provider);
  const bad = sound(system, { portOfArrival: "Atlantis" });
  const { data } = await sendShipments(system, [sound(system), bad]);
  const portal = await startPortal(provider);
  const ann = await makePerson(provider.db, system.staff.companyId, { role: "desk" });
  const desk = await portal.signedIn(ann.userName, PASSWORD);
  expect(textOf(await desk.get("/freightForwarder/shipments"))).toContain("Imports of your own system");
  expect(textOf(await desk.get("/freightForwarder/imports"))).toMatch(
    /Ada Min · ERP Done Shipments .* 1 0 0 1/,
  );
  expect((await desk.get("/freightForwarder/imports?kind=INVOICE&faulty=true")).status).toBe(200);
  const report = textOf(await desk.get(`/freightForwarder/import/${data.importId}`));
  expect(report).toContain(`${bad.sourceReference} 2 ${bad.houseNumber} portOfArrival:`);
  const file = await desk.get(`/freightForwarder/importFile/${data.importId}`);
  expect(file.html).toContain("Atlantis");
  const customer = await portal.signedIn(system.dana.userName, PASSWORD);
  expect((await customer.get("/freightForwarder/imports")).status).not.toBe(200);
});
