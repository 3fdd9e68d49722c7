import { readFile } from "node:fs/promises";
import type { Kysely } from "kysely";
import { EVENTS_MAX, type ImportReport } from "#app/contract/event.ts";
import { type ImpLine, isImpText, readImp } from "#app/lib/cargo-imp.ts";
import type { Database } from "../db/schema.ts";
import { loadReference } from "../reference/load.ts";
import { loadWorldPlaces } from "../reference/load-world.ts";
import { impLineReader } from "../shipments/air-status.ts";
import { eventsOf, storeEvents } from "../shipments/event-store.ts";
import { onOperatorsDatabase, runCommand, UsageError } from "./command.ts";

/**
 * `npm run import -- FILE [FILE...]`: imports events from JSON files (a Track & Trace 2.2 list, a 3.0
 * request, air status updates, forwarder milestones, in any mixture), and from texts of Cargo-IMP FSU and FSA messages, into the database of `DATA_DIR` or
 * `DATABASE_URL`. Exits with 1 when a file cannot be read or no event of the run was accepted.
 */
const REMARKS_SHOWN = 20;

interface EventFile {
  file: string;
  events: unknown[];
  /** The lines of Cargo-IMP messages. */
  lines: ImpLine[] | null;
}

async function readEvents(file: string): Promise<EventFile> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (isImpText(text)) {
    const lines = readImp(text);
    return { file, events: lines, lines };
  }
  try {
    return { file, events: eventsOf(JSON.parse(text.replace(/^\uFEFF/, ""))), lines: null };
  } catch {
    throw new UsageError(
      `${file} is neither JSON nor the text of FSU messages: give a list of events or an object with "events"`,
    );
  }
}

function print(file: string, report: ImportReport): void {
  const { accepted, corrected, repeated, retracted, unmatched, rejected, quarantined, warnings } = report;
  console.log(
    `${file}: ${accepted} accepted, ${repeated} repeated, ${unmatched} unmatched, ${rejected.length} rejected, ` +
      `${quarantined.length} in quarantine${corrected > 0 ? `, ${corrected} corrected` : ""}${retracted > 0 ? `, ${retracted} retracted` : ""}`,
  );
  const remarks = [
    ...rejected.map((remark) => ({ ...remark, kind: "rejected" })),
    ...quarantined.map((remark) => ({ ...remark, kind: "in quarantine" })),
    ...warnings.map((remark) => ({ ...remark, kind: "warning" })),
  ];
  for (const { kind, index, eventId, reason } of remarks.slice(0, REMARKS_SHOWN)) {
    console.log(`  ${kind}: event ${index}${eventId ? ` (${eventId})` : ""}: ${reason}`);
  }
  if (remarks.length > REMARKS_SHOWN) console.log(`  and ${remarks.length - REMARKS_SHOWN} more`);
}

async function importFile(db: Kysely<Database>, { events, lines }: EventFile): Promise<ImportReport> {
  const read = lines ? await impLineReader(db, lines) : undefined;
  const report: ImportReport = {
    accepted: 0,
    corrected: 0,
    repeated: 0,
    retracted: 0,
    unmatched: 0,
    rejected: [],
    quarantined: [],
    warnings: [],
  };
  for (let start = 0; start < events.length; start += EVENTS_MAX) {
    const part = await storeEvents(db, events.slice(start, start + EVENTS_MAX), {
      source: "import",
      now: new Date(),
      ...(read && { read }),
    });
    report.accepted += part.accepted;
    report.corrected += part.corrected;
    report.repeated += part.repeated;
    report.retracted += part.retracted;
    report.unmatched += part.unmatched;
    for (const kind of ["rejected", "quarantined", "warnings"] as const) {
      report[kind].push(...part[kind].map((remark) => ({ ...remark, index: remark.index + start })));
    }
  }
  return report;
}

async function importFiles(files: string[]): Promise<number> {
  if (files.length === 0) throw new UsageError("Name the files to import: npm run import -- FILE [FILE...]");
  const messages = await Promise.all(files.map(readEvents));
  return onOperatorsDatabase("import", async (db) => {
    await loadReference(db);
    await loadWorldPlaces(db);
    let eventCount = 0;
    let taken = 0;
    for (const message of messages) {
      const report = await importFile(db, message);
      print(message.file, report);
      eventCount += message.events.length;
      taken += report.accepted + report.corrected + report.repeated + report.retracted;
    }
    return eventCount > 0 && taken === 0 ? 1 : 0;
  });
}

await runCommand(() => importFiles(process.argv.slice(2)));
