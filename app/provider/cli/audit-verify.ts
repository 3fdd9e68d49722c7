import { verifyChains } from "../operation-log/verify.ts";
import { onOperatorsDatabase, runCommand } from "./command.ts";

/**
 * `npm run audit:verify`: walks the operation logs of all quotes and bookings in the database of `DATA_DIR`
 * or `DATABASE_URL`, and replays each against its row. Exits with 0 when every chain is complete and every
 * row equals its log, and with 1 after naming the first broken entry or differing field.
 */
async function verifyAll(): Promise<number> {
  const { chains, entries, broken } = await onOperatorsDatabase("audit", verifyChains);
  if (!broken) {
    console.log(`${entries} entries in ${chains} logs, all unchanged`);
    return 0;
  }
  const { subject, number, sequence, reason, field } = broken;
  if (field) {
    const quoted = (value: string | null) => (value === null ? "nothing" : `"${value}"`);
    console.error(
      `The ${subject} ${number} differs from its log: ${field.path} is ${quoted(field.stored)}, but ${quoted(field.logged)} in the log`,
    );
    return 1;
  }
  console.error(
    `The log of ${subject} ${number} is broken at entry ${sequence} (${reason}); the ${entries} entries before it are unchanged`,
  );
  return 1;
}

await runCommand(verifyAll);
