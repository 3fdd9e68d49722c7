import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { type Logger, pino } from "pino";
import type { z } from "zod";
import type { Endpoint } from "#app/contract/endpoint.ts";
import type { FactorGroup } from "#app/contract/second-factor.ts";
import type { Language } from "#app/contract/user.ts";
import { servicePrefixes } from "#app/provider/call/route.ts";
import type { OriginRules, Outside } from "#app/provider/config.ts";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { Standby } from "#app/provider/db/standby.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import type { FileStore } from "#app/provider/file-store/store.ts";
import { createServer } from "#app/provider/http/server.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { type TestDatabase, type TestTemplate, testDatabase } from "#tests/support/database.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

export interface ProviderOptions {
  /**
   * Loads the demonstration data (password of all accounts: freight-demo-1); by default there are reference data
   * only.
   */
  demo?: boolean;
  now?: () => Date;
  publicUrl?: string;
  isRateLimited?: boolean;
  /** Answers 503 when its event loop lags, as users' providers do; a test's machine may be slower than any of theirs. */
  refusesWhenBusy?: boolean;
  trustedProxies?: string[];
  outside?: Outside;
  /** Origins that may open sockets; by default pages of this machine. */
  socketOrigins?: OriginRules;
  log?: Logger;
  /** A list of more rows is saved by a job. */
  streamedRows?: number;
  /** The longest time that a statement may take. */
  statementMs?: number;
  /** Domains that senders of mails may be of. */
  mailDomains?: readonly string[];
  /** Of whom the operator requires a second factor. */
  factorGroup?: FactorGroup;
  /** What a standby may answer is asked in sessions that refuse every change, as a standby does. */
  isReadApart?: boolean;
}

export interface CallOptions {
  token?: string;
  language?: Language;
  /** Idempotency-Key. */
  key?: string;
  headers?: Record<string, string>;
}

export interface Answer<Data> {
  status: number;
  code: number;
  message: string;
  data: Data;
  headers: Headers;
}

export interface TestProvider {
  /** Without a slash at the end; `{api}` and `{tracking_api}` follow. */
  url: string;
  apiUrl: string;
  trackingUrl: string;
  db: Kysely<Database>;
  database: TestDatabase;
  app: FastifyInstance;
  files: FileStore;
  filesFolder: string;
  call<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req>,
    options?: CallOptions,
  ): Promise<Answer<z.output<Res>>>;
  stop(): Promise<void>;
}

export { DEMO_PASSWORD } from "#app/provider/demo/accounts.ts";

const reference = {
  name: "reference",
  fill: (connection) => onDatabase(connection, loadReference),
} satisfies TestTemplate;

const demo = {
  name: "demo",
  fill: (connection) =>
    onDatabase(connection, async (db) => {
      const { loadDemo } = await import("#app/provider/demo/load.ts");
      await loadReference(db);
      await loadDemo(db, { today: new Date(), log: pino({ level: "silent" }) });
    }),
} satisfies TestTemplate;

/** A provider in this process on a free port, with a new database of its own. */
export async function startProvider(options: ProviderOptions = {}): Promise<TestProvider> {
  const { statementMs } = options;
  const database = await testDatabase(options.demo ? demo : reference, statementMs ? { statementMs } : {});
  const filesFolder = await tempFolder("files");
  const files = folderStore(filesFolder);
  const log = options.log ?? pino({ level: process.env.TEST_LOG ?? "silent" });
  const readUrl = `${database.url}&options=${encodeURIComponent("-c default_transaction_read_only=on -c TimeZone=UTC")}`;
  const standby = options.isReadApart
    ? new Standby({ url: readUrl, primary: database.db, poolSize: 5, log })
    : undefined;
  for (let tries = 0; standby && !standby.isRead && tries < 1_000; tries++) await sleep(10);
  const app = await createServer({
    database: database.db,
    standby,
    target: database.connection,
    files,
    secretKeys: ["a key of the tests only and of nothing else"],
    config: {
      publicUrl: options.publicUrl ?? "https://portal.example.com",
      isRateLimited: options.isRateLimited ?? false,
      trustedProxies: options.trustedProxies ?? [],
      outside: options.outside ?? { privateHosts: [], dnsServers: [] },
      ...(options.streamedRows === undefined ? {} : { streamedRows: options.streamedRows }),
      mailDomains: options.mailDomains ?? [],
      factorGroup: options.factorGroup,
      socketOrigins: options.socketOrigins ?? { listed: [], isOwnHostEnough: true },
    },
    log,
    now: options.now,
    maxLoopDelayMs: options.refusesWhenBusy ? undefined : 0,
  });
  const port = await listenOnFormerPort(app);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    database,
    app,
    files,
    filesFolder,
    apiUrl: url + servicePrefixes.api,
    trackingUrl: url + servicePrefixes.tracking,
    db: database.db,
    call: (endpoint, input, callOptions) => callEndpoint(url, endpoint, input, callOptions),
    stop: async () => {
      await app.close();
      formerPorts.push(port);
      await standby?.stop();
      await rm(filesFolder, { recursive: true, force: true });
      await database.drop();
    },
  };
}

/** Ports of providers that have stopped. */
const formerPorts: number[] = [];

/** A provider takes the port of one before it, so that `startPortal` can use the portal again that it has loaded for that address. */
async function listenOnFormerPort(app: FastifyInstance): Promise<number> {
  const port = formerPorts.pop() ?? 0;
  try {
    await app.listen({ host: "127.0.0.1", port });
  } catch (error) {
    // Another process has it now.
    if (port === 0 || (error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    await app.listen({ host: "127.0.0.1", port: 0 });
  }
  return (app.server.address() as AddressInfo).port;
}

/** One call over HTTP, as `TestProvider.call` makes it, to a provider at any address. */
export async function callEndpoint<Data>(
  url: string,
  endpoint: Endpoint,
  input: unknown,
  options: CallOptions = {},
): Promise<Answer<Data>> {
  const fields = { ...(input as Record<string, unknown>) };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields[name]);
    delete fields[name];
    return encodeURIComponent(value);
  });
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const encoded = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  const query = endpoint.body === "query" ? `?${encoded}` : "";
  const body =
    endpoint.body === "json" ? JSON.stringify(input) : endpoint.body === "form" ? encoded : undefined;
  const answer = await fetch(`${url}${servicePrefixes[endpoint.service]}${path}${query}`, {
    method: endpoint.method,
    body,
    headers: {
      ...(endpoint.body === "json" ? { "content-type": "application/json" } : {}),
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.language ? { language: options.language } : {}),
      ...(options.key ? { "idempotency-key": options.key } : {}),
      ...options.headers,
    },
  });
  const text = await answer.text();
  const isEnvelope = answer.headers.get("content-type")?.startsWith("application/json");
  // A file is returned as text; tests of files check its content.
  const envelope = (isEnvelope ? JSON.parse(text) : { code: answer.status, message: "", data: text }) as {
    code: number;
    message: string;
    data: Data;
  };
  return { status: answer.status, headers: answer.headers, ...envelope };
}

async function onDatabase(
  connection: ConnectionSettings,
  work: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const { db, close } = openDatabase(connection, { isUnhurried: true });
  try {
    await work(db);
  } finally {
    await close();
  }
}
