import { type Base, basesOf, nextSegment, SEGMENT, type State, stateOf, systemsOf } from "./layout.ts";
import type { ArchiveStore } from "./store.ts";

/** What can be restored from an archive. */
export interface Reach {
  system: string;
  /** Stretches of time without a gap, the oldest first; each begins where a copy ended. */
  stretches: Stretch[];
  state: State | null;
}

export interface Stretch {
  /** Copies, the oldest first, that have the whole log after them up to `until`. */
  bases: [Base, ...Base[]];
  /** The log after the first copy, without a gap: names in `wal/`. */
  log: string[];
  /** Null: up to an unknown time before the next stretch, because log after it is missing. */
  until: Date | null;
}

/** Reads what an archive holds, for every database that it has. */
export async function readReach(store: ArchiveStore): Promise<Reach[]> {
  return Promise.all(
    (await systemsOf(store)).map(async (system) => {
      const [bases, state, names] = await Promise.all([
        basesOf(store, system),
        stateOf(store, system),
        store.list(`${system}/wal`),
      ]);
      const log = new Set(names.map((name) => name.slice(`${system}/wal/`.length)));
      const stretches: Stretch[] = [];
      for (const base of bases) {
        const last = stretches.at(-1);
        if (last?.log.some((name) => name.startsWith(base.segment))) last.bases.push(base);
        else stretches.push({ bases: [base], log: logAfter(base, log), until: null });
      }
      const newest = stretches.at(-1);
      // An interrupted process may have stored less than the state of before tells of, never less.
      if (newest && state && newest.log.length > 0) newest.until = state.until;
      return { system, stretches, state };
    }),
  );
}

/** The log from a copy on, as far as there is no gap. */
function logAfter(base: Base, log: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (let segment = base.segment; SEGMENT.test(segment); segment = nextSegment(segment)) {
    const name = [`${segment}.zst`, `${segment}.partial.zst`].find((each) => log.has(each));
    if (!name) break;
    names.push(name);
    if (name.endsWith(".partial.zst")) break;
  }
  return names;
}
