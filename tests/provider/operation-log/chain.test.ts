import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingSaveDraft, bookingSubmit } from "#app/contract/booking.ts";
import { hashOf } from "#app/provider/operation-log/log.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { content, draft } from "../bookings/fixture.ts";
import { customer } from "../quotes/fixture.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

async function threeEntries(): Promise<string> {
  const dana = await customer(provider);
  const { token } = dana;
  const { id } = await draft(provider, dana);
  await provider.call(bookingSaveDraft, { id, version: 1, content: content({ marks: "A" }) }, { token });
  await provider.call(bookingSubmit, { id, version: 2 }, { token });
  return id;
}

const entriesOf = (id: string) =>
  provider.db
    .selectFrom("operation_log")
    .selectAll()
    .where("subject", "=", "booking")
    .where("subject_id", "=", id)
    .orderBy("sequence")
    .execute();
type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

/** The input of an entry's hash, written independently. */
function coveredBy(entry: Entry): string {
  const { subject, subject_id, sequence, at, actor_id, actor_name, is_forwarder, action, changes } = entry;
  const list = changes.map(({ path, before, after }) => [path, before, after]);
  return JSON.stringify([
    subject,
    subject_id,
    sequence,
    at.toISOString(),
    actor_id,
    actor_name,
    is_forwarder,
    action,
    list,
  ]);
}

test("each entry's hash covers the entry and the hash of the one before", async () => {
  const entries = await entriesOf(await threeEntries());
  expect(entries).toHaveLength(3);
  let previous = Buffer.alloc(32);
  for (const entry of entries) {
    expect(entry.previous_hash).toEqual(previous);
    const hash = createHash("sha256").update(previous).update(coveredBy(entry)).digest();
    expect(entry.hash).toEqual(hash);
    previous = hash;
  }
});

test("a rewritten entry is detected at the next one, whose hash is wrong, also when that names the new one", async () => {
  const id = await threeEntries();
  const [first, second] = await entriesOf(id);
  const forged = { ...first!, actor_name: "Somebody Else" };
  const hash = hashOf(first!.previous_hash, {
    subject: "booking",
    subjectId: id,
    sequence: 1,
    at: forged.at,
    actor: { id: forged.actor_id, name: forged.actor_name, isForwarder: forged.is_forwarder },
    action: forged.action,
    changes: forged.changes,
  });
  // The owner of the database can remove the trigger.
  const owner = new pg.Client(provider.database.connection);
  await owner.connect();
  try {
    await owner.query("alter table operation_log disable trigger user");
    const write = (sequence: number, set: string, values: unknown[]) =>
      owner.query(
        `update operation_log set ${set} where subject = 'booking' and subject_id = $1 and sequence = ${sequence}`,
        [id, ...values],
      );
    await write(1, "actor_name = $2, hash = $3", [forged.actor_name, hash]);
    expect((await verifyChains(provider.db)).broken).toMatchObject({ sequence: 2, reason: "other before" });
    await write(2, "previous_hash = $2", [hash]);
    expect((await verifyChains(provider.db)).broken).toMatchObject({ sequence: 2, reason: "changed" });
    await write(1, "actor_name = $2, hash = $3", [first!.actor_name, first!.hash]);
    await write(2, "previous_hash = $2", [second!.previous_hash]);
    expect((await verifyChains(provider.db)).broken).toBeNull();
    await owner.query("alter table operation_log enable trigger user");
  } finally {
    await owner.end();
  }
});
