import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "#app/provider/db/database.ts";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { leaksIn, textsOfDatabase, textsOfTests } from "#tests/support/log-privacy.ts";
import { openMailbox } from "#tests/support/mailbox.ts";
import { type Product, seededFolder, startProduct } from "#tests/support/product.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/** One product with its demonstration data, a mail server, and data for further products, for all journeys of the run. */
export default async function setup(): Promise<() => Promise<void>> {
  const mailDir = await tempFolder("mail");
  const mails = join(mailDir, "mails.jsonl");
  const mailbox = await openMailbox((mail) => appendFile(mails, `${JSON.stringify(mail)}\n`));
  const imports = await tempFolder("imports");
  const seeded = await seededFolder();
  const product = await startProduct(
    {
      SMTP_URL: mailbox.url,
      PRIVATE_HOSTS: "127.0.0.1",
      WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
      IMPORT_FROM: imports,
      IMPORT_AS: "desk",
      // All that an operator's log could have.
      LOG_LEVEL: "debug",
    },
    seeded,
  );
  process.env.E2E_URL = product.url;
  process.env.E2E_PROVIDER_URL = product.providerUrl;
  process.env.E2E_MAILS = mails;
  process.env.E2E_SEEDED_FOLDER = seeded;
  process.env.E2E_IMPORTS = imports;
  return async () => {
    await product.end();
    await mailbox.close();
    try {
      await checkLog(product);
    } finally {
      for (const folder of [mailDir, imports, seeded, product.dataDir]) await rm(folder, { recursive: true });
    }
  };
}

const LEAKS_SHOWN = 20;

/**
 * Fails the run when a line of the logs tells of a person, a company, their business or a secret
 * (app/decisions/metrics-logs-and-doctor.md).
 */
async function checkLog({ dataDir, output }: Product): Promise<void> {
  const log = { info: () => {}, warn: () => {}, error: console.error };
  const server = await startEmbedded({ dataDir, log });
  const { db, close } = openDatabase(server.connection);
  const texts = await textsOfDatabase(db).finally(async () => {
    await close();
    await server.stop();
  });
  const began = performance.now();
  const leaks = leaksIn(output(), [...texts, ...textsOfTests("tests/e2e")]);
  const lines = output().split("\n").length;
  console.log(
    `${lines} lines of logs, looked through for ${texts.size} texts in ${Math.round(performance.now() - began)} ms`,
  );
  if (lines < LEAST_LINES) throw new Error("The product's log is empty: nothing was checked");
  if (leaks.length === 0) return;
  const shown = leaks.slice(0, LEAKS_SHOWN).map(({ what, line }) => `  ${what}: ${line.slice(0, 300)}`);
  throw new Error(`${leaks.length} lines of logs tell what they must not:\n${shown.join("\n")}`);
}
const LEAST_LINES = 10;
