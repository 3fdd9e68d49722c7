import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { FileMissing } from "../file-store/store.ts";
import type { ArchiveStore } from "./store.ts";

/**
 * An archive has lines. A line is the history of one database cluster since the server began to keep its log for the archive:
 * without a gap, and never continued by a restored copy, which begins a line of its own. Its name is
 * `SYSTEM_IDENTIFIER/TIME`, which an object in `lines/` tells; below it are `base/TIME.tar.gz` and, once that is complete, `base/TIME.json`;
 * `wal/SEGMENT.zst`, `wal/SEGMENT.partial.zst` of the segment that is being written, `wal/TIMELINE.history.zst`; `files/` as in
 * the data folder; `state.json`, `gone.json`.
 */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
export const SEGMENT = /^[\dA-F]{24}$/;
export const HISTORY = /^[\dA-F]{8}\.history$/;

const position = z.string().regex(/^[\dA-F]{24}$/);

const baseNote = z.object({
  /** The log file in which the copy ends: the log that follows begins with it. */
  segment: position,
  at: z.iso.datetime().transform((value) => new Date(value)),
  postgres: z.number(),
  platform: z.string(),
});

const stateNote = z.object({
  /** Everything that was committed until then is in the archive. */
  until: z.iso.datetime().transform((value) => new Date(value)),
  lsn: z.string(),
});

export type State = z.infer<typeof stateNote>;

/** A complete copy of the cluster. */
export interface Base extends z.infer<typeof baseNote> {
  /** Its objects' name without an ending. */
  name: string;
}

/** First entry of a copy. */
export const BASE_HEAD = "fairlead-base.json";

export const PLATFORM = `${process.platform}-${process.arch}`;

/** Position in the log at which a segment begins. */
export function startOf(segment: string): bigint {
  return (
    (BigInt(`0x${segment.slice(8, 16)}`) << 32n) + BigInt(`0x${segment.slice(16)}`) * BigInt(SEGMENT_BYTES)
  );
}

/** A position as PostgreSQL writes it. */
export function lsnText(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase();
}

export function readLsn(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The segment that follows on the same timeline. */
export function nextSegment(segment: string): string {
  const next = startOf(segment) + BigInt(SEGMENT_BYTES);
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, "0");
  return `${segment.slice(0, 8)}${hex(next >> 32n)}${hex((next & 0xffffffffn) / BigInt(SEGMENT_BYTES))}`;
}

/** A moment as it stands in names. */
export const stampOf = (now: Date): string => now.toISOString().toLowerCase().replace(/[-:.]/g, "");

/** The object that tells of a line, so that nobody has to look through all others for it. */
const markOf = (line: string): string => `lines/${line.replace("/", "-")}`;

export function markLine(store: ArchiveStore, line: string): Promise<void> {
  return putText(store, markOf(line), "");
}

export function unmarkLine(store: ArchiveStore, line: string): Promise<void> {
  return store.remove(markOf(line));
}

/** Names of all lines, those of one database in the order of their beginning. */
export async function linesOf(store: ArchiveStore): Promise<string[]> {
  const marks = (await store.list("lines")).map((name) => /^lines\/(\d+)-(\w+)$/.exec(name));
  return marks.flatMap((match) => (match ? [`${match[1]}/${match[2]}`] : [])).sort();
}

/** Complete copies of a line, the oldest first. */
export async function basesOf(store: ArchiveStore, line: string): Promise<Base[]> {
  const names = (await store.list(`${line}/base`)).filter((name) => name.endsWith(".json")).sort();
  return Promise.all(
    names.map(async (file) => {
      const note = baseNote.parse(JSON.parse(await text(await store.get(file))));
      return { ...note, name: file.slice(0, -".json".length) };
    }),
  );
}

export async function stateOf(store: ArchiveStore, line: string): Promise<State | null> {
  const written = await readText(store, `${line}/state.json`);
  return written === null ? null : stateNote.parse(JSON.parse(written));
}

export async function readText(store: ArchiveStore, name: string): Promise<string | null> {
  try {
    return await text(await store.get(name));
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

export function putText(store: ArchiveStore, name: string, content: string): Promise<void> {
  return store.put(name, Readable.from([content]));
}
