import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openMailbox } from "#tests/support/mailbox.ts";
import { startProduct } from "#tests/support/product.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/** One product with its demonstration data, and a mail server, for all journeys of the run. */
export default async function setup(): Promise<() => Promise<void>> {
  const mailDir = await tempFolder("mail");
  const mails = join(mailDir, "mails.jsonl");
  const mailbox = await openMailbox((mail) => appendFile(mails, `${JSON.stringify(mail)}\n`));
  const product = await startProduct({ SMTP_URL: mailbox.url });
  process.env.E2E_URL = product.url;
  process.env.E2E_PROVIDER_URL = product.providerUrl;
  process.env.E2E_MAILS = mails;
  return async () => {
    await product.stop();
    await mailbox.close();
    await rm(mailDir, { recursive: true });
  };
}
