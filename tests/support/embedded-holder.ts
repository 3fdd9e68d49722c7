import { startEmbedded } from "#app/provider/db/embedded.ts";

/**
 * A process that keeps a database running until it is killed: `node embedded-holder.ts DATA_DIR [BIN]`. Prints its
 * pid.
 */
const [dataDir, postgresBin] = process.argv.slice(2);
const server = await startEmbedded({
  dataDir: dataDir!,
  postgresBin: postgresBin || undefined,
  log: { info: () => {}, warn: () => {}, error: console.error },
});
console.log(server.pid());
setInterval(() => {}, 60_000);
