import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import pg from "pg";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { makeServerDir, removeServerDir } from "./database-server.ts";
import { drawPicture, PICTURE } from "./schema-picture.ts";

/**
 * `node tests/support/write-schema.ts` migrates an empty database and writes what it is to `docs/schema.sql`. Run it after each new
 * migration, and after a new comment in `app/provider/db/schema.ts`.
 */
const dataDir = await makeServerDir();
try {
  const server = await startEmbedded({
    dataDir,
    log: { info: () => {}, warn: () => {}, error: console.error },
    settings: { fsync: "off" },
    stopsWithProcess: true,
  });
  try {
    await migrate(server.connection);
    const client = new pg.Client(server.connection);
    await client.connect();
    const picture = await drawPicture(client).finally(() => client.end());
    writeFileSync(resolve(import.meta.dirname, "../..", PICTURE), picture);
    console.log(`${PICTURE}: ${picture.split("\n").length} lines`);
  } finally {
    await server.stop();
  }
} finally {
  await removeServerDir(dataDir);
}
