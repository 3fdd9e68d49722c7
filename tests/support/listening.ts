import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const LISTENS = "0A";

/** The addresses at which a process listens, such as "127.0.0.1:9464"; of IPv6 the port alone. Linux only. */
export function listeningAt(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  const sockets = new Set(readdirSync(folder).flatMap((name) => inodeOf(`${folder}/${name}`)));
  return ["tcp", "tcp6"]
    .flatMap((table) => readFileSync(`/proc/net/${table}`, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = ""]) => state === LISTENS && sockets.has(inode))
    .map(([, local = ""]) => addressOf(local))
    .sort();
}

function inodeOf(link: string): string[] {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(link))?.slice(1) ?? [];
  } catch {
    return [];
  }
}

function addressOf(local: string): string {
  const [host = "", port = ""] = local.split(":");
  const bytes = host.length === 8 ? [...Buffer.from(host, "hex")].reverse().join(".") : "";
  return `${bytes}:${Number.parseInt(port, 16)}`;
}
