import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { ConfigError, readProviderConfig } from "#app/provider/config.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { FileMissing } from "#app/provider/file-store/store.ts";
import { endArchive, openArchive } from "#app/provider/wal-archive/open.ts";
import { readReach } from "#app/provider/wal-archive/reach.ts";
import { restoreAt } from "#app/provider/wal-archive/restore.ts";
import { Archiver } from "#app/provider/wal-archive/round.ts";
import type { ArchiveStore } from "#app/provider/wal-archive/store.ts";
import { testPostgresBin } from "#tests/support/database.ts";
import { type S3Server, startS3 } from "#tests/support/s3-server.ts";

const log = { info: () => {}, warn: () => {}, error: () => {} };
let folder: string;
let s3: S3Server;
const stores: Record<string, ArchiveStore> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(inject("testServerDir"), "archive-store-"));
  await chmod(folder, 0o755);
  s3 = await startS3(join(folder, "s3"), "archive");
  stores.folder = openArchive(join(folder, "archive"));
  stores.bucket = openArchive(s3.url("archive/fairlead"));
});
afterAll(async () => {
  for (const store of Object.values(stores)) store.close();
  await s3?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(["folder", "bucket"])("an archive in a %s", (kind) => {
  const store = () => stores[kind]!;

  test("takes, lists, replaces and removes", async () => {
    await store().put("1/wal/one", Readable.from(["first"]));
    await store().put("1/wal/one", Readable.from(["second"]));
    await store().put("1/wal-of-others/two", Readable.from(["x"]));
    await store().put("1/state.json", Readable.from(["{}"]));
    expect(await text(await store().get("1/wal/one"))).toBe("second");
    expect(await store().list("1/wal")).toEqual(["1/wal/one"]);
    expect((await store().list("")).sort()).toEqual(["1/state.json", "1/wal-of-others/two", "1/wal/one"]);
    for (const name of await store().list("")) await store().remove(name);
    await store().remove("1/wal/one");
    expect(await store().list("")).toEqual([]);
    await expect(store().get("1/wal/one")).rejects.toThrow(FileMissing);
  });

  test("keeps nothing of a stream that fails", async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        throw new Error("the link is cut");
      })(),
    );
    await expect(store().put("1/wal/broken", broken)).rejects.toThrow("the link is cut");
    expect(await store().list("")).toEqual([]);
  });
});

test("a database comes back from a bucket; a server whose archive has ended keeps no log for it", {
  tags: "slow",
}, async () => {
  const dataDir = join(folder, "data");
  const postgresBin = testPostgresBin();
  const server = await startEmbedded({ dataDir, log, postgresBin });
  const admin = openDatabase(server.adminConnection);
  try {
    await admin.pool.query("create table note (id int primary key)");
    await mkdir(join(dataDir, "files", "ab"), { recursive: true });
    await writeFile(join(dataDir, "files", "ab", "abcdefgh"), "%PDF");
    const store = stores.bucket!;
    const archiver = new Archiver({ server, dataDir, store, keptDays: 14 });
    await archiver.round(new Date());
    await admin.pool.query("insert into note values (1)");
    await archiver.round(new Date());
    const slots = async () =>
      (await admin.pool.query("select slot_name from pg_replication_slots")).rows.length;
    expect(await slots()).toBe(1);
    await endArchive(server);
    await endArchive(server);
    expect(await slots()).toBe(0);
    const target = join(folder, "restored");
    const at = (await readReach(store))[0]!.until;
    await restoreAt({ dataDir: target, postgresBin, log }, store, at);
    const again = await startEmbedded({ dataDir: target, log, postgresBin });
    const restored = openDatabase(again.adminConnection);
    expect((await restored.pool.query("select id from note")).rows).toEqual([{ id: 1 }]);
    await restored.close();
    await again.stop();
  } finally {
    await admin.close();
    await server.stop();
  }
});

test.each([
  [
    "a server of the operator",
    { ARCHIVE_TO: "/backup", DATABASE_URL: "postgres://u:p@db/x" },
    /embedded database/,
  ],
  ["the data folder itself", { ARCHIVE_TO: "/srv/data/archive", DATA_DIR: "/srv/data" }, /lies in DATA_DIR/],
  ["a relative path", { ARCHIVE_TO: "backup" }, /absolute path/],
  ["no days", { ARCHIVE_TO: "/backup", ARCHIVE_DAYS: "0" }, /from 1 to 365/],
])("ARCHIVE_TO is refused with %s", (_, settings, expected) => {
  expect(() => readProviderConfig(settings)).toThrow(ConfigError);
  expect(() => readProviderConfig(settings)).toThrow(expected);
});
