import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { FileMissing } from "../file-store/store.ts";
import type { ArchiveStore } from "./store.ts";

/**
 * The names of an archive, below the system identifier of its database cluster, so that two databases never mix:
 * `base/TIME.tar.gz` and, once it is complete, `base/TIME.json`; `wal/SEGMENT.zst`, `wal/SEGMENT.partial.zst` for the
 * segment that is being written, `wal/TIMELINE.history.zst`; `files/` as in the data folder; `state.json`, `gone.json`.
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
  system: string;
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

/** Identifiers of the databases that have an archive here. */
export async function systemsOf(store: ArchiveStore): Promise<string[]> {
  const names = await store.list("");
  return [...new Set(names.map((name) => name.split("/")[0]!))].filter((name) => /^\d+$/.test(name));
}

/** Complete copies of a database, the oldest first. */
export async function basesOf(store: ArchiveStore, system: string): Promise<Base[]> {
  const names = (await store.list(`${system}/base`)).filter((name) => name.endsWith(".json")).sort();
  return Promise.all(
    names.map(async (file) => {
      const note = baseNote.parse(JSON.parse(await text(await store.get(file))));
      return { ...note, system, name: file.slice(0, -".json".length) };
    }),
  );
}

export async function stateOf(store: ArchiveStore, system: string): Promise<State | null> {
  const written = await readText(store, `${system}/state.json`);
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
