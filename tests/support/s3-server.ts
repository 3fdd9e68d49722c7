import { createRequire } from "node:module";

/** An S3 server of a third party in this process. It has no types. */
interface ThirdParty {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)("s3rver") as new (options: object) => ThirdParty;

export interface S3Server {
  /** Address of a bucket or of a folder in it, with credentials. */
  url(path: string): string;
  stop(): Promise<void>;
}

/** Starts an S3 server with one bucket, which keeps its objects in the folder. */
export async function startS3(directory: string, bucket: string): Promise<S3Server> {
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    url: (path) => `http://S3RVER:S3RVER@127.0.0.1:${port}/${path}`,
    stop: () => server.close(),
  };
}
