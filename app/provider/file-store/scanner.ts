import { once } from "node:events";
import { connect } from "node:net";
import type { Readable } from "node:stream";

/**
 * Scans a file's content. `found` is the name of the malware; null means clean. @throws ScannerUnavailable
 */
export type Scan = (content: Readable) => Promise<{ found: string | null }>;

/** The scanner did not answer, or answered neither clean nor infected: the file was not scanned. */
export class ScannerUnavailable extends Error {
  override name = "ScannerUnavailable";
}

/** Longer than clamd needs for the largest allowed file on a busy machine. */
const SILENCE_MS = 30_000;

/**
 * Scans by ClamAV's daemon (`INSTREAM` protocol: chunks with a length prefix, ended by an empty chunk), on
 * `tcp://host:3310` or a unix socket such as `unix:/run/clamav/clamd.ctl`.
 */
export function clamdScan(url: string): Scan {
  const { protocol, hostname, port, pathname } = new URL(url);
  const target =
    protocol === "unix:"
      ? { path: pathname }
      : { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 3310) };
  return async (content) => {
    const socket = connect(target);
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error("clamd is silent")));
    let answer = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
    });
    const closed = new Promise<void>((resolve, reject) =>
      socket.once("close", resolve).once("error", reject),
    );
    closed.catch(() => {});
    try {
      socket.write("zINSTREAM\0");
      for await (const chunk of content as AsyncIterable<Buffer>) {
        // clamd answers early and stops reading when a file exceeds its own size limit.
        if (answer !== "" || socket.destroyed) break;
        const length = Buffer.alloc(4);
        length.writeUInt32BE(chunk.length);
        socket.write(length);
        if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), closed]);
      }
      if (!socket.destroyed) socket.write(Buffer.alloc(4));
      await closed;
    } catch (error) {
      throw new ScannerUnavailable((error as Error).message, { cause: error });
    } finally {
      socket.destroy();
    }
    const verdict = answer.replace(/\0$/, "").replace(/^stream: /, "");
    if (verdict === "OK") return { found: null };
    if (verdict.endsWith(" FOUND")) return { found: verdict.slice(0, -" FOUND".length) };
    throw new ScannerUnavailable(verdict || "clamd closed the connection without an answer");
  };
}
