import { once } from "node:events";
import { connect } from "node:net";
import type { Readable } from "node:stream";

/** Looks at a file as it is read. `found` names what is in it; null is clean. @throws ScannerUnavailable */
export type Scan = (content: Readable) => Promise<{ found: string | null }>;

/** No answer, or none that says clean or not: the file was not looked at. */
export class ScannerUnavailable extends Error {
  override name = "ScannerUnavailable";
}

/** Longer than clamd takes for what may be sent, on a machine that has other things to do. */
const SILENCE_MS = 30_000;

/**
 * ClamAV's daemon by its own protocol (`INSTREAM`: pieces with their length before them, an empty one ends it): on
 * `tcp://host:3310` or a socket of this machine, `unix:/run/clamav/clamd.ctl`.
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
        // A file above its own limit is answered before the end, and then the daemon reads no more.
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
