import { crc32, createDeflateRaw, type DeflateRaw } from "node:zlib";

// The fastest level: lists compress so well that slower levels gain little
// (app/decisions/exports-and-imports.md).
const DEFLATE_LEVEL = 1;
const ROOM_BYTES = 256 * 1024;

/** One file of a zip, of less than 4 GB: more would need ZIP64. */
export interface ZipPart {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

interface Entry {
  name: Buffer;
  offset: number;
  crc: number;
  size: number;
  packedSize: number;
}

/**
 * The bytes of a zip. The next part is requested when the one before has been compressed, and its content as
 * the reader reads; none of it is kept in memory.
 */
export async function* zipOf(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for await (const { name, content } of parts) {
    const entry: Entry = { name: Buffer.from(name), offset, crc: 0, size: 0, packedSize: 0 };
    const head = localHeader(entry.name);
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

/** Compresses the parts and records their sizes in the entry. */
async function* deflate(
  entry: Entry,
  parts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: DEFLATE_LEVEL });
  const feeding = feed(entry, parts, packer).catch((error) => {
    packer.destroy(error);
  });
  try {
    for await (const packed of packer) yield packed;
  } finally {
    packer.destroy();
    await feeding;
  }
}

async function feed(
  entry: Entry,
  parts: AsyncIterable<string> | Iterable<string>,
  packer: DeflateRaw,
): Promise<void> {
  // One buffer for all parts: new ones would be freed much later than they are used.
  const room = Buffer.allocUnsafeSlow(ROOM_BYTES);
  for await (const part of parts) {
    const fits = part.length * 3 <= room.length;
    const bytes = fits ? room.subarray(0, room.write(part)) : Buffer.from(part);
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

/** Bit 3: sizes and checksum follow the data. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, the earliest date of the format: parts carry no real date. */
const DAY = 0x21;

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DAY, 12);
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
    record.writeUInt16LE(DAY, 14);
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
