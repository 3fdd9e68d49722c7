import { verifyChains } from "../operation-log/verify.ts";
import { onOperatorsDatabase, runCommand } from "./command.ts";

/**
 * `npm run audit:verify`: walks the operation logs of all quotes and bookings in the database of `DATA_DIR` or
 * `DATABASE_URL`. Exits with 0 when every chain is whole, and with 1 after naming the first broken entry.
 */
async function verifyAll(): Promise<number> {
  const { chains, entries, broken } = await onOperatorsDatabase("audit", verifyChains);
  if (!broken) {
    console.log(`${entries} entries in ${chains} logs, every one as it was written`);
    return 0;
  }
  const { subject, number, sequence, reason } = broken;
  console.error(
    `The log of ${subject} ${number} is broken at entry ${sequence} (${reason}); ${entries} entries before it are as they were written`,
  );
  return 1;
}

await runCommand(verifyAll);
