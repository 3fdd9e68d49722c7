import { type ListObjectsV2CommandOutput, paginateListObjectsV2 } from "@aws-sdk/client-s3";
import { openBucket } from "../file-store/s3.ts";
import type { ArchiveStore } from "./store.ts";

/** Keeps the archive in an S3-compatible store; the address is that of `s3Store`. */
export function s3Archive(address: string): ArchiveStore {
  const { client, bucket, objectOf, objects } = openBucket(address);
  const root = objectOf("").Key;
  return {
    place: `the bucket ${bucket} at ${new URL(address).host}`,
    ...objects,
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
  };
}
