import {
  type Base,
  basesOf,
  linesOf,
  nextSegment,
  readLsn,
  SEGMENT,
  SEGMENT_BYTES,
  startOf,
  stateOf,
} from "./layout.ts";
import type { ArchiveStore } from "./store.ts";

/** What can be restored from one line of an archive: any time from the first copy's end to `until`. */
export interface Reach {
  line: string;
  /** Copies, the oldest first. */
  bases: [Base, ...Base[]];
  /** The log from the first copy on: names in `wal/`. */
  log: string[];
  until: Date;
  /** Whether the log reaches as far as was promised; otherwise some of it was removed. */
  isWhole: boolean;
}

/** Reads what an archive holds, the line that began first coming first. A line without a complete copy is left out. */
export async function readReach(store: ArchiveStore): Promise<Reach[]> {
  const read = await Promise.all((await linesOf(store)).map((line) => reachOf(store, line)));
  return read
    .filter((reach) => reach !== null)
    .sort((one, other) => one.bases[0].at.getTime() - other.bases[0].at.getTime());
}

async function reachOf(store: ArchiveStore, line: string): Promise<Reach | null> {
  const [bases, state, names] = await Promise.all([
    basesOf(store, line),
    stateOf(store, line),
    store.list(`${line}/wal`),
  ]);
  if (bases.length === 0 || !state) return null;
  const known = new Set(names.map((name) => name.slice(`${line}/wal/`.length)));
  const promised = readLsn(state.lsn);
  const isWhole = (base: Base) => endOf(logFrom(base, known)) >= promised;
  // Where log was removed, copies that were made after it are of use.
  const whole = bases.findIndex(isWhole);
  const [first, ...others] = bases.slice(Math.max(0, whole));
  const log = logFrom(first!, known);
  return { line, bases: [first!, ...others], log, until: state.until, isWhole: whole >= 0 };
}

/** The position up to which log reaches at most. */
function endOf(log: readonly string[]): bigint {
  const last = log.at(-1);
  return last ? startOf(last.slice(0, 24)) + BigInt(SEGMENT_BYTES) : 0n;
}

/** The log from a copy on, as far as none is missing. */
function logFrom(base: Base, log: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (let segment = base.segment; SEGMENT.test(segment); segment = nextSegment(segment)) {
    const name = [`${segment}.zst`, `${segment}.partial.zst`].find((each) => log.has(each));
    if (!name) break;
    names.push(name);
    if (name.endsWith(".partial.zst")) break;
  }
  return names;
}
