import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { largeRead } from "#app/provider/db/large-read.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider?.stop());

test("has a second process and more memory, for its own statements only", async () => {
  const read = sql<{ workers: string; memory: string }>`
    select current_setting('max_parallel_workers_per_gather') as workers, current_setting('work_mem') as memory`;
  const before = (await read.execute(provider.db)).rows[0]!;
  const within = await largeRead(provider.db, async (db) => (await read.execute(db)).rows[0]!);
  expect(within).toEqual({ workers: "1", memory: "32MB" });
  for (const _ of Array(20)) expect((await read.execute(provider.db)).rows).toEqual([before]);
});

test("runs alone where the second process gets no memory, and throws other errors", async () => {
  const failing = (code: string) =>
    largeRead(provider.db, async (db) => {
      await sql`
        do ${sql.raw(`$$ begin
          if current_setting('max_parallel_workers_per_gather') <> '0' then raise sqlstate '${code}'; end if;
        end $$`)}`.execute(db);
      return "read";
    });
  expect(await failing("53100")).toBe("read");
  await expect(failing("22012")).rejects.toMatchObject({ code: "22012" });
});
