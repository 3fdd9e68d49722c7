import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { s3Store } from "#app/provider/file-store/s3.ts";
import { FileMissing, type FileStore } from "#app/provider/file-store/store.ts";
import { type S3Server, startS3 } from "#tests/support/s3-server.ts";

let folder: string;
let s3: S3Server;
const stores: Record<string, FileStore> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fairlead-store-"));
  s3 = await startS3(join(folder, "s3"), "papers");
  stores.folder = folderStore(join(folder, "files"));
  stores.s3 = s3Store(s3.url("papers/fairlead"));
});
afterAll(async () => {
  await s3?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(["folder", "s3"])("the %s store", (name) => {
  const store = () => stores[name]!;

  test("gives back what it took, also above one part of an upload", { tags: "slow" }, async () => {
    for (const size of [0, 10, 12 * 1024 * 1024]) {
      const key = randomUUID();
      const content = randomBytes(size);
      await store().put(key, Readable.from(size ? [content] : []));
      expect((await buffer(await store().get(key))).equals(content)).toBe(true);
    }
  });

  test("leaves nothing of a stream that fails", async () => {
    const key = randomUUID();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        throw new Error("the link is cut");
      })(),
    );
    await expect(store().put(key, broken)).rejects.toThrow("the link is cut");
    await expect(store().get(key)).rejects.toThrow(FileMissing);
  });

  test("says that a file is missing, also after it was removed, which may be done twice", async () => {
    const key = randomUUID();
    await expect(store().get(key)).rejects.toThrow(FileMissing);
    await store().put(key, Readable.from(["x"]));
    await store().remove(key);
    await store().remove(key);
    await expect(store().get(key)).rejects.toThrow(FileMissing);
  });
});

test("a malformed key does not lead to any file in the folder", async () => {
  await expect(stores.folder!.get("../../etc/passwd")).rejects.toThrow(FileMissing);
  await expect(stores.folder!.put("../escape-of-a-file", Readable.from(["x"]))).rejects.toThrow(FileMissing);
  const names = await readdir(folder);
  expect(names).not.toContain("escape-of-a-file");
});
