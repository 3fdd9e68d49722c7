import { createSocket } from "node:dgram";

export interface TestDnsServer {
  /** Address and port, as `DNS_SERVERS` takes them. */
  address: string;
  /** Content of TXT records by name; a name that is missing does not exist. */
  records: Map<string, string[]>;
  stop(): Promise<void>;
}

const TXT = 16;
const NOT_THERE = 3;

/** A DNS server on a free port that knows TXT records only. */
export async function startDnsServer(): Promise<TestDnsServer> {
  const records = new Map<string, string[]>();
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString("ascii", at + 1, at + 1 + length));
      at += length + 1;
    }
    const texts = records.get(labels.join(".").toLowerCase()) ?? [];
    const question = query.subarray(12, at + 5);
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (texts.length > 0 ? 0 : NOT_THERE), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(texts.length, 6);
    const answers = texts.map((text) => {
      const content = Buffer.from(text);
      const record = Buffer.alloc(13);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(TXT, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(1, 6);
      record.writeUInt16BE(content.length + 1, 10);
      record.writeUInt8(content.length, 12);
      return Buffer.concat([record, content]);
    });
    socket.send(Buffer.concat([head, question, ...answers]), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    stop: () => new Promise((done) => socket.close(() => done())),
  };
}
