import { addShipment, type Company, type ShipmentGiven } from "#tests/provider/shipments/fixture.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import type { Browser, TestPortal } from "#tests/support/portal.ts";
import type { TestProvider } from "#tests/support/provider.ts";

/** A company with two parties and one person who has signed in to the portal. */
export interface Shipper {
  companyId: string;
  browser: Browser;
  add(given?: ShipmentGiven): Promise<string>;
}

/** A company for one test, so that its lists contain only what the test creates. */
export async function makeShipper(
  provider: TestProvider,
  portal: TestPortal,
  { role = "admin" }: { role?: string } = {},
): Promise<Shipper> {
  const { db } = provider;
  const companyId = await makeCompany(db);
  const person = await makePerson(db, companyId, { role });
  const parties = await db
    .insertInto("party")
    .values([
      { company_id: companyId, code: `S-${companyId}`, name: "Suzhou Lamp Works" },
      { company_id: companyId, code: `C-${companyId}`, name: "Elbe Leuchten GmbH" },
    ])
    .returning("id")
    .execute();
  const company = {
    id: companyId,
    shipperId: parties[0]!.id,
    consigneeId: parties[1]!.id,
  } as Company;
  return {
    companyId,
    browser: await portal.signedIn(person.userName, PASSWORD),
    add: (shipment) => addShipment(db, company, shipment),
  };
}
