import { readdirSync, readFileSync } from "node:fs";

/** Living processes below `pid`, with their command lines; zombies are left out. Linux only. */
export function descendants(pid: number): { pid: number; command: string }[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    const [, state, parent] = /\) (\w) (\d+)/.exec(stat) ?? [];
    if (parent && state !== "Z") parents.set(Number(name), Number(parent));
  }
  const below = (root: number): number[] =>
    [...parents].filter(([, parent]) => parent === root).flatMap(([child]) => [child, ...below(child)]);
  return below(pid).map((child) => ({
    pid: child,
    command: read(`/proc/${child}/cmdline`).replaceAll("\0", " ").trim(),
  }));
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
