import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeCertificate } from "./certificate.ts";
import { freePorts } from "./product.ts";
import { tempFolder } from "./temp-folder.ts";

/** A proxy in front of the product, with the configuration that docs/ gives operators. */
export interface ExampleProxy {
  /** Of the portal; programs of customers come by `api.localhost` on the same port. */
  url: string;
  /** The port that is 80 at the operator's. */
  plainPort: number;
  /** In PEM form, for whoever is to trust it. */
  certificate: Buffer;
  close(): Promise<void>;
}

export const exampleProxies = ["nginx", "caddy"] as const;

const EXAMPLES = { nginx: "docs/nginx.conf", caddy: "docs/Caddyfile" };
const START_LIMIT_MS = 30_000;

/**
 * Starts nginx or Caddy of the distribution with its example. Only what an operator changes is changed: names, files of the
 * certificate and addresses; and the port, since 443 and 80 may be taken.
 * @param bodyLimit in megabytes, instead of the example's
 */
export async function startExampleProxy(
  kind: (typeof exampleProxies)[number],
  targets: { port: number; portal: string; provider: string },
  bodyLimit?: number,
): Promise<ExampleProxy> {
  const { port } = targets;
  const [plainPort = 0] = await freePorts(1);
  const folder = await tempFolder(kind);
  const { key, cert } = await makeCertificate();
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  await writeFile(keyFile, key, { mode: 0o600 });
  await writeFile(certFile, cert);
  const example = (await readFile(EXAMPLES[kind], "utf8"))
    .replaceAll("127.0.0.1:3000", new URL(targets.portal).host.replace("localhost", "127.0.0.1"))
    .replaceAll("127.0.0.1:4000", new URL(targets.provider).host)
    .replace(/520(?=MB?\b)/i, String(bodyLimit ?? 520));
  const start = kind === "nginx" ? startNginx : startCaddy;
  const child = await start(folder, example, { port, plainPort, keyFile, certFile });
  let output = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const ended = once(child, "close");
  const close = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + START_LIMIT_MS; !(await accepts(port)); await sleep(50))
    if (child.exitCode !== null || Date.now() > until) {
      await close();
      throw new Error(`${kind} did not start (npm test installs it):\n${output}`);
    }
  return { url: `https://localhost:${port}`, plainPort, certificate: cert, close };
}

interface Place {
  port: number;
  plainPort: number;
  keyFile: string;
  certFile: string;
}

async function startNginx(folder: string, example: string, place: Place): Promise<ChildProcess> {
  const server = example
    .replaceAll("listen 443 ssl http2;", `listen 127.0.0.1:${place.port} ssl http2;`)
    .replaceAll(/^\s*listen \[::\].*$/gm, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${place.plainPort};`)
    .replaceAll("portal.example.com;", "localhost;")
    .replaceAll("api.example.com;", "api.localhost;")
    .replace(/^ssl_certificate .*$/m, `ssl_certificate ${place.certFile};`)
    .replace(/^ssl_certificate_key .*$/m, `ssl_certificate_key ${place.keyFile};`);
  const parts = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const files = parts.map((name) => `${name}_temp_path ${join(folder, name)};`);
  await writeFile(join(folder, "example.conf"), server);
  await writeFile(
    join(folder, "nginx.conf"),
    [
      "daemon off;",
      `pid ${join(folder, "pid")};`,
      "error_log stderr;",
      "events {}",
      "http {",
      "access_log off;",
      ...files,
      `include ${join(folder, "example.conf")};`,
      "}",
      "",
    ].join("\n"),
  );
  return spawn("nginx", ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function startCaddy(folder: string, example: string, place: Place): Promise<ChildProcess> {
  const own = `\ttls ${place.certFile} ${place.keyFile}`;
  const sites = example
    .replace(/^portal\.example\.com \{$/m, `https://localhost:${place.port} {\n${own}`)
    .replace(/^http:\/\/api\.example\.com \{$/m, `http://api.localhost:${place.plainPort} {`)
    .replace(/^api\.example\.com \{$/m, `https://api.localhost:${place.port} {\n${own}`);
  const file = join(folder, "Caddyfile");
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${sites}`);
  await mkdir(join(folder, "home"));
  return spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: join(folder, "home") },
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
