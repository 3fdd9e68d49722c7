import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { chromium } from "@playwright/test";

/** What the tests take from the machine, and how they get it where it is missing (Debian and its descendants). */

/** Chromium without a user interface, as Playwright's own download is: the journeys take 40 % less of the processor. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const DISTRIBUTION_BROWSERS = [
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Chromium opens no connection of its own: a closed network would refuse them, and a test would wait for them. */
export const BROWSER_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** `own`: the browser that Playwright downloaded; a path: the distribution's. Undefined when there is none. */
export function findBrowser(): "own" | (string & {}) | undefined {
  if (existsSync(chromium.executablePath())) return "own";
  return DISTRIBUTION_BROWSERS.find((path) => existsSync(path));
}

export interface DistributionPostgres {
  major: number;
  /** Folder with `postgres` and `initdb`. */
  bin: string;
}

/** The distribution's PostgreSQL: version 15 where it is there, otherwise the newest. */
export function findPostgres(): DistributionPostgres | undefined {
  const installed = globSync("/usr/lib/postgresql/*/bin/postgres").map((path) => ({
    major: Number(path.split("/")[4]),
    bin: path.slice(0, -"/postgres".length),
  }));
  return installed.find(({ major }) => major === 15) ?? installed.sort((a, b) => b.major - a.major)[0];
}

function hasChineseFont(): boolean {
  const { stdout } = spawnSync("fc-list", [":lang=zh", "family"], { encoding: "utf8" });
  return Boolean(stdout?.trim());
}

/** Packages that come with a service, and its name. */
const SERVICES = [
  ["prometheus", "prometheus"],
  ["haproxy", "haproxy"],
  ["patroni", "patroni"],
  ["etcd-server", "etcd"],
  ["nginx-light", "nginx"],
  ["openssh-server", "ssh"],
  ["caddy", "caddy"],
  ["pgbouncer", "pgbouncer"],
  ["clamav-daemon", "clamav-daemon"],
  ["postgresql", "postgresql"],
] as const;

/** The machine lacks something that cannot be brought. The message is one line that says what to do. */
class MachineError extends Error {
  override name = "MachineError";
}

/**
 * Brings what `npm test` needs beside Node: a browser.
 * @throws MachineError
 */
export function prepareBrowser(say: (line: string) => void): void {
  if (!findBrowser()) downloadBrowser(say);
  const browser = findBrowser();
  if (browser !== "own" && browser !== HEADLESS_SHELL) {
    try {
      installPackages(["chromium-headless-shell"], say);
    } catch {
      say(`There is no chromium-headless-shell here: ${browser ?? "the whole Chromium"} takes its place`);
    }
  }
  if (!findBrowser()) installPackages(["chromium"], say);
  if (!findBrowser()) throw new MachineError("There is no browser: install Chromium and run npm test again");
}

/**
 * Brings what `npm run test:all` needs beside it: a PostgreSQL of the distribution, a pooler, a virus scanner, a font for Chinese, curl,
 * Python, Prometheus' tool, nginx and Caddy, a server for SFTP, what reads units of systemd.
 * @throws MachineError
 */
export function prepareServers(say: (line: string) => void): void {
  const packages = [
    findPostgres() ? "" : "postgresql",
    hasChineseFont() ? "" : "fonts-wqy-microhei",
    spawnSync("fc-list").error ? "fontconfig" : "",
    existsSync("/usr/sbin/clamd") ? "" : "clamav-daemon",
    existsSync("/usr/sbin/pgbouncer") ? "" : "pgbouncer",
    spawnSync("curl", ["--version"]).error ? "curl" : "",
    spawnSync("openssl", ["version"]).error ? "openssl" : "",
    spawnSync("python3", ["--version"]).error ? "python3" : "",
    spawnSync("promtool", ["--version"]).error ? "prometheus" : "",
    spawnSync("systemd-analyze", ["--version"]).error ? "systemd" : "",
    existsSync("/usr/sbin/nginx") ? "" : "nginx-light",
    existsSync("/usr/bin/caddy") ? "" : "caddy",
    existsSync("/usr/sbin/sshd") ? "" : "openssh-server",
  ].filter(Boolean);
  if (packages.length > 0) installPackages(packages, say);
  const postgres = findPostgres();
  if (!postgres)
    throw new MachineError("There is no PostgreSQL: install postgresql and run npm run test:all again");
  if (postgres.major !== 15)
    say(`PostgreSQL 15 is not to be had here, so ${postgres.major} of the distribution takes its place`);
}

/**
 * Brings what `npm run test:operate` needs: a PostgreSQL of the distribution, HAProxy, Patroni and etcd, what boots a machine of its own, and
 * what builds an image and runs it.
 * @throws MachineError
 */
export function prepareOperation(say: (line: string) => void): void {
  const packages = [
    findPostgres() ? "" : "postgresql",
    existsSync("/usr/sbin/haproxy") ? "" : "haproxy",
    existsSync("/usr/bin/patroni") ? "" : "patroni",
    existsSync("/usr/bin/etcd") ? "" : "etcd-server",
    // The way in which Patroni speaks to etcd is a package of its own.
    existsSync("/usr/lib/python3/dist-packages/etcd") ? "" : "python3-etcd",
    spawnSync("ip", ["-V"]).error ? "iproute2" : "",
    spawnSync("systemd-nspawn", ["--version"]).error ? "systemd-container" : "",
    spawnSync("podman", ["--version"]).error ? "podman" : "",
    spawnSync("runc", ["--version"]).error ? "runc" : "",
    existsSync("/usr/sbin/debootstrap") ? "" : "debootstrap",
  ].filter(Boolean);
  if (packages.length > 0) installPackages(packages, say);
}

function downloadBrowser(say: (line: string) => void): void {
  say("Downloading Playwright's browser");
  const { status } = spawnSync("npx", ["playwright", "install", "chromium"], {
    stdio: "ignore",
    timeout: 180_000,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" },
  });
  if (status !== 0) say("It cannot be reached: the distribution's Chromium takes its place");
  // A download comes without the libraries that it needs.
  else spawnSync("npx", ["playwright", "install-deps", "chromium"], { stdio: "ignore", timeout: 300_000 });
}

function installPackages(packages: readonly string[], say: (line: string) => void): void {
  const wish = `apt-get install ${packages.join(" ")}`;
  if (spawnSync("apt-get", ["--version"]).error)
    throw new MachineError(`This machine has no apt-get: install ${packages.join(", ")} in its own way`);
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (asRoot.length > 0 && spawnSync("sudo", ["-n", "true"]).status !== 0)
    throw new MachineError(`The tests need packages and may not install them: run \`${wish}\` as root first`);
  say(`Installing ${packages.join(", ")}`);
  const quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1"];
  const asAdministrator = (...args: string[]) => {
    const [program = "", ...rest] = [...asRoot, ...quiet, ...args];
    execFileSync(program, rest, { stdio: ["ignore", "pipe", "pipe"], timeout: 420_000, maxBuffer: 1e8 });
  };
  const run = (...args: string[]) => asAdministrator("apt-get", "-o", "Acquire::Retries=3", ...args);
  try {
    run("update", "-q");
    run("install", "-y", "-q", "--no-install-recommends", ...packages);
    // The programs are wanted, not the servers, which the next start of the machine would start.
    for (const [name, service] of SERVICES)
      if (packages.includes(name) && existsSync(`/etc/init.d/${service}`))
        asAdministrator("update-rc.d", service, "disable");
  } catch (error) {
    const errorText = String((error as { stderr?: Buffer }).stderr ?? error).trim();
    throw new MachineError(`\`${wish}\` failed: ${errorText.split("\n").at(-1)}`);
  }
}
