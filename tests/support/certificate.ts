import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Makes a certificate of this machine's names, for two days, that nobody has signed but itself. */
export async function makeCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), "fairlead-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const names = "subjectAltName=DNS:localhost,DNS:api.localhost,IP:127.0.0.1";
  try {
    await promisify(execFile)("openssl", [
      "req",
      "-x509",
      ...curve,
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
      "-addext",
      names,
      "-keyout",
      key,
      "-out",
      cert,
    ]);
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
