import { fileURLToPath } from "node:url";
import type { RouteConfigEntry } from "@react-router/dev/routes";

/** A leaf of the table: its address with parameters filled in, and its module. */
export interface TableRoute {
  path: string;
  /** As the table has it, with its parameters. */
  pattern: string;
  file: string;
  isInShell: boolean;
}

/** The table of `app/routes.ts` as a flat list. The framework's helpers need the folder of that file. */
export async function routeTable(): Promise<TableRoute[]> {
  Object.assign(globalThis, {
    __reactRouterAppDirectory: fileURLToPath(new URL("../../app", import.meta.url)),
  });
  const { default: routes } = await import("#app/routes.ts");
  return leaves(routes as RouteConfigEntry[], "", false);
}

function leaves(entries: RouteConfigEntry[], base: string, isInShell: boolean): TableRoute[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${base}/${entry.path}` : base;
    const isShell = isInShell || entry.file.startsWith("routes/shell/frame");
    if (entry.children) return leaves(entry.children, path, isShell);
    if (entry.path === "*") return [];
    const pattern = path || "/";
    return [{ path: pattern.replace(/:\w+/g, "1"), pattern, file: entry.file, isInShell: isShell }];
  });
}
