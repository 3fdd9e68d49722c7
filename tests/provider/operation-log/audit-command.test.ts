import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { submittedBooking, tampered, withRow } from "./fixture.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const command = new URL("../../../app/provider/cli/audit-verify.ts", import.meta.url).pathname;
async function audit(): Promise<{ status: number; out: string; err: string }> {
  const done = await promisify(execFile)(process.execPath, [command], {
    env: { ...process.env, DATABASE_URL: provider.database.url },
  }).catch((error) => error);
  return { status: done.code ?? 0, out: done.stdout, err: done.stderr };
}

test("the chains are walked by npm run audit:verify, which exits with 0, or with 1 and the first broken entry", {
  tags: "slow",
}, async () => {
  const { id, bookingNumber } = await submittedBooking(provider);
  const { entries, chains } = await verifyChains(provider.db);
  expect(await audit()).toEqual({
    status: 0,
    out: `${entries} entries in ${chains} logs, all unchanged\n`,
    err: "",
  });
  const change = `update operation_log set action = 'booking.accepted' where subject = 'booking' and subject_id = $1 and sequence = 3`;
  const failed = await tampered(provider, id, change, audit);
  expect(failed).toMatchObject({ status: 1, out: "" });
  expect(failed.err).toContain(`The log of booking ${bookingNumber} is broken at entry 3 (changed)`);
  const differing = await withRow(provider, "booking", id, "status = 'CONFIRMED'", audit);
  expect(differing).toMatchObject({ status: 1, out: "" });
  expect(differing.err).toBe(
    `The booking ${bookingNumber} differs from its log: status is "CONFIRMED", but "SUBMITTED" in the log\n`,
  );
});
