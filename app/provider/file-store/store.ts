import type { Readable } from "node:stream";
import type { Scan } from "./scanner.ts";

/** Where files lie. Keys are made by us, never by whoever sent the file. */
export interface FileStore {
  /** Takes a stream to its end; once it resolves the file survives a crash. Rejects and leaves nothing when the stream fails. */
  put(key: string, content: Readable): Promise<void>;
  /** Rejects with `FileMissing` when there is none. */
  get(key: string): Promise<Readable>;
  /** Gone already is as good as removed. */
  remove(key: string): Promise<void>;
  /** Looks at what comes in, before it is put; left out where no scanner is set up. */
  scan?: Scan;
}

/** There is no file under the key. */
export class FileMissing extends Error {
  override name = "FileMissing";
}
