import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

type Route = { id: string; module: string; imports?: string[] } & Record<string, unknown>;
/** The parts of the router's manifest that this module knows. */
interface Manifest {
  entry: { imports: string[] };
  routes: Record<string, Route>;
}

/**
 * Rewrites the manifest of all routes, which each first visit loads, as a third of its bytes: a table of rows that
 * the script expands, without the scripts that every page loads, and without resource routes, to which the router
 * never goes, because forms, links and scripts ask the server for one directly.
 */
export async function leanManifest(root: string): Promise<void> {
  const folder = join(root, "build", "client", "assets");
  for (const name of await readdir(folder)) {
    if (!/^manifest-.*\.js$/.test(name)) continue;
    const path = join(folder, name);
    const [, json] =
      /^window\.__reactRouterManifest=(\{.*\});?\s*$/s.exec(await readFile(path, "utf8")) ?? [];
    if (json) await writeFile(path, leanScript(JSON.parse(json) as Manifest));
  }
}

/** Flags of a route; an absent one is false. The position of each is its bit. */
const FLAGS = [
  "hasDefaultExport",
  "hasLoader",
  "hasAction",
  "hasErrorBoundary",
  "hasClientLoader",
  "hasClientAction",
  "hasClientMiddleware",
  "caseSensitive",
  "index",
];
/** Properties with a place of their own in a row. */
const PLACED = ["id", "parentId", "path", "module", "imports", ...FLAGS];

/** Most scripts are called as their route's file, of which the id tells. */
function shortModule({ id, module }: Route): string {
  const named = `/assets/${id.split("/").at(-1)}-`;
  return module.startsWith(named) && module.endsWith(".js") ? `-${module.slice(named.length, -3)}` : module;
}

/** The script that defines the manifest; see `leanManifest`. */
export function leanScript({ routes, ...rest }: Manifest): string {
  const everywhere = new Set(rest.entry.imports);
  const pages = Object.values(routes).filter(
    ({ hasDefaultExport, path }) => hasDefaultExport === true || path === "*",
  );
  const ownImports = ({ imports = [] }: Route) => imports.filter((script) => !everywhere.has(script));
  const shared = [...new Set(pages.flatMap(ownImports))];
  const rows = pages.map((route) => {
    const flags = FLAGS.reduce((sum, name, bit) => (route[name] === true ? sum | (1 << bit) : sum), 0);
    const others = Object.entries(route).filter(
      ([name, value]) =>
        !PLACED.includes(name) && value !== false && !(Array.isArray(value) && value.length === 0),
    );
    const row = [
      ...[route.id, route.parentId ?? 0, route.path ?? 0, shortModule(route)],
      ...[ownImports(route).map((script) => shared.indexOf(script)), flags],
    ];
    return others.length > 0 ? [...row, Object.fromEntries(others)] : row;
  });
  const short = (text: string) => text.replaceAll(/"\/assets\/([\w.-]+)\.js"/g, '"~$1"');
  return [
    `{const full=n=>n[0]=="~"?"/assets/"+n.slice(1)+".js":n,`,
    `shared=${short(JSON.stringify(shared))},flags=${JSON.stringify(FLAGS)},routes={};`,
    `for(const [id,parentId,path,module,imports,bits,others] of ${short(JSON.stringify(rows))})`,
    `routes[id]={id,...parentId&&{parentId},...path!==0&&{path},`,
    `module:full(module[0]=="-"?"~"+id.split("/").pop()+module:module),`,
    "imports:imports.map(i=>full(shared[i])),...others,",
    "...Object.fromEntries(flags.flatMap((f,i)=>bits>>i&1?[[f,true]]:[]))};",
    `window.__reactRouterManifest={...${JSON.stringify(rest)},routes}}`,
  ].join("");
}
