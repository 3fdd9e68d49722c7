import { readFileSync } from "node:fs";
import { readXlsx } from "hucre";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { dashboard } from "#app/contract/dashboard.ts";
import { importEvents } from "#app/contract/event.ts";
import { shipmentDetail, shipmentDocument, shipmentList } from "#app/contract/shipment.ts";
import { shipmentExport } from "#app/contract/shipment-export.ts";
import { previewSearch } from "#app/contract/shipment-preview.ts";
import { DEMO_PASSWORD, startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  provider = await startProvider({ demo: true });
  for (const userName of ["demo", "rival", "desk", "viewer"]) {
    const { data } = await provider.call(signIn, { userName, password: DEMO_PASSWORD });
    tokens[userName] = data.token;
  }
});
afterAll(() => provider.stop());

const message = JSON.parse(
  readFileSync(new URL("../../fixtures/dcsa/tnt-300-response.json", import.meta.url), "utf8"),
);

describe("over HTTP, with the demonstration's shipments", () => {
  it("refuses the export and the documents to a role that has neither, and lets it read", async () => {
    const list = await provider.call(shipmentList, { pageSize: 1 }, { token: tokens.viewer });
    const { id } = list.data.rows[0]!;
    const detail = await provider.call(shipmentDetail, { id }, { token: tokens.viewer });
    expect(detail.code).toBe(200);
    const documentId = detail.data.documents[0]?.id ?? "1";
    expect(await provider.call(shipmentExport, {}, { token: tokens.viewer })).toMatchObject({ code: 403 });
    expect(await provider.call(shipmentDocument, { id, documentId }, { token: tokens.viewer })).toMatchObject(
      { code: 403 },
    );
  });

  it("lists, opens, and answers the dashboard as the contract says", async () => {
    const list = await provider.call(shipmentList, { pageSize: 100 }, { token: tokens.demo });
    expect(list.code).toBe(200);
    for (const row of list.data.rows.slice(0, 30)) {
      const detail = await provider.call(shipmentDetail, { id: row.id }, { token: tokens.demo });
      expect(detail.data).toMatchObject({
        houseNumber: row.houseNumber,
        status: row.status,
        isDelayed: row.isDelayed,
      });
      expect(detail.data.events.length).toBeGreaterThan(0);
    }
    const board = await provider.call(dashboard, {}, { token: tokens.demo });
    expect(board.data.statusLists.map((status) => status.total).every((total) => total > 0)).toBe(true);
  });

  it("keeps companies apart, and opens all to the forwarder's staff", async () => {
    const houses = async (token: string | undefined) => {
      const { data } = await provider.call(shipmentList, { pageSize: 100 }, { token });
      return data;
    };
    const [own, rivals, all] = [
      await houses(tokens.demo),
      await houses(tokens.rival),
      await houses(tokens.desk),
    ];
    const ownIds = new Set(own.rows.map((row) => row.id));
    expect(rivals.rows.some((row) => ownIds.has(row.id))).toBe(false);
    expect(all.total).toBeGreaterThanOrEqual(own.total + rivals.total);
    const foreign = await provider.call(shipmentDetail, { id: own.rows[0]!.id }, { token: tokens.rival });
    expect([foreign.code, foreign.data]).toEqual([404, null]);
  });

  it("takes events from the forwarder's staff, once under one key, and from nobody else", async () => {
    const refused = await provider.call(importEvents, message, { token: tokens.demo });
    expect(refused.code).toBe(403);
    const options = { token: tokens.desk, key: "import-1" };
    const first = await provider.call(importEvents, message, options);
    expect(first.data).toMatchObject({ accepted: 5, repeated: 0, rejected: [] });
    expect((await provider.call(importEvents, message, options)).data).toEqual(first.data);
    const again = await provider.call(importEvents, message.events, { token: tokens.desk, key: "import-2" });
    expect(again.data).toMatchObject({ accepted: 0, repeated: 5 });
    const tooMany = await provider.call(importEvents, Array(5_001).fill(null), { token: tokens.desk });
    expect(tooMany.code).toBe(400);
  });

  it("streams the export with its name", async () => {
    const answer = await fetch(provider.apiUrl + shipmentExport.path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${tokens.demo}` },
      body: JSON.stringify({ columns: ["houseNumber"], status: "TRANSIT" }),
    });
    expect(answer.headers.get("content-disposition")).toMatch(/shipments-\d{4}-\d{2}-\d{2}\.xlsx/);
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
    const list = await provider.call(shipmentList, { status: "TRANSIT" }, { token: tokens.demo });
    expect(sheets[0]?.rows).toHaveLength(list.data.total + 1);
    expect(list.data.total).toBeGreaterThan(10);
  });

  it("takes the same time for a number that is not public and for one that is unknown", async () => {
    const { data } = await provider.call(shipmentList, { page: 1 }, { token: tokens.demo });
    const hidden = data.rows[0]!;
    await provider.db.updateTable("shipment").set({ is_public: false }).where("id", "=", hidden.id).execute();
    const timed = async (number: string) => {
      const start = performance.now();
      const answer = await provider.call(previewSearch, { searchType: "H", number });
      return {
        ms: performance.now() - start,
        answer: JSON.stringify([answer.status, answer.code, answer.data]),
      };
    };
    const answers = [];
    for (let count = 0; count < 5; count++) {
      answers.push(await timed(hidden.houseNumber), await timed("FLNOSUCH1"));
    }
    expect(new Set(answers.map(({ answer }) => answer)).size).toBe(1);
    expect(Math.min(...answers.map(({ ms }) => ms))).toBeGreaterThan(55);
  });
});
