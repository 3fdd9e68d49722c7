import type { TypedField } from "./trouble.ts";

/** A posted form with files, read up to its first file. */
export interface UploadHead {
  fields: TypedField[];
  /** Whether a file was chosen. */
  hasFiles: boolean;
  /** False when it is no such form, or has too much before its first file. */
  isSound: boolean;
  /** The whole form as a stream, which can be read once. */
  body: ReadableStream<Uint8Array> | null;
}
