import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, chown, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serverUser } from "#app/provider/db/data-folder.ts";
import { isAlive } from "#app/provider/db/server-process.ts";
import { findPostgres } from "#tests/support/machine.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/**
 * Three machines with etcd, Patroni (`docs/patroni.yml`) and PostgreSQL, each in a network namespace of its own, joined by a bridge:
 * cutting its end of the line is what a pulled cable is. Needs root.
 */
export interface DatabaseNodes {
  /** Addresses as HAProxy wants them, and that of this machine among them. */
  addresses: string[];
  bridgeAddress: string;
  superuser: { user: string; password: string };
  /** The name of the primary; undefined while there is none. */
  leader(): Promise<string | undefined>;
  /** Waits for a primary, a synchronous standby and another one, all of them running. */
  untilWhole(waitMs?: number): Promise<void>;
  /** Kills the PostgreSQL server of the node, and leaves Patroni alone. */
  kill(name: string): Promise<void>;
  cut(name: string): void;
  join(name: string): void;
  /** The last lines of the nodes' logs. */
  logs(): Promise<string>;
  stop(): Promise<void>;
}

interface Node {
  name: string;
  address: string;
  space: string;
  /** The bridge's end of its line. */
  line: string;
  folder: string;
}

/** What a node says of itself. */
interface Standing {
  name: string;
  role: string;
  state: string;
  timeline: number;
  /** Of the primary: who follows it. */
  replication?: { application_name: string; state: string; sync_state: string }[];
}

const ip = (...args: string[]) => execFileSync("ip", args, { stdio: ["ignore", "pipe", "pipe"] }).toString();
const PASSWORD = "of-the-test-only";

/** Why this machine cannot have such nodes; null when it can. */
export function whyNoNodes(): string | null {
  if (process.getuid?.() !== 0) return "network namespaces need root";
  const name = `fairlead-try-${process.pid}`;
  const { status, stderr } = spawnSync("ip", ["netns", "add", name], { encoding: "utf8" });
  if (status !== 0) return `there are no network namespaces: ${stderr?.trim()}`;
  ip("netns", "del", name);
  return null;
}

export async function startDatabaseNodes(): Promise<DatabaseNodes> {
  const folder = await tempFolder("nodes");
  const user = serverUser();
  // The third number keeps runs apart.
  const net = `10.213.${randomInt(1, 250)}`;
  const tag = String(process.pid);
  removeAbandoned();
  const bridge = `flb${tag}`;
  const nodes: Node[] = [1, 2, 3].map((each) => ({
    name: `db${each}`,
    address: `${net}.${10 + each}`,
    space: `fairlead-${tag}-${each}`,
    line: `fl${tag}-${each}`,
    folder: join(folder, `db${each}`),
  }));
  const named = (name: string) => nodes.find((node) => node.name === name)!;

  ip("link", "add", bridge, "type", "bridge");
  ip("addr", "add", `${net}.1/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  for (const { space, line, address } of nodes) {
    ip("netns", "add", space);
    ip("link", "add", line, "type", "veth", "peer", "name", "eth0", "netns", space);
    ip("link", "set", line, "master", bridge, "up");
    ip("-n", space, "addr", "add", `${address}/24`, "dev", "eth0");
    ip("-n", space, "link", "set", "eth0", "up");
    ip("-n", space, "link", "set", "lo", "up");
  }

  async function run(node: Node, log: string, command: string[], environment: Record<string, string>) {
    const as = user ? ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"] : [];
    const child = spawn("ip", ["netns", "exec", node.space, ...as, ...command], {
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", HOME: node.folder, ...environment },
    });
    const file = createWriteStream(join(node.folder, log));
    child.stdout.pipe(file);
    child.stderr.pipe(file);
  }

  for (const node of nodes) {
    await mkdir(node.folder);
    await chmod(node.folder, 0o700);
    if (user) await chown(node.folder, user.uid, user.gid);
    const peer = ({ name, address }: Node) => `${name}=http://${address}:2380`;
    await run(node, "etcd.log", ["etcd"], {
      ETCD_NAME: node.name,
      ETCD_DATA_DIR: join(node.folder, "etcd"),
      ETCD_LISTEN_PEER_URLS: `http://${node.address}:2380`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${node.address}:2380`,
      ETCD_LISTEN_CLIENT_URLS: `http://${node.address}:2379`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${node.address}:2379`,
      ETCD_INITIAL_CLUSTER: nodes.map(peer).join(","),
      ETCD_INITIAL_CLUSTER_STATE: "new",
      // For the second version of its interface, which Patroni is told to use.
      ETCD_ENABLE_V2: "true",
    });
  }
  for (const node of nodes)
    await run(node, "patroni.log", ["patroni", join(process.cwd(), "docs/patroni.yml")], {
      PATRONI_NAME: node.name,
      PATRONI_RESTAPI_LISTEN: `${node.address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${node.address}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${node.address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${node.address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: join(node.folder, "data"),
      PATRONI_POSTGRESQL_BIN_DIR: findPostgres()?.bin ?? "",
      PATRONI_POSTGRESQL_PGPASS: join(node.folder, "pgpass"),
      PATRONI_ETCD_HOSTS: nodes.map(({ address }) => `${address}:2379`).join(","),
      PATRONI_SUPERUSER_USERNAME: "postgres",
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: "replicator",
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    });

  /** Each is asked for itself: what one knows of the others may be from before it was cut off. */
  async function standings(): Promise<Standing[]> {
    const told = await Promise.all(
      nodes.map(async ({ address, name }): Promise<Standing | null> => {
        const signal = AbortSignal.timeout(2_000);
        const answer = await fetch(`http://${address}:8008/patroni`, { signal }).catch(() => null);
        const body = (await answer?.json().catch(() => null)) as Omit<Standing, "name"> | null;
        return body ? { ...body, name } : null;
      }),
    );
    return told.filter((each) => each !== null);
  }
  const isLeader = ({ role, state }: Standing) => /^(master|primary)$/.test(role) && state === "running";

  async function logs(): Promise<string> {
    const read = async (node: Node, name: string) => {
      const text = await readFile(join(node.folder, name), "utf8").catch(() => "");
      return `--- ${node.name} ${name}\n${text.split("\n").slice(-60).join("\n")}`;
    };
    return (await Promise.all(nodes.map((node) => read(node, "patroni.log")))).join("\n");
  }

  return {
    addresses: nodes.map(({ address }) => address),
    bridgeAddress: `${net}.1`,
    superuser: { user: "postgres", password: PASSWORD },
    logs,
    leader: async () => (await standings()).find(isLeader)?.name,
    async untilWhole(waitMs = 120_000) {
      let seen: Standing[] = [];
      for (const end = Date.now() + waitMs; Date.now() < end; await sleep(250)) {
        seen = await standings();
        const leader = seen.find(isLeader);
        const followers = (leader?.replication ?? []).filter(({ state }) => state === "streaming");
        const isOneHistory = seen.every(({ timeline }) => timeline === leader?.timeline);
        const isConfirmed = followers.some(({ sync_state }) => sync_state === "sync");
        if (followers.length === 2 && seen.length === 3 && isOneHistory && isConfirmed) return;
      }
      throw new Error(`The nodes are not whole: ${JSON.stringify(seen)}\n${await logs()}`);
    },
    async kill(name) {
      const [pid = ""] = (await readFile(join(named(name).folder, "data/postmaster.pid"), "utf8")).split(
        "\n",
      );
      process.kill(Number(pid), "SIGKILL");
    },
    cut: (name) => void ip("link", "set", named(name).line, "down"),
    join: (name) => void ip("link", "set", named(name).line, "up"),
    async stop() {
      removeSpaces(nodes.map(({ space }) => space));
      ip("link", "del", bridge);
      await sleep(500);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Ends what runs in the spaces, and removes them with their lines. */
function removeSpaces(spaces: readonly string[]): void {
  for (const space of spaces)
    for (const pid of ip("netns", "pids", space).split("\n").filter(Boolean)) end(Number(pid));
  for (const space of spaces) ip("netns", "del", space);
}

/** Of runs that were killed. */
function removeAbandoned(): void {
  const left = [...ip("netns", "list").matchAll(/^(fairlead-(\d+)-\d)\b/gm)].filter(
    ([, , pid]) => !isAlive(Number(pid)),
  );
  removeSpaces(left.map(([, space]) => space!));
  for (const pid of new Set(left.map(([, , each]) => each))) spawnSync("ip", ["link", "del", `flb${pid}`]);
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended with another.
  }
}
