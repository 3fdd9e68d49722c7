import { Readable } from "node:stream";
import { crc32, createDeflateRaw, type DeflateRaw } from "node:zlib";

// The fastest level: lists compress so well that slower levels gain little
// (app/decisions/exports-and-imports.md), PDFs and pictures hardly.
const DEFLATE_LEVEL = 1;
const ROOM_BYTES = 256 * 1024;

/** The earliest date of the format, which says as much as none. */
const NO_DATE = new Date("1980-01-01T00:00:00Z");

type Content = AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/** One file of a zip, of less than 4 GB: more would need ZIP64. */
export interface ZipPart {
  name: string;
  content: Content;
  date?: Date;
}

interface Entry {
  name: Buffer;
  time: number;
  offset: number;
  crc: number;
  size: number;
  packedSize: number;
}

/**
 * The bytes of a zip. The next part is requested when the one before has been compressed, and its content as
 * the reader reads; none of it is kept in memory. A zip has to end below 4 GB.
 */
export async function* zipOf(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for await (const { name, content, date = NO_DATE } of parts) {
    const time = dosTime(date);
    const entry: Entry = { name: Buffer.from(name), time, offset, crc: 0, size: 0, packedSize: 0 };
    const head = localHeader(entry);
    offset += head.length;
    yield head;
    for await (const packed of deflate(entry, content)) {
      entry.packedSize += packed.length;
      offset += packed.length;
      yield packed;
    }
    const tail = dataDescriptor(entry);
    offset += tail.length;
    yield tail;
    entries.push(entry);
  }
  yield centralDirectory(entries, offset);
}

/** Compresses the content and records its sizes in the entry. */
async function* deflate(entry: Entry, content: Content): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: DEFLATE_LEVEL });
  const feeding = feed(entry, content, packer).catch((error) => {
    packer.destroy(error);
  });
  try {
    for await (const packed of packer) yield packed;
  } finally {
    packer.destroy();
    // One that waits for its own source would not notice that the reader has left.
    if (content instanceof Readable) content.destroy();
    await feeding;
  }
}

async function feed(entry: Entry, content: Content, packer: DeflateRaw): Promise<void> {
  // One buffer for all texts: new ones would be freed much later than they are used.
  const room = Buffer.allocUnsafeSlow(ROOM_BYTES);
  for await (const part of content) {
    const bytes = typeof part === "string" ? encoded(part, room) : part;
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    await new Promise<void>((resolve, reject) => {
      // When the reader stops, deflate is closed and drops its pending write without a callback.
      const leave = () => reject(new Error("The reader has left"));
      packer.once("close", leave);
      packer.write(bytes, (error) => {
        packer.off("close", leave);
        if (error) reject(error);
        else resolve();
      });
    });
  }
  packer.end();
}

/** The text's bytes, in the room where they fit. */
const encoded = (text: string, room: Buffer): Buffer =>
  text.length * 3 <= room.length ? room.subarray(0, room.write(text)) : Buffer.from(text);

/** Bit 3: sizes and checksum follow the data. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;

/** In steps of two seconds. */
const dosTime = (date: Date): number =>
  (((date.getUTCFullYear() - 1980) << 25) |
    ((date.getUTCMonth() + 1) << 21) |
    (date.getUTCDate() << 16) |
    (date.getUTCHours() << 11) |
    (date.getUTCMinutes() << 5) |
    (date.getUTCSeconds() >> 1)) >>>
  0;

function localHeader({ name, time }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt32LE(time, 10);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor({ crc, packedSize, size }: Entry): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packedSize, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

function centralDirectory(entries: readonly Entry[], offset: number): Buffer {
  const records = entries.flatMap((entry) => {
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(20, 4);
    record.writeUInt16LE(20, 6);
    record.writeUInt16LE(FLAGS, 8);
    record.writeUInt16LE(DEFLATED, 10);
    record.writeUInt32LE(entry.time, 12);
    record.writeUInt32LE(entry.crc, 16);
    record.writeUInt32LE(entry.packedSize, 20);
    record.writeUInt32LE(entry.size, 24);
    record.writeUInt16LE(entry.name.length, 28);
    record.writeUInt32LE(entry.offset, 42);
    return [record, entry.name];
  });
  const size = records.reduce((sum, record) => sum + record.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...records, end]);
}
