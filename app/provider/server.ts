import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { replaceCountryNames } from "#app/lib/country-code.ts";
import type { MetricsAddress } from "#app/lib/metrics-port.ts";
import { startReportMails } from "./analytics/mail-worker.ts";
import { startKeyWarnings } from "./api-keys/ending.ts";
import { startCarrierBookings } from "./bookings/carrier-send.ts";
import { secretBox } from "./call/secret-box.ts";
import { startPull } from "./carriers/pull.ts";
import { ConfigError, type ProviderConfig, readProviderConfig } from "./config.ts";
import { type DatabaseTarget, directTarget } from "./db/connection.ts";
import { chooseDataDir, DatabaseStartError, findDataDir } from "./db/data-folder.ts";
import { openDatabase } from "./db/database.ts";
import { type EmbeddedServer, startEmbedded } from "./db/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { MigrationError } from "./db/migration-error.ts";
import { findTarget, poolerWarning } from "./db/pooler.ts";
import type { Database } from "./db/schema.ts";
import { checkSecretsKey, keptSecretsKey } from "./db/secrets-key.ts";
import { Standby } from "./db/standby.ts";
import { logStatements } from "./db/statement-log.ts";
import { startTextIndex } from "./documents/text-index.ts";
import { startWantedPapers } from "./documents/wanted.ts";
import { startEmissions } from "./emissions/worker.ts";
import { startEventContents } from "./event-contents/worker.ts";
import { startExports } from "./exports/worker.ts";
import { folderStore } from "./file-store/folder.ts";
import { s3Store } from "./file-store/s3.ts";
import { clamdScan } from "./file-store/scanner.ts";
import type { FileStore } from "./file-store/store.ts";
import { openPlace } from "./forwarder-system/open.ts";
import { startSystemImports } from "./forwarder-system/worker.ts";
import { createServer, routes } from "./http/server.ts";
import { hasDemo } from "./identity/demo-company.ts";
import { startPurge } from "./jobs/purge.ts";
import { configWithKept } from "./kept-settings.ts";
import { createLog } from "./log.ts";
import { logDelivery, smtpDelivery } from "./mail/delivery.ts";
import { startMailSender } from "./mail/sender.ts";
import type { MetricsOptions } from "./metrics/start.ts";
import { startNotifications } from "./notifications/engine.ts";
import { loadReference } from "./reference/load.ts";
import { loadWorldPlaces } from "./reference/load-world.ts";
import { loadZoneRules } from "./reference/zone-rules.ts";
import { findForwarder } from "./registration/forwarder.ts";
import { startFilling } from "./shipments/figures-fill.ts";
import { recomputeWaiting } from "./shipments/recompute.ts";
import { endArchive, openArchive } from "./wal-archive/open.ts";
import { startArchive } from "./wal-archive/worker.ts";
import { startWebhooks } from "./webhooks/worker.ts";

/** The provider cannot start. The message is one line that says what to do. */
class StartError extends Error {}

/**
 * After a network failure thousands of sockets reconnect in one second; those beyond the queue retry after
 * one to three seconds.
 */
const BACKLOG = 4_096;

/** Clean-up functions, called in reverse order. */
const endings: (() => unknown)[] = [];

let ending: Promise<void> | undefined;

/** Finishes running requests, closes the pool, stops the embedded database. */
function end(): Promise<void> {
  ending ??= (async () => {
    for (const undo of endings.reverse()) await undo();
  })();
  return ending;
}

async function start(
  config: ProviderConfig,
  log: Logger,
): Promise<{ port: number; demoAccounts: string | null }> {
  const { target, server } = await openTarget(config, log);
  await migrate(target, log);
  const files = await openFiles(config);
  const demoAccounts = await fillDatabase(target, config, files, log);
  const { db, pool, close } = openDatabase(target, { poolSize: config.databasePoolSize });
  endings.push(close);
  const { databaseReadUrl: url, databasePoolSize: poolSize, eventContentMonths } = config;
  const standby = url ? new Standby({ url, primary: db, poolSize, log }) : undefined;
  endings.push(() => standby?.stop());
  // They end after the jobs, whose last work they show.
  if (config.traces) endings.push(await openTraces(config.traces, log));

  if (!(await findForwarder(db)))
    log.warn("Nobody can sign in as the forwarder yet: `npm run setup` makes its company and first account");
  replaceCountryNames(config.countryNames);
  const secretKeys = await openSecretKeys(config);
  await checkSecretsKey(db, secretBox(secretKeys).marks("known", "secrets key"), new Date());
  // They stop after the server, which takes no requests from the first moment on.
  const workers: { stop(): unknown }[] = [];
  endings.push(() => Promise.all(workers.map((worker) => worker.stop())));
  const leaving = new AbortController();
  let sockets = () => 0;
  const app = await createServer({
    database: db,
    standby,
    target,
    files,
    secretKeys,
    config,
    log,
    leaving: leaving.signal,
    onSockets: (count) => {
      sockets = count;
    },
  });
  logStatements(log);
  // Before the first call, and until after the last.
  if (config.metrics)
    endings.push(
      await openMetrics(config.metrics, { database: db, standby, pool, sockets, eventContentMonths, log }),
    );
  endings.push(() => app.close());
  const port = await listen(app, config);
  endings.push(() => {
    leaving.abort();
    return sleep(config.drainSeconds * 1000);
  });
  if (demoAccounts || config.smtpUrl) {
    const smtpUrl = config.smtpUrl?.startsWith("smtp") ? config.smtpUrl : null;
    const deliver = smtpUrl ? smtpDelivery(smtpUrl, config.mailFrom) : logDelivery(log);
    const { publicUrl, mailDomains } = config;
    const dress = { publicUrl, mailDomains };
    workers.push(startMailSender({ database: db, deliver, dress, log, atOnce: config.mailAtOnce }));
  } else {
    log.warn("Mail stays in the outbox and is not sent: set SMTP_URL to send it");
  }
  workers.push(startNotifications({ database: db, log, publicUrl: config.publicUrl }));
  const secrets = secretBox(secretKeys);
  workers.push(startPull({ database: db, secrets, log, outside: config.outside }));
  workers.push(startCarrierBookings({ database: db, log, outside: config.outside }));
  const shared = { publicUrl: config.publicUrl, secrets, outside: config.outside };
  workers.push(startWebhooks({ database: db, log, ...shared }));
  workers.push(startExports({ database: db, standby, files, routes, log, shared }));
  if (config.imports) {
    const { imports } = config;
    const { actingAs } = imports;
    const options = { open: () => openPlace(imports), actingAs, shared: { ...shared, files } };
    workers.push(startSystemImports({ database: db, log, ...options }));
  }
  workers.push(startReportMails({ database: db, log, publicUrl: config.publicUrl }));
  workers.push(startKeyWarnings({ database: db, log, routes, publicUrl: config.publicUrl }));
  workers.push(startPurge(db, files, log));
  if (eventContentMonths)
    workers.push(startEventContents({ database: db, files, months: eventContentMonths, log }));
  workers.push(startTextIndex(db, files, log));
  workers.push(startEmissions(db, log));
  workers.push(startWantedPapers(db, log));
  workers.push(startFilling(db, log));
  if (server) workers.push(await keepArchive(server, config, log));
  if (demoAccounts && config.isDemoMoving) {
    const { startDemoClock } = await import("./demo/catch-up.ts");
    workers.push(startDemoClock(db, log));
  }
  return { port, demoAccounts };
}

/** Where the database is; `server`: the embedded one. */
async function openTarget(
  config: ProviderConfig,
  log: Logger,
): Promise<{ target: DatabaseTarget; server: EmbeddedServer | null }> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (!databaseUrl) {
    const server = await startDatabase(config, log);
    return { target: server.connection, server };
  }
  const target = await findTarget({ databaseUrl, databaseDirectUrl });
  const warning = poolerWarning(target);
  if (warning) log.warn(warning);
  return { target, server: null };
}

async function startDatabase(config: ProviderConfig, log: Logger): Promise<EmbeddedServer> {
  const server = await startEmbedded({
    dataDir: await chooseDataDir(config),
    postgresBin: config.postgresBin,
    log: {
      info: (text) => log.info(text),
      warn: (text) => log.warn(text),
      error: (text) => log.error(text),
    },
  });
  endings.push(() => server.stop());
  return server;
}

/** Archives the embedded database where that is wanted; what an archive of before holds back is let go otherwise. */
async function keepArchive(
  server: EmbeddedServer,
  { archiveTo, archiveDays: keptDays }: ProviderConfig,
  log: Logger,
): Promise<{ stop(): unknown }> {
  if (!archiveTo) {
    await endArchive(server);
    return { stop: () => {} };
  }
  const { usedDataDir: dataDir } = server;
  return startArchive({ server, dataDir, store: openArchive(archiveTo), keptDays }, log);
}

async function openSecretKeys(config: ProviderConfig): Promise<[string, ...string[]]> {
  const [first, ...others] = config.secretKeys ?? [];
  return first ? [first, ...others] : [await keptSecretsKey(await chooseDataDir(config))];
}

async function openFiles(config: ProviderConfig): Promise<FileStore> {
  const store = config.filesS3Url
    ? s3Store(config.filesS3Url)
    : folderStore(join(await chooseDataDir(config), "files"));
  return config.clamdUrl ? { ...store, scan: clamdScan(config.clamdUrl) } : store;
}

/**
 * Loads reference data, and the demonstration where it is wanted.
 * @returns a line with the demonstration's accounts; null when the database holds none
 */
async function fillDatabase(
  target: DatabaseTarget,
  config: ProviderConfig,
  files: FileStore,
  log: Logger,
): Promise<string | null> {
  const { db, close } = openDatabase(directTarget(target), {
    poolSize: 2,
    isUnhurried: true,
    isPipelined: true,
  });
  try {
    await loadReference(db);
    await recomputeWaiting(db, new Date());
    // The places of the world are unpacked in another thread meanwhile.
    const [accounts] = await Promise.all([fillDemo(db, config, files, log), loadWorldPlaces(db)]);
    await loadZoneRules(db);
    return accounts;
  } finally {
    await close();
  }
}

async function fillDemo(
  db: Kysely<Database>,
  config: ProviderConfig,
  files: FileStore,
  log: Logger,
): Promise<string | null> {
  if (!(await hasDemo(db))) {
    if (config.demoData === "off") return null;
    const company = await db.selectFrom("company").select("id").limit(1).executeTakeFirst();
    if (company && config.demoData === "when-empty") return null;
    const { loadDemo } = await import("./demo/load.ts");
    await loadDemo(db, { today: new Date(), files, log });
  }
  const { demoAccountsLine } = await import("./demo/accounts.ts");
  return demoAccountsLine;
}

async function openMetrics(address: MetricsAddress, options: MetricsOptions): Promise<() => void> {
  // What counts is loaded only where it is read.
  const { startMetrics } = await import("./metrics/start.ts");
  return startMetrics(address, options).catch((error: Error) => {
    throw new StartError(
      `PROVIDER_METRICS_PORT: ${error.message}: set it to a free port of this machine, or leave it out`,
    );
  });
}

async function openTraces(
  traces: NonNullable<ProviderConfig["traces"]>,
  log: Logger,
): Promise<() => Promise<void>> {
  const { startTraces } = await import("#app/lib/trace-export.ts");
  return startTraces({ service: "fairlead-provider", ...traces, warn: (text) => log.warn(text) });
}

async function listen(app: FastifyInstance, { host, port }: ProviderConfig): Promise<number> {
  try {
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new StartError(
        `Port ${port} is taken: set PROVIDER_PORT to another, or end the program that uses it`,
      );
    if (code === "EACCES")
      throw new StartError(
        `Port ${port} is not open to this user: set PROVIDER_PORT to a port of 1024 or above`,
      );
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new StartError(
        `This machine has no address ${host}: set PROVIDER_HOST to an address of this machine`,
      );
    throw error;
  }
  return (app.server.address() as AddressInfo).port;
}

function isExpected(error: unknown): error is Error {
  return [StartError, ConfigError, DatabaseStartError, MigrationError].some((kind) => error instanceof kind);
}

async function main(): Promise<void> {
  const config = await configWithKept(await findDataDir(readProviderConfig()));
  const log = createLog(config.logLevel);
  const stop = () =>
    end().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, "The provider did not stop cleanly");
        process.exit(1);
      },
    );
  let signals = 0;
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (++signals > 1) process.exit(1);
      void stop();
    });
  // The parent process has died.
  if (process.channel) process.once("disconnect", stop);

  const { port, demoAccounts } = await start(config, log);
  process.send?.({ type: "ready", port, demoAccounts });
  log.info({ port, hasDemoData: demoAccounts !== null }, "The provider is ready");
}

try {
  await main();
} catch (error) {
  // Errors of a start that was interrupted by a stop are not reported.
  if (!ending) {
    console.error(isExpected(error) ? error.message : error);
    await end().catch(() => {});
    process.exit(1);
  }
}
