import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { signIn } from "#app/contract/auth.ts";
import { documentZip } from "#app/contract/document.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { startProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

/**
 * A zip of 500 documents of 2 MB, saved by somebody who reads it as it comes: memory above idle (of provider and reader,
 * which are one process here) and the rate.
 * node tests/bench/zip.ts
 */
const COUNT = 500;
const BYTES = 2 * 1024 * 1024;

const provider = await startProvider();
const company = await makeCompany(provider.db);
const person = await makePerson(provider.db, company);
const { data } = await provider.call(signIn, { username: person.userName, password: PASSWORD } as never, {});
const { id: shipmentId } = await makeShipment(provider.db, company, { house_number: "FLBENCH-ZIP" });
const ids: string[] = [];
for (let index = 0; index < COUNT; index++) {
  const { id } = await provider.db
    .insertInto("shipment_document")
    .values({
      ...{ shipment_id: shipmentId, document_type: "OTHER", number: String(index), issued_on: "2026-11-01" },
      ...{ file_name: "", added_at: null, upload_key: null, is_uploaded: true },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const key = `bench-zip-${index}`;
  await provider.files.put(key, Readable.from([randomBytes(BYTES)]));
  await provider.db
    .insertInto("stored_file")
    .values({
      ...{
        subject: "document",
        subject_id: id,
        file_name: "paper.pdf",
        storage_key: key,
        size: String(BYTES),
      },
      ...{ content_type: "application/pdf", sha256: Buffer.alloc(32), uploaded_at: new Date() },
    } as never)
    .execute();
  ids.push(id);
}

async function save(): Promise<number> {
  const answer = await fetch(`${provider.apiUrl}${documentZip.path}`, {
    method: "POST",
    body: JSON.stringify({ ids }),
    headers: {
      authorization: `Bearer ${(data as { token: string }).token}`,
      "content-type": "application/json",
    },
  });
  let bytes = 0;
  for await (const chunk of answer.body!) bytes += chunk.length;
  return bytes;
}

// The second run's idle memory is that of a process that has done it once.
for (const run of ["first", "second"]) {
  globalThis.gc?.();
  const idle = process.memoryUsage().rss;
  let peak = idle;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const started = performance.now();
  const bytes = await save();
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = (value: number) => (value / 1024 / 1024).toFixed(0);
  console.log(
    `${run}: ${megabytes(bytes)} MB in ${seconds.toFixed(1)} s, peak ${megabytes(peak - idle)} MB above idle (${megabytes(idle)} MB)`,
  );
}
await provider.stop();
