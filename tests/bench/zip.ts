import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { documentZip } from "#app/contract/document.ts";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import {
  memoryOf,
  postAsDemo,
  type SeededProvider,
  seededDatabase,
  startBenchServer,
  startSeeded,
} from "./seeded-provider.ts";

/**
 * A zip of 500 documents of 2 MB that do not shrink: memory of the provider above idle, first byte and rate, by a fast and
 * by a slow reader.
 * node tests/bench/zip.ts
 */
const COUNT = 500;
const BYTES = 2 * 1024 * 1024;
const SLOW_CHUNK_MS = 10;
const SLOW_SECONDS = 10;

const keys = Array.from({ length: COUNT }, (_, index) => `bench-zip-${index}`);
// Where the provider of the benches has its files.
const files = folderStore(join(tmpdir(), "fairlead-bench-files"));

async function addDocuments(connection: ConnectionSettings): Promise<string[]> {
  const { db, close } = openDatabase(connection, { poolSize: 2 });
  const shipment = await db
    .selectFrom("shipment as s")
    .innerJoin("app_user as u", "u.company_id", "s.company_id")
    .select("s.id")
    .where("u.user_name", "=", "demo")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.deleteFrom("stored_file").where("storage_key", "like", "bench-zip-%").execute();
  const ids: string[] = [];
  for (const key of keys) {
    const { id } = await db
      .insertInto("shipment_document")
      .values({
        shipment_id: shipment.id,
        document_type: "OTHER",
        number: key,
        issued_on: "2026-11-01",
        file_name: "",
        added_at: null,
        upload_key: null,
        is_uploaded: true,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await files.put(key, Readable.from([randomBytes(BYTES)]));
    await db
      .insertInto("stored_file")
      .values({
        subject: "document",
        subject_id: id,
        file_name: "paper.pdf",
        storage_key: key,
        size: String(BYTES),
        content_type: "application/pdf",
        sha256: Buffer.alloc(32),
        uploaded_at: new Date(),
        uploaded_by: null,
        uploaded_by_name: null,
        upload_key: null,
        message_id: null,
        position: null,
        scanned_at: null,
        removed_at: null,
      })
      .execute();
    ids.push(id);
  }
  await close();
  return ids;
}

async function save(provider: SeededProvider, ids: readonly string[], isSlow: boolean): Promise<void> {
  await sleep(500);
  const idle = await memoryOf(provider, "collect");
  let peak = idle;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await memoryOf(provider));
      await sleep(50);
    }
  })();
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const answer = await postAsDemo(provider, documentZip.path, { ids });
  let [bytes, first] = [0, 0];
  for await (const chunk of answer.body!) {
    first ||= seconds();
    bytes += chunk.length;
    if (isSlow) await sleep(SLOW_CHUNK_MS);
    if (isSlow && seconds() > SLOW_SECONDS) break;
  }
  const total = seconds();
  isOver = true;
  await watching;
  console.log(
    `${isSlow ? "slow" : "fast"} reader: ${(bytes / 1e6).toFixed(0)} MB in ${total.toFixed(1)} s, first byte ${(first * 1000).toFixed(0)} ms, ${(peak - idle).toFixed(1)} MiB above idle`,
  );
}

const server = await startBenchServer();
try {
  const connection = await seededDatabase(server, 1_000);
  const ids = await addDocuments(connection);
  const provider = await startSeeded(connection);
  for (const isSlow of [false, false, true]) await save(provider, ids, isSlow);
  provider.child.disconnect();
} finally {
  await Promise.all(keys.map((key) => files.remove(key)));
  await server.stop();
}
