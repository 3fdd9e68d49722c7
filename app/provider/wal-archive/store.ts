import type { Readable } from "node:stream";

/** Where the copies of the database and its write-ahead log are kept. Names are paths with forward slashes. */
export interface ArchiveStore {
  /** The place in words for the operator, without credentials. */
  place: string;
  /** Once it resolves, the content survives a crash. What had the name is replaced as a whole; a stream that fails stores nothing. */
  put(name: string, content: Readable): Promise<void>;
  /** Rejects with `FileMissing` when there is none. */
  get(name: string): Promise<Readable>;
  /** Names that begin with a folder's, without any order. */
  list(folder: string): Promise<string[]>;
  /** Succeeds also when there is none. */
  remove(name: string): Promise<void>;
  close(): void;
}
