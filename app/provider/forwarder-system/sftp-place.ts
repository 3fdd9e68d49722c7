import { createHash, timingSafeEqual } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import { pipeline } from "node:stream/promises";
import Client from "ssh2-sftp-client";
import type { SftpAccess } from "#app/lib/import-source.ts";
import type { ImportPlace } from "./place.ts";
import { within } from "./within.ts";

/** The types of the library have only the one that follows links. */
type WithLinks = Client & { lstat: Client["stat"] };

const CONNECT_MS = 15_000;

/** A folder of another machine, by SFTP. The server has to have the host key of the settings; nothing is sent to another. */
export async function sftpPlace(access: SftpAccess): Promise<ImportPlace> {
  const client = new Client();
  const { host, port, username, folder, password, keyFile } = access;
  await client.connect({
    host,
    port,
    username,
    readyTimeout: CONNECT_MS,
    keepaliveInterval: CONNECT_MS,
    ...(keyFile ? { privateKey: await readFile(keyFile) } : {}),
    ...(password ? { password } : {}),
    hostVerifier: (key: Buffer) => hasFingerprint(key, access.hostKey),
  });
  const at = (...names: string[]) => posix.join(folder, ...names);
  return {
    name: `sftp://${host}:${port}${folder}`,
    list: async () =>
      (await client.list(folder))
        // Neither links nor folders.
        .filter(({ type }) => type === "-")
        .map(({ name, size, modifyTime }) => ({ name, bytes: size, modifiedMs: modifyTime })),
    fetch: async (name, target, mostBytes) => {
      const { isFile } = await (client as WithLinks).lstat(at(name));
      if (!isFile) throw Object.assign(new Error(`${name} is no file any more`), { code: "ENOENT" });
      await pipeline(
        client.createReadStream(at(name)),
        within(mostBytes),
        createWriteStream(target, { mode: 0o600 }),
      );
    },
    putAway: async ({ name, to, asName, report }) => {
      await client.mkdir(at(to), true);
      const own = at(to, `${asName}.report.csv`);
      await client.put(createReadStream(report), own);
      if (await client.exists(at(name))) await client.rename(at(name), at(to, asName));
      // Another process has put it away under another name, with a report of its own.
      else if (!(await client.exists(at(to, asName)))) await client.delete(own, true);
    },
    check: async () => {
      await client.list(folder);
    },
    close: async () => {
      await client.end().catch(() => {});
    },
  };
}

/** "SHA256:..." as `ssh-keyscan HOST | ssh-keygen -lf -` prints it. */
function hasFingerprint(key: Buffer, expected: string): boolean {
  const own = createHash("sha256").update(key).digest("base64").replace(/=+$/, "");
  const [one, other] = [own, expected.replace(/^SHA256:/, "").replace(/=+$/, "")].map((text) =>
    Buffer.from(text),
  );
  return one!.length === other!.length && timingSafeEqual(one!, other!);
}
