import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A proxy as operators use it in front of the product: it ends TLS and forwards requests over plain HTTP. */
export interface TlsProxy {
  url: string;
  /** In PEM form, for whoever is to trust it. */
  certificate: Buffer;
  close(): Promise<void>;
}

/**
 * Listens on `port` of localhost with a self-signed certificate: websockets go to the provider, the rest to the
 * portal.
 */
export async function startTlsProxy(port: number, portal: string, provider: string): Promise<TlsProxy> {
  const { key, cert } = await makeCertificate();
  const upstream = new URL(portal);
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      "x-forwarded-for": incoming.socket.remoteAddress,
      "x-forwarded-proto": "https",
      "x-forwarded-host": incoming.headers.host,
    };
    const passed = request(
      { host: "127.0.0.1", port: upstream.port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  server.on("upgrade", (incoming, socket, head) => {
    const { hostname: host, port } = new URL(provider);
    const passed = connect(Number(port), host, () => {
      const names = incoming.rawHeaders.filter((_, index) => index % 2 === 0);
      const lines = names.map((name, index) => `${name}: ${incoming.rawHeaders[index * 2 + 1]}`);
      passed.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      passed.write(head);
      passed.pipe(socket).pipe(passed);
    });
    passed.on("error", () => socket.destroy());
    socket.on("error", () => passed.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `https://localhost:${port}`,
    certificate: cert,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function makeCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), "fairlead-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  try {
    await promisify(execFile)("openssl", [
      ...[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
      ],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
      ...["-keyout", key, "-out", cert],
    ]);
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
