import type { Socket } from "node:net";
import pg from "pg";
import { tellWork } from "#app/lib/observed.ts";
import { presentRequest } from "#app/lib/request-id.ts";
import { isTraced, type TracedWork, tracedUntil } from "#app/lib/traced.ts";
import { planName } from "./kept-plan.ts";
import { BEGIN, withRequest } from "./request-mark.ts";

/** What connections are held to. In milliseconds; 0 for no limit. */
export interface Limits {
  statementMs: number;
  /** Between the statements of a transaction. */
  idleMs: number;
}

type Query = (...args: unknown[]) => unknown;

/**
 * Prepares a connection whose session is its own: it has its limits since its start.
 * @param applicationName what the session is called while it works for no request
 * @param onWrongServer it is connected to a server that only reads
 */
export function prepareOwnSession(
  client: pg.PoolClient,
  applicationName: string,
  onWrongServer: () => void,
): void {
  const query = client.query.bind(client) as Query;
  const named: Query = (text, ...args) => {
    if (typeof text !== "string") return query(text, ...args);
    const name = planName(text);
    if (!name) return query(withRequest(text, applicationName), ...args);
    const [values, ...rest] = args;
    return query({ name, text, values }, ...rest);
  };
  client.query = observed(client, named, { limitMs: 0, onWrongServer }) as typeof client.query;
}

const BOUNDARY = /^(begin|start transaction|commit|rollback)\b/;

/**
 * Prepares a connection to a pooler of transactions, where each statement may be run in another session: no statement
 * has a name, and limits come with every transaction or are kept by this process.
 */
export function preparePooled(
  client: pg.PoolClient,
  { statementMs, idleMs }: Limits,
  applicationName: string,
  onWrongServer: () => void,
): void {
  const query = client.query.bind(client) as Query;
  const limits = `set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`;
  // In one message with the start of the transaction, so that it is no round trip of its own.
  const send: Query = (text, ...args) => {
    if (typeof text !== "string") return query(text, ...args);
    const marked = withRequest(text, applicationName);
    return query(statementMs > 0 && BEGIN.test(text) ? `${marked}; ${limits}` : marked, ...args);
  };
  client.query = observed(client, send, { limitMs: statementMs, onWrongServer }) as typeof client.query;
  // Poolers follow this setting of each client into every session. Where one does not, moments come with their
  // offset. When it fails the connection is lost, as the next statement finds.
  client.query("set TimeZone to 'UTC'").catch(() => {});
}

interface Observation {
  limitMs: number;
  onWrongServer(): void;
}

/**
 * Ends the statement after the limit. Ends the connection when its server does not answer at all, since the statement
 * may still be running in it and the next one would wait behind it, and when the server refuses a write that the
 * transaction allows: it was the primary once.
 */
function observed(client: pg.PoolClient, query: Query, { limitMs, onWrongServer }: Observation): Query {
  let mayWrite = true;
  let isUnconfirmed = false;
  client.on("notice", ({ routine }) => {
    isUnconfirmed ||= routine === "SyncRepWaitForLSN";
  });
  return (...args) => {
    const [text] = args;
    if (typeof text === "string" && BOUNDARY.test(text)) mayWrite = !text.includes("read only");
    const mightWrite = mayWrite;
    let timer: NodeJS.Timeout | undefined;
    const requestId = presentRequest();
    const begun = performance.now();
    const traceEnd = typeof text === "string" && isTraced() ? tracedUntil(spanOf(text)) : undefined;
    /** Returns the error of the statement, if there is one. */
    const settle = (error?: unknown): unknown => {
      clearTimeout(timer);
      traceEnd?.(error);
      if (typeof text === "string") {
        const { processID: backend } = client as unknown as Partial<Cancelled>;
        const { code } = (error ?? {}) as { code?: string };
        tellWork("statement", {
          text,
          requestId,
          backend,
          code,
          seconds: (performance.now() - begun) / 1000,
        });
      }
      const isOnWrongServer = mightWrite && isReadOnlyServer(error);
      if (isOnWrongServer || isUnanswered(error)) void client.end().catch(() => {});
      if (isOnWrongServer) onWrongServer();
      const wasUnconfirmed = isUnconfirmed;
      isUnconfirmed = false;
      return error ?? (wasUnconfirmed ? new UnconfirmedError() : undefined);
    };
    const start = () => {
      if (limitMs > 0) timer = setTimeout(cancelStatement, limitMs, client).unref();
    };
    const callback = args.at(-1);
    if (typeof callback === "function") {
      start();
      return query(...args.slice(0, -1), (error: unknown, result: unknown) =>
        callback(settle(error), result),
      );
    }
    const answer = query(...args);
    if (!(answer instanceof Promise)) return answer;
    start();
    return answer.then(
      (result) => {
        const error = settle();
        if (error) throw error;
        return result;
      },
      (error) => {
        throw settle(error);
      },
    );
  };
}

const SPAN_TEXT_LENGTH = 1_000;

/** Named by its kind, of which there are few; the text has no values. */
function spanOf(text: string): TracedWork {
  const [kind = ""] = /[a-z]+/i.exec(text.replace(/\/\*.*?\*\//gs, "")) ?? [];
  const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, SPAN_TEXT_LENGTH) };
  return { kind: "client", name: kind.toLowerCase(), attributes };
}

/**
 * A commit waited for a standby until it was cancelled. It stands on this server, which says so by a notice, and would
 * be lost with it. The code is that of a cancelled statement.
 */
export class UnconfirmedError extends Error {
  override name = "UnconfirmedError";
  readonly code = "57014";
  constructor() {
    super("The commit was not confirmed by a standby in time");
  }
}

/** The driver's own time-out: nothing came back. */
export function isUnanswered(error: unknown): boolean {
  return (error as Error | undefined)?.message === "Query read timeout";
}

/** A write was refused, as by a standby; in a transaction that may only read it is the transaction's own refusal. */
export function isReadOnlyServer(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === "25006";
}

const CANCEL_WITHIN_MS = 5_000;

/** What the driver's types leave out. */
interface Cancelled {
  processID: number;
  secretKey: number;
  host: string;
  port: number;
  ssl: pg.ClientConfig["ssl"];
}
interface Cancelling extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Asks the server, over a connection of its own as the protocol demands, to end what the client is running; the
 * statement then fails with 57014. A pooler passes it on to the session that runs it.
 */
function cancelStatement(client: pg.PoolClient): void {
  const { processID, secretKey, host, port, ssl } = client as unknown as Cancelled;
  const connection = new pg.Connection({ ssl: ssl || undefined }) as Cancelling;
  const cancel = () => connection.cancel(processID, secretKey);
  connection.on("error", () => {});
  connection.once("connect", () => (ssl ? connection.requestSsl() : cancel()));
  connection.once("sslconnect", cancel);
  const socket = connection.stream as Socket;
  socket.setTimeout(CANCEL_WITHIN_MS, () => socket.destroy());
  if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
