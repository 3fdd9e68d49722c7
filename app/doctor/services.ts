import { randomUUID } from "node:crypto";
import { access, mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createTransport } from "nodemailer";
import type { ProviderConfig } from "#app/provider/config.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { s3Store } from "#app/provider/file-store/s3.ts";
import { clamdScan, ScannerUnavailable } from "#app/provider/file-store/scanner.ts";
import type { FileStore } from "#app/provider/file-store/store.ts";
import { type Finding, fault, ok, reasonOf, skipped, warning } from "./finding.ts";
import type { Subject } from "./subject.ts";

const MAIL_MS = 4_000;

/** Whether the mail server takes us: connects, encrypts and signs in, and sends nothing. */
export async function lookAtMail({ smtpUrl }: ProviderConfig): Promise<Finding> {
  if (!smtpUrl)
    return warning("SMTP_URL is not set: mail stays in the outbox", "set SMTP_URL to a mail server");
  if (!smtpUrl.startsWith("smtp"))
    return warning(
      "mails are printed to the log and not sent (SMTP_URL=log:)",
      "set SMTP_URL to a mail server",
    );
  const { host } = new URL(smtpUrl);
  const secure = await reach(smtpUrl, true);
  if (secure === null) return ok(`${host} is reached over TLS and takes us; nothing was sent`);
  const plain = isAboutTls(secure) ? await reach(smtpUrl, false) : secure;
  if (plain === null)
    return warning(
      `${host} takes us, but without TLS (${reasonOf(secure)}): mails and the password can be read on the way`,
      "switch STARTTLS on at the mail server, with a certificate that is trusted here, or give its smtps address",
    );
  return fault(`${host} does not take us (${reasonOf(plain)})`, adviceOnMail(plain));
}

async function reach(url: string, requireTLS: boolean): Promise<Error | null> {
  const times = { connectionTimeout: MAIL_MS, greetingTimeout: MAIL_MS, socketTimeout: MAIL_MS };
  const transport = createTransport({
    url,
    ...times,
    requireTLS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return transport
    .verify()
    .then(
      () => null,
      (error: Error) => error,
    )
    .finally(() => transport.close());
}

/** The code of a certificate that is not trusted is that of any broken connection; only the words tell. */
function isAboutTls(error: Error): boolean {
  const { code, message } = error as { code?: string; message: string };
  return code === "ETLS" || /certificate/i.test(message);
}

function adviceOnMail(error: Error): string {
  const { code } = error as { code?: string };
  if (code === "EAUTH")
    return "check user and password in SMTP_URL (special characters as %40), and that it may send";
  if (code === "EDNS") return "check the host in SMTP_URL";
  if (isAboutTls(error))
    return "see the certificate of the mail server: it has to be trusted on this machine";
  return "check host and port in SMTP_URL, that the server runs, and that the firewall lets this machine reach it";
}

/** Writes a small file where attachments go, reads it and removes it. */
export async function lookAtStorage(subject: Subject, { filesS3Url }: ProviderConfig): Promise<Finding> {
  return filesS3Url ? lookAtS3(filesS3Url) : lookAtFolder(subject.dataDir);
}

async function lookAtS3(url: string): Promise<Finding> {
  const { host, pathname } = new URL(url);
  const store = s3Store(url);
  try {
    await tryOut(store);
    return ok(`${host}${pathname} writes, reads and removes`);
  } catch (error) {
    return fault(
      `${host}${pathname} does not keep files (${reasonOf(error)})`,
      "check FILES_S3_URL: host, bucket, region and key, and that the key may write, read and delete there",
    );
  } finally {
    store.close();
  }
}

/**
 * In a folder of its own: one of the store's that the check made would belong to whoever runs it, who may not be the user of
 * the programs.
 */
async function lookAtFolder(dataDir: string): Promise<Finding> {
  const files = join(dataDir, "files");
  const isThere = await access(files).then(
    () => true,
    () => false,
  );
  const home = isThere ? files : dataDir;
  const todo = `check the folder's owner and permissions, and ask as the user of the programs (sudo -u USER npm run doctor)`;
  const { uid } = await stat(home).catch(() => ({ uid: undefined }));
  if (uid === undefined) return skipped(`there is no folder ${dataDir} yet: the first start makes it`);
  const own = process.getuid?.() ?? uid;
  if (uid !== own)
    return warning(`${home} belongs to another user (id ${uid}) than the one who asks (id ${own})`, todo);
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(home, ".doctor-"));
    await tryOut(folderStore(folder));
    return ok(`${home} writes, reads and removes`);
  } catch (error) {
    return fault(`${home} does not keep files (${reasonOf(error)})`, todo);
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

/** The answer is another file than the one that was written. */
class OtherContent extends Error {
  override name = "OtherContent";
}

async function tryOut(store: FileStore): Promise<void> {
  const key = `doctor-${randomUUID()}`;
  const content = Buffer.from(`npm run doctor ${key}`);
  await store.put(key, Readable.from([content]));
  try {
    if (!(await buffer(await store.get(key))).equals(content)) throw new OtherContent();
  } finally {
    await store.remove(key);
  }
}

/** Lets the scanner look at a few harmless bytes. */
export async function lookAtScanner({ clamdUrl }: ProviderConfig): Promise<Finding> {
  if (!clamdUrl)
    return warning(
      "CLAMD_URL is not set: files that customers send are not scanned, and are marked 'not scanned'",
      "install ClamAV's daemon and set CLAMD_URL to it: files in which it finds something are then refused",
    );
  const { host, pathname } = new URL(clamdUrl);
  const where = host || pathname;
  const todo = "start clamd, check CLAMD_URL, and see its log: until it answers, files are refused";
  try {
    const { found: virus } = await clamdScan(clamdUrl)(Readable.from([Buffer.from("npm run doctor")]));
    return virus === null
      ? ok(`the scanner at ${where} answers`)
      : fault(`the scanner at ${where} finds malware in harmless bytes`, "see its signatures");
  } catch (error) {
    const reason = error instanceof ScannerUnavailable ? reasonOf(error.cause) : reasonOf(error);
    return fault(`the scanner at ${where} does not answer (${reason})`, todo);
  }
}
