import type { Logger } from "pino";
import { hearWork } from "#app/lib/observed.ts";

/** A page's call may take three tenths of that: such a statement is one to look into. */
const SLOW_S = 1;
const TEXT_LENGTH = 1_000;
/** Classes of SQLSTATE that no call expects: faults of a statement, of the server, of its disk; limits that were reached. */
const UNEXPECTED = /^(42|53|54|57|58|XX)/;

/**
 * Logs statements that took long or failed, with the id of their request and the database's process, by which the database's
 * own log tells of the same. That shows ids of its own, but not for a kept plan outside a transaction.
 */
export function logStatements(log: Logger): void {
  hearWork("statement", ({ text, requestId, backend, code, seconds }) => {
    const isFailed = code !== undefined && UNEXPECTED.test(code);
    if (!isFailed && seconds < SLOW_S) return;
    const statement = text.slice(0, TEXT_LENGTH);
    const entry = { requestId, backend, code, statement, ms: Math.round(seconds * 1000) };
    log.warn(entry, isFailed ? "A statement failed" : "A statement took long");
  });
}
