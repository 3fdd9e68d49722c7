import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openMailbox } from "#tests/support/mailbox.ts";
import { seededFolder, startProduct } from "#tests/support/product.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/** One product with its demonstration data, a mail server, and data for further products, for all journeys of the run. */
export default async function setup(): Promise<() => Promise<void>> {
  const mailDir = await tempFolder("mail");
  const mails = join(mailDir, "mails.jsonl");
  const mailbox = await openMailbox((mail) => appendFile(mails, `${JSON.stringify(mail)}\n`));
  const seeded = await seededFolder();
  const product = await startProduct(
    { SMTP_URL: mailbox.url, PRIVATE_HOSTS: "127.0.0.1", WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" },
    seeded,
  );
  process.env.E2E_URL = product.url;
  process.env.E2E_PROVIDER_URL = product.providerUrl;
  process.env.E2E_MAILS = mails;
  process.env.E2E_SEEDED_FOLDER = seeded;
  return async () => {
    await product.stop();
    await mailbox.close();
    for (const folder of [mailDir, seeded]) await rm(folder, { recursive: true });
  };
}
