import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { shipmentList } from "#app/contract/shipment.ts";
import { hearWork } from "#app/lib/observed.ts";
import { routes } from "#app/provider/http/server.ts";
import { callEndpoint, DEMO_PASSWORD, startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider({ demo: true, isReadApart: true });
});
afterAll(() => provider?.stop());

const told: string[] = [];
hearWork("read", ({ target, reason }) => told.push(`${target} ${reason}`));
beforeEach(() => void told.splice(0));

async function tokenOf(userName: string): Promise<string> {
  const { data } = await provider.call(signIn, { userName, password: DEMO_PASSWORD });
  return data.token;
}

const page = { page: 1, pageSize: 20 };
const [year, month] = [new Date().getUTCFullYear(), new Date().toISOString().slice(0, 7)];
const question = { monthFrom: `${year - 1}-12`, monthTo: month, report: "volume", groupBy: "month" };
const account = { from: `${year}-01-01`, to: `${month}-01`, currency: "USD" };
/** What a call needs to be given besides a page. */
const inputs: Record<string, object> = {
  "tracking.totals": { year },
  "tracking.numbers": { numbers: ["MAEU1234567"] },
  "message.fuzzyQueryMsg": { keyword: "the" },
  "search.find": { text: "MAEU1234567" },
  "analytics.report": question,
  "analytics.file": question,
  "analytics.shipments": question,
  "emission.sources": question,
  "emission.export": question,
  "invoice.statement": account,
  "invoice.statementFile": account,
};

const byStandby = routes.filter(
  ({ reads, list, endpoint }) => reads || list || endpoint.name === "analytics.report",
);

test.each(byStandby.map((route) => [route.endpoint.name, route] as const))(
  "%s changes nothing where it reads",
  async (name, { endpoint, needs }) => {
    const token = await tokenOf(endpoint.access === "staff" || needs?.desk ? "desk" : "demo");
    const { data: shipments } = await provider.call(shipmentList, page, { token });
    const shipmentId = shipments.rows[0]!.id;
    const input = { ...page, format: "csv", shipmentId, ...inputs[name] };
    told.splice(0);
    const answer = await callEndpoint(provider.url, endpoint, input, { token });
    expect([answer.code, answer.message, answer.data && ""]).toEqual([
      200,
      expect.anything(),
      expect.anything(),
    ]);
    expect([...new Set(told)]).toEqual(["standby none"]);
  },
);
