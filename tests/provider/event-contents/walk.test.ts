import { beforeEach, expect, test } from "vitest";
import type { FileStore } from "#app/provider/file-store/store.ts";
import { makeCompany } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { countMoved, departure, moveAll, store } from "./fixture.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let provider: TestProvider;
beforeEach(async () => {
  provider = await startProvider();
  return () => provider.stop();
});

test("a row that somebody held is moved by the walk that begins a month later", async () => {
  const { db, files } = provider;
  await makeShipment(db, await makeCompany(db), { house_number: "FLMOVE1" });
  await store(
    db,
    [0, 1, 2, 3, 4].map((index) => departure(`e-${index}`, "FLMOVE1")),
  );
  const now = new Date();
  const holding: FileStore = {
    ...files,
    async put(key, content) {
      await files.put(key, content);
      await held.begin();
    },
  };
  const held = holdRow("MAEU:e-3");
  await moveAll({ db, files: holding }, { now });
  await held.end();
  expect(await countMoved(db)).toBe(4);
  await moveAll(provider, { now: new Date(now.getTime() + 20 * DAY_MS) });
  expect(await countMoved(db)).toBe(4);
  await moveAll(provider, { now: new Date(now.getTime() + 40 * DAY_MS) });
  await moveAll(provider, { now: new Date(now.getTime() + 40 * DAY_MS + HOUR_MS) });
  expect(await countMoved(db)).toBe(5);
});

/** A transaction that holds the row of an event, as a correction does. */
function holdRow(id: string) {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let running: Promise<void> | undefined;
  return {
    begin: () => {
      running ??= provider.db.transaction().execute(async (trx) => {
        await trx.selectFrom("event").select("event_id").where("event_id", "=", id).forUpdate().execute();
        held.resolve();
        await over.promise;
      });
      return held.promise;
    },
    end: () => {
      over.resolve();
      return running;
    },
  };
}
