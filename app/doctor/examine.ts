import { setTimeout as sleep } from "node:timers/promises";
import { lookAtArchive } from "./archive.ts";
import { clockOf } from "./ask.ts";
import { lookAtDatabase, type OpenedDatabase, openForLook, Unopened } from "./database.ts";
import {
  databaseClock,
  lookAtConnections,
  lookAtDemonstration,
  lookAtMigrations,
  lookAtReplication,
  lookAtStatementHistory,
  lookAtStatements,
  lookAtTables,
  lookAtZones,
} from "./database-state.ts";
import { lookAtEventContents } from "./event-contents.ts";
import { type Check, type CheckResult, type Finding, runChecks, skipped } from "./finding.ts";
import { lookAtImports } from "./imports.ts";
import { lookAtClock, lookAtDisk, lookAtSettings, lookAtVersions, type OtherClock } from "./machine.ts";
import { askPortal, askProvider, lookAtPortal, lookAtProvider } from "./programs.ts";
import { askPublicly, lookAtCertificate, lookAtPublicAddress, lookAtWebsocket } from "./public-address.ts";
import { lookAtMail, lookAtScanner, lookAtStorage } from "./services.ts";
import { lookAtStandby } from "./standby.ts";
import { readSubject, type Subject } from "./subject.ts";

/** The embedded server recovers first where it was killed. */
const OPEN_WITHIN_MS = 30_000;
const CLOSE_WITHIN_MS = 10_000;

/** Looks at everything side by side; the results are in the order in which a person wants to read them. */
export async function examine(): Promise<CheckResult[]> {
  const reading = readSubject();
  const subject = await reading.catch(() => null);
  const general: Check[] = [
    { name: "settings", look: () => lookAtSettings(reading) },
    { name: "versions", look: () => lookAtVersions() },
  ];
  if (!subject) return runChecks([...general, ...withoutSettings]);
  const opening = subject.provider
    ? openForLook(subject, subject.provider)
    : Promise.reject(new Unopened(skipped(OTHERS)));
  opening.catch(() => {});
  try {
    return await runChecks([...general, ...checksOf(subject, opening)]);
  } finally {
    const closing = opening.then(
      (database) => database.close(),
      () => {},
    );
    await Promise.race([closing, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  }
}

const OTHERS = "API_URL names a provider of the operator, which is asked by its own means";

const NAMES = [
  "disk",
  "clock",
  "database",
  "migrations",
  "time zones",
  "demonstration",
  "connections",
  "replication",
  "standby",
  "tables",
  "statements",
  "statement history",
  "archive",
  "mail",
  "storage",
  "event contents",
  "virus scanner",
  "imports",
  "provider",
  "portal",
  "public address",
  "certificate",
  "websocket",
] as const;
type Name = (typeof NAMES)[number];

const withoutSettings: Check[] = NAMES.map((name) => ({
  name,
  look: async () => skipped("the settings cannot be read"),
}));

function checksOf(subject: Subject, opening: Promise<OpenedDatabase>): Check[] {
  const { provider } = subject;
  const answers = {
    portal: askPortal(subject),
    provider: askProvider(subject),
    publicly: askPublicly(subject),
  };
  for (const answer of Object.values(answers)) answer.catch(() => {});
  const onDatabase = (look: (database: OpenedDatabase) => Promise<Finding>) => async () => {
    const database = await opening.catch(() => null);
    if (database) return look(database);
    return skipped(provider ? "the database could not be opened" : OTHERS);
  };
  const ofProvider = (look: (config: NonNullable<typeof provider>) => Promise<Finding>) => async () =>
    provider ? look(provider) : skipped(OTHERS);
  const looks: Record<Name, () => Promise<Finding>> = {
    disk: () => lookAtDisk(subject),
    clock: async () => {
      const seen = await Promise.all([
        opening.then(databaseClock).catch(() => null),
        clockOf(answers.provider, "the provider"),
        clockOf(
          answers.publicly.then((answer) => answer ?? Promise.reject()),
          "the public address",
        ),
      ]);
      return lookAtClock(seen.filter((clock): clock is OtherClock => clock !== null));
    },
    database: () => lookAtDatabase(opening),
    migrations: onDatabase(lookAtMigrations),
    "time zones": onDatabase(lookAtZones),
    demonstration: onDatabase((database) => lookAtDemonstration(database, provider!)),
    connections: onDatabase(lookAtConnections),
    replication: onDatabase(lookAtReplication),
    standby: onDatabase((database) => lookAtStandby(database, provider!)),
    tables: onDatabase(lookAtTables),
    statements: onDatabase((database) => lookAtStatements(database)),
    "statement history": onDatabase(lookAtStatementHistory),
    archive: ofProvider(lookAtArchive),
    mail: ofProvider(lookAtMail),
    storage: ofProvider((config) => lookAtStorage(subject, config)),
    "event contents": onDatabase((database) => lookAtEventContents(database, subject, provider!)),
    "virus scanner": ofProvider(lookAtScanner),
    imports: ofProvider(lookAtImports),
    provider: () => lookAtProvider(subject, answers.provider),
    portal: () => lookAtPortal(subject, answers.portal),
    "public address": () => lookAtPublicAddress(subject, answers.publicly),
    certificate: () => lookAtCertificate(subject),
    websocket: () => lookAtWebsocket(subject),
  };
  const waitForDatabase: readonly Name[] = [
    "clock",
    "database",
    "migrations",
    "time zones",
    "demonstration",
    "connections",
    "replication",
    "standby",
    "tables",
    "statements",
    "statement history",
    "event contents",
  ];
  return NAMES.map((name) => ({
    name,
    look: looks[name],
    ...(waitForDatabase.includes(name) && { withinMs: OPEN_WITHIN_MS }),
  }));
}
