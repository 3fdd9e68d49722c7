import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { bookingList } from "#app/contract/booking.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { quoteList } from "#app/contract/quote.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { migrations } from "#app/provider/db/migrations/index.ts";
import { blankDatabase, connectionUrl, testDatabase, withClient } from "#tests/support/database.ts";
import { describeSchema } from "#tests/support/described-schema.ts";
import { isAll } from "#tests/support/is-all.ts";
import {
  LANDED_SECRETS_KEY,
  type LandedVersion,
  landedVersions,
  restoreLanded,
} from "#tests/support/landed.ts";
import { callEndpoint, DEMO_PASSWORD } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/** Every version that an operator may run is brought to the present one with all that it stored. */

/** The keys of each table's rows, which a migration may turn into others but not lose. */
async function readKeys(connection: ConnectionSettings): Promise<Map<string, Set<string>>> {
  return withClient(connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string; key: string | null }>(`
      select relname as name, (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = any(conkey) where conrelid = pg_class.oid and contype = 'p') as key
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`);
    const keys = new Map<string, Set<string>>();
    for (const { name, key } of tables) {
      if (!key) continue;
      const { rows } = await client.query<{ key: string }>(`select row(${key})::text as key from ${name}`);
      keys.set(name, new Set(rows.map((row) => row.key)));
    }
    return keys;
  });
}

const versions = landedVersions();
/** The oldest and the newest two; `npm run test:all` takes all. */
const daily = isAll ? versions : [versions[0]!, ...versions.slice(-2)];
const names = Object.keys(migrations);
let present: Promise<string[]> | undefined;

async function presentSchema(): Promise<string[]> {
  const database = await testDatabase();
  try {
    return await describeSchema(database.connection);
  } finally {
    await database.drop();
  }
}

async function lostBy(version: LandedVersion): Promise<Record<string, number>> {
  const { connection, drop } = await blankDatabase();
  try {
    await restoreLanded(connection, version);
    const before = await readKeys(connection);
    expect(await migrate(connection)).toEqual(names.filter((name) => name.slice(0, 4) > version.migration));
    present ??= presentSchema();
    expect(await describeSchema(connection)).toEqual(await present);
    const after = await readKeys(connection);
    const lost = [...before].flatMap(([table, keys]) => {
      const count = [...keys].filter((key) => !after.get(table)?.has(key)).length;
      return count ? [[table, count] as const] : [];
    });
    return Object.fromEntries(lost);
  } finally {
    await drop();
  }
}

describe("the database of a landed version has today's schema after the start, and all its rows", () => {
  test.each(daily)("$migration of $commit", async (version) => {
    expect(await lostBy(version)).toEqual({});
  });
});

describe("people of a landed version find what they had", () => {
  // Of the others the last two run as programs (tests/operate/upgrade.test.ts).
  test.each([versions[0]!, versions.find(({ migration }) => migration > "0040")!])(
    "$migration of $commit",
    { tags: "slow" },
    async (version) => {
      const { connection, drop } = await blankDatabase();
      const dataDir = await tempFolder("landed");
      const processes: ProviderProcess[] = [];
      try {
        await restoreLanded(connection, version);
        const had = await withClient(connection, async (client) => {
          const { rows } = await client.query<{ count: number }>(
            `select count(*)::int as count from shipment
             where company_id = (select company_id from app_user where user_name = 'demo')`,
          );
          return rows[0]!.count;
        });
        const environment = { DATA_DIR: dataDir, SECRETS_KEY: LANDED_SECRETS_KEY };
        const provider = await startProviderProcess(connectionUrl(connection), {
          ...environment,
          DEMO_CLOCK: "off",
        });
        processes.push(provider);
        const ask = async <Data>(endpoint: Endpoint, input: unknown, token?: string): Promise<Data> => {
          const { code, data } = await callEndpoint<Data>(provider.url, endpoint, input, { token });
          expect({ call: endpoint.name, code }).toEqual({ call: endpoint.name, code: 200 });
          return data;
        };
        const { token } = await ask<{ token: string }>(signIn, { userName: "demo", password: DEMO_PASSWORD });
        const { rows, total } = await ask<{ rows: { id: string }[]; total: number }>(
          shipmentList,
          { pageSize: 100 },
          token,
        );
        expect(had).toBeGreaterThan(0);
        expect(total).toBe(had);
        for (const { id } of rows) await ask(shipmentDetail, { id }, token);
        expect((await ask<{ total: number }>(quoteList, {}, token)).total).toBeGreaterThan(0);
        expect((await ask<{ total: number }>(bookingList, {}, token)).total).toBeGreaterThan(0);
      } finally {
        await endProcesses(processes);
        await rm(dataDir, { recursive: true, force: true });
        await drop();
      }
    },
  );
});
