import type { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { FileMissing, type FileStore } from "./store.ts";

/** Longer than a store is silent that is only slow: without it, whoever asks one that hangs would wait for ever. */
const IDLE_MS = 60_000;
const CONNECT_MS = 10_000;

/**
 * Opens a bucket of an S3-compatible store:
 * `https://KEY:SECRET@host[:port]/bucket[/prefix]?region=eu-central-1`.
 * @param idleMs a connection over which nothing has passed for so long is given up; what was asked is asked three times
 */
export function openBucket(address: string, idleMs = IDLE_MS) {
  const url = new URL(address);
  const [bucket = "", ...prefix] = url.pathname.split("/").filter(Boolean);
  const client = new S3Client({
    endpoint: url.origin,
    region: url.searchParams.get("region") ?? "us-east-1",
    forcePathStyle: true,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idleMs },
    // S3-compatible stores often do not support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
  });
  const objectOf = (key: string) => ({ Bucket: bucket, Key: [...prefix, key].join("/") });
  const objects: FileStore & { close(): void } = {
    put: (key, content) => upload(client, objectOf(key), content),
    async get(key) {
      const answer = await client.send(new GetObjectCommand(objectOf(key))).catch((error: unknown) => {
        throw error instanceof NoSuchKey ? new FileMissing(key) : error;
      });
      return answer.Body as Readable;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key)));
    },
    close: () => client.destroy(),
  };
  return { client, bucket, objectOf, objects };
}

/**
 * Streams an upload in parts of 5 MiB, few of which are in memory at once; a stream that fails leaves nothing.
 */
async function upload(
  client: S3Client,
  object: { Bucket: string; Key: string },
  content: Readable,
): Promise<void> {
  const sent = new Upload({ client, params: { ...object, Body: content }, queueSize: 2 });
  const failed = new Promise<never>((_, reject) => content.once("error", reject));
  try {
    await Promise.race([sent.done(), failed]);
  } catch (error) {
    await sent.abort().catch(() => {});
    throw error;
  }
}

/** Stores files in a bucket. */
export function s3Store(address: string, idleMs?: number): FileStore & { close(): void } {
  return openBucket(address, idleMs).objects;
}
