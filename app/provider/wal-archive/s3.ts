import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import { openBucket, upload } from "../file-store/s3.ts";
import { FileMissing } from "../file-store/store.ts";
import type { ArchiveStore } from "./store.ts";

/** Keeps the archive in an S3-compatible store; the address is that of `s3Store`. */
export function s3Archive(address: string): ArchiveStore {
  const { client, bucket, objectOf } = openBucket(address);
  const root = objectOf("").Key;
  return {
    place: `the bucket ${bucket} at ${new URL(address).host}`,
    put: (name, content) => upload(client, objectOf(name), content),
    async get(name) {
      const answer = await client.send(new GetObjectCommand(objectOf(name))).catch((error: unknown) => {
        throw error instanceof NoSuchKey ? new FileMissing(name) : error;
      });
      return answer.Body as Readable;
    },
    async list(folder) {
      const pages: AsyncIterable<ListObjectsV2CommandOutput> = paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: folder ? `${objectOf(folder).Key}/` : root },
      );
      const names: string[] = [];
      for await (const { Contents = [] } of pages)
        for (const { Key } of Contents) if (Key) names.push(Key.slice(root.length));
      return names;
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(objectOf(name)));
    },
    close: () => client.destroy(),
  };
}
