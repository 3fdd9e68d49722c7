/** @module-tag servers */

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openForLook } from "#app/doctor/database.ts";
import type { Finding } from "#app/doctor/finding.ts";
import { lookAtStandby } from "#app/doctor/standby.ts";
import { readProviderConfig } from "#app/provider/config.ts";
import { type EmbeddedServer, startEmbedded } from "#app/provider/db/embedded.ts";
import { connectionUrl, testDatabase } from "#tests/support/database.ts";
import { findPostgres } from "#tests/support/machine.ts";
import { PRIMARY_SETTINGS, type StandbyServer, startStandby } from "#tests/support/standby.ts";

const { bin } = findPostgres()!;
let folder: string;
let primary: EmbeddedServer;
let standby: StandbyServer;

beforeAll(async () => {
  folder = await mkdtemp(join(inject("testServerDir"), "doctor-"));
  await chmod(folder, 0o755);
  primary = await startEmbedded({
    dataDir: join(folder, "a"),
    postgresBin: bin,
    settings: PRIMARY_SETTINGS,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  standby = await startStandby(primary, { bin, folder: join(folder, "b") });
});
afterAll(async () => {
  await standby?.kill();
  await primary?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Looks as the command does, with the role of the provider. */
async function look(readUrl?: string): Promise<Finding> {
  const config = readProviderConfig({
    DATABASE_URL: connectionUrl(primary.connection),
    DATABASE_READ_URL: readUrl,
  });
  const opened = await openForLook({} as Parameters<typeof openForLook>[0], config);
  return lookAtStandby(opened, config).finally(opened.close);
}

const followerUrl = () => connectionUrl(standby.connection);

test("no standby is skipped, the primary itself and another cluster are told", async () => {
  expect(await look()).toMatchObject({ state: "skipped" });
  expect(await look(connectionUrl(primary.connection))).toMatchObject({
    state: "warning",
    found: expect.stringContaining("the primary itself"),
  });
  const other = await testDatabase();
  expect(await look(other.url)).toMatchObject({
    state: "fault",
    found: expect.stringContaining("another cluster"),
  });
  await other.drop();
  expect(await look("postgres://fairlead:pass-word-1@127.0.0.1:1/fairlead")).toEqual({
    state: "warning",
    found: "it does not answer (ECONNREFUSED), and the database itself is read instead",
    todo: "check host and port in DATABASE_READ_URL, that the server runs and listens there, and the firewall",
  });
});

test("a standby: without feedback, sound, standing still, promoted", async () => {
  expect(await look(followerUrl())).toMatchObject({
    state: "warning",
    todo: "set hot_standby_feedback to on at the standby",
  });
  await standby.asAdmin("alter system set hot_standby_feedback to on", "select pg_reload_conf()");
  await expect
    .poll(() => look(followerUrl()))
    .toEqual({
      state: "ok",
      found: expect.stringMatching(/^it follows the database, and has everything within \d+ ms$/),
    });
  await standby.asAdmin("select pg_wal_replay_pause()");
  await expect
    .poll(async () => (await standby.asAdmin("select pg_get_wal_replay_pause_state() as state"))[0]!.rows)
    .toEqual([{ state: "paused" }]);
  const pg = await openForLook(
    {} as Parameters<typeof openForLook>[0],
    readProviderConfig({ DATABASE_URL: connectionUrl(primary.connection) }),
  );
  await pg.rows("create table later (id int)").finally(pg.close);
  expect(await look(followerUrl())).toMatchObject({
    state: "warning",
    found: expect.stringMatching(/^it is \d+\.\d MB behind, more than 2 s/),
  });
  await standby.asAdmin("select pg_wal_replay_resume()", "select pg_promote()");
  expect(await look(followerUrl())).toMatchObject({
    state: "fault",
    found: expect.stringContaining("takes writes of its own"),
  });
});
