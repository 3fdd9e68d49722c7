import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { apiKeyMake } from "#app/contract/api-key.ts";
import { systemImportDetail, systemShipments } from "#app/contract/forwarder-system.ts";
import { containerCheckDigit } from "#app/lib/container-number.ts";
import type { CallOptions, TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";

export type Sent = z.input<typeof systemShipments.request>["records"][number];

export interface System {
  provider: Pick<TestProvider, "db" | "call">;
  staff: Somebody;
  /** Code and id of a customer. */
  customerCode: string;
  companyId: string;
  dana: Somebody;
  key: string;
}

/** A forwarder with a customer and a key for its own system. */
export async function forwarderSystem(provider: System["provider"], now = new Date()): Promise<System> {
  const staff = await desk(provider);
  const admin = await somebody(provider, staff.companyId, { role: "admin", name: "Ada Min" });
  await provider.db
    .insertInto("company_access")
    .values({ company_id: staff.companyId, res_code: "MEMBER_MANAGE" })
    .execute();
  await provider.db
    .updateTable("auth_token")
    .set({ proved_at: now })
    .where("user_id", "=", admin.id)
    .execute();
  const made = await provider.call(
    apiKeyMake,
    { name: "ERP", scopes: ["imports.read", "imports.write"], days: 90 },
    { token: admin.token },
  );
  if (made.code !== 200) throw new Error(made.message);
  const dana = await customer(provider);
  const { code } = await provider.db
    .selectFrom("company")
    .select("code")
    .where("id", "=", dana.companyId)
    .executeTakeFirstOrThrow();
  return { provider, staff, customerCode: code, companyId: dana.companyId, dana, key: made.data.key };
}

let numbers = 100_000;
/** A sound record of a shipment by sea. */
export function sound({ customerCode }: System, given: Sent = {}): Sent {
  const number = ++numbers;
  return {
    sourceReference: `SHP-${number}`,
    customer: customerCode,
    houseNumber: `HBL-${number}`,
    mode: "OCEAN",
    shipper: "Maker Ltd",
    consignee: "Buyer GmbH",
    portOfDeparture: "CNSHA",
    portOfArrival: "DEHAM",
    etd: "2026-12-04T10:00",
    eta: "2027-01-08",
    incoterms: "FOB",
    pieces: 200,
    packageType: "CTN",
    grossWeightKg: 8200.5,
    volumeCbm: 58.4,
    containers: [{ containerNumber: "CSQU3054383", containerType: "45G1", sealNumber: "S1" }],
    ...given,
  };
}

export const sendShipments = (
  { provider, key: token }: System,
  records: Sent[],
  { isFirst, ...options }: CallOptions & { isFirst?: boolean } = {},
) => provider.call(systemShipments, { records, isFirst }, { token, key: randomUUID(), ...options });

export const reportOf = async ({ provider, staff }: System, id: string, language?: "en" | "zh") =>
  (await provider.call(systemImportDetail, { id }, { token: staff.token, ...(language ? { language } : {}) }))
    .data;

/** A container for each number, with its check digit. */
export function containerOf(number: number): string {
  const start = `FLRU${String(number).padStart(6, "0")}`;
  return `${start}${containerCheckDigit(start)}`;
}

/** A file of so many shipments, with references and house numbers of the prefix; the rows with these places are not right. */
export function csvOf(
  { customerCode }: Pick<System, "customerCode">,
  prefix: string,
  rows: number,
  {
    delimiter = ",",
    faulty = [],
    changed = () => false,
  }: { delimiter?: string; faulty?: readonly number[]; changed?: (row: number) => boolean } = {},
): string {
  const head =
    "sourceReference,updatedAt,Customer,House number,Mode,Shipper,Consignee,Carrier,POL,POD,ETD,ETA,Incoterms,Pieces,Package,Gross weight,CBM,Containers";
  const lines = [head];
  for (let row = 1; row <= rows; row++) {
    const port = faulty.includes(row) ? "=Nowhere" : "DEHAM";
    lines.push(
      `${prefix}-R${row},2026-11-20T08:30:00Z,${customerCode},${prefix}-H${row},OCEAN,Maker Ltd,Buyer GmbH,,CNSHA,${port},2026-12-04 10:00,2027-01-08,FOB,${changed(row) ? 201 : 200},CTN,8200.5,58.4,${containerOf(row)}/45G1`,
    );
  }
  return lines.map((line) => line.replaceAll(",", delimiter)).join("\n");
}
