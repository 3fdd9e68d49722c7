import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { FileStore } from "../file-store/store.ts";

/** A version of an event, in a line of a file. Together the first three are of one version only. */
export interface ContentLine {
  eventId: string;
  /** When the version was stored, with microseconds. */
  storedAt: string;
  version: string | null;
  /** JSON as it is in the database. */
  sent: string;
}

/** A stored file is not the one that was written. */
export class ContentDamaged extends Error {
  override name = "ContentDamaged";
}

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
const LEVEL = 9;
const digestOf = (content: Buffer) => createHash("sha256").update(content).digest();

/** JSON, a version a line, in gzip: it is read without this program too. */
export async function packed(lines: readonly ContentLine[]): Promise<{ content: Buffer; sha256: Buffer }> {
  const text = lines.map(({ sent, ...known }) => `${JSON.stringify(known).slice(0, -1)},"sent":${sent}}\n`);
  const content = await pack(text.join(""), { level: LEVEL });
  return { content, sha256: digestOf(content) };
}

/** Stores the file, and reads it again before anybody relies on it. @throws ContentDamaged */
export async function putChecked(files: FileStore, key: string, content: Buffer): Promise<void> {
  await files.put(key, Readable.from([content]));
  const stored = await buffer(await files.get(key));
  if (!stored.equals(content)) throw new ContentDamaged(`The file ${key} is not what was written`);
}

/** The lines of a stored file. @throws ContentDamaged, FileMissing */
export async function readLines(
  files: FileStore,
  { storage_key: key, sha256 }: { storage_key: string; sha256: Buffer },
): Promise<ContentLine[]> {
  const stored = await buffer(await files.get(key));
  if (!digestOf(stored).equals(sha256)) throw new ContentDamaged(`The file ${key} has been changed`);
  const text = (await unpack(stored)).toString("utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const at = line.indexOf(',"sent":');
      return { ...JSON.parse(`${line.slice(0, at)}}`), sent: line.slice(at + ',"sent":'.length, -1) };
    });
}
