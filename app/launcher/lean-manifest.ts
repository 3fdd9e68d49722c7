import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

type Route = { id: string; path?: string; module: string; imports?: string[] } & Record<string, unknown>;
/** The parts of the router's manifest that this module knows. */
interface Manifest {
  entry: { imports: string[] };
  routes: Record<string, Route>;
}

/**
 * Rewrites the manifest of all routes, which each first visit loads, as a third of its bytes: columns of like values
 * that the script expands, without the scripts that every page loads, and without resource routes, to which the router
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
/** Of the scripts that routes share, each is a letter from this one on. */
const FIRST_LETTER = "A".charCodeAt(0);
/** Properties with a column of their own. */
const PLACED = ["id", "parentId", "path", "module", "imports", ...FLAGS];

/** Most scripts are called as their route's file, of which the id tells. */
function shortModule({ id, module }: Route): string {
  const named = `/assets/${id.split("/").at(-1)}-`;
  return module.startsWith(named) && module.endsWith(".js")
    ? `-${module.slice(named.length, -3)}`
    : shortPath(module);
}

const shortPath = (path: string) => path.replace(/^\/assets\/([\w.-]+)\.js$/, "~$1");

/** Most paths follow from their route's file: `/account/api-keys` has `account/apiKeys`, or that with a parameter behind it. */
function shortPattern(shortened: string, pattern: string | undefined): string {
  // No pattern of a page is "0" or begins with "/".
  if (pattern === undefined) return "0";
  // `leanScript` writes the same for the browser.
  const followed = shortened
    .replace(/^\/(public\/)?/, "")
    .replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  if (pattern === followed) return "/";
  return pattern.startsWith(`${followed}/`) ? pattern.slice(followed.length) : pattern;
}

const shortId = (id: string) => id.replace(/^routes(?=\/)/, "");

/** The script that defines the manifest; see `leanManifest`. */
export function leanScript({ routes, ...rest }: Manifest): string {
  const everywhere = new Set(rest.entry.imports);
  const pages = Object.values(routes).filter(
    ({ hasDefaultExport, path }) => hasDefaultExport === true || path === "*",
  );
  // Nobody goes from page to page among the public ones: each is opened as a document, which names its own scripts. Pages of
  // the forwarder's desk are for few people, and their modules name what they import.
  const isListed = ({ id, parentId }: Route) =>
    parentId !== "routes/public/frame" && !id.startsWith("routes/desk/");
  const ownImports = (route: Route) =>
    isListed(route) ? (route.imports ?? []).filter((script) => !everywhere.has(script)) : [];
  const uses = Map.groupBy(pages.flatMap(ownImports), (script) => script);
  // The most used first: small numbers are what compresses.
  const shared = [...uses.keys()].sort((a, b) => uses.get(b)!.length - uses.get(a)!.length);
  const flags = FLAGS.filter((name) => pages.some((route) => route[name] === true));
  const ids = pages.map(({ id }) => id);
  const others = pages.map((route) =>
    Object.fromEntries(
      Object.entries(route).filter(
        ([name, value]) =>
          !PLACED.includes(name) && value !== false && !(Array.isArray(value) && value.length === 0),
      ),
    ),
  );
  const columns = [
    ids.map(shortId),
    pages.map(({ parentId }) => ids.indexOf(String(parentId))),
    pages.map(({ id, path }) => shortPattern(shortId(id), path)),
    pages.map(shortModule),
    pages.map((route) =>
      // In one order, whatever the modules import first: like lists compress, and the browser loads all of them at once.
      ownImports(route)
        .map((script) => shared.indexOf(script))
        .sort((a, b) => a - b)
        .map((index) => String.fromCharCode(FIRST_LETTER + index))
        .join(""),
    ),
    pages.map((route) =>
      flags.reduce((sum, name, bit) => (route[name] === true ? sum | (1 << bit) : sum), 0),
    ),
  ];
  const table = columns.map((column) => column.join(",")).join(";");
  // Routes without any are left out.
  const more = Object.fromEntries(
    others.flatMap((each, index) => (Object.keys(each).length > 0 ? [[index, each]] : [])),
  );
  return [
    `{const full=n=>n[0]=="~"?"/assets/"+n.slice(1)+".js":n,`,
    `shared=${JSON.stringify(shared.map(shortPath))},flags=${JSON.stringify(flags)},`,
    `more=${JSON.stringify(more)},routes={},`,
    `[ids,parents,paths,modules,imports,bits]=${JSON.stringify(table)}.split(";").map(c=>c.split(","));`,
    `ids.forEach((id,i)=>{const rest=paths[i],module=modules[i],path=rest[0]!="/"?rest:`,
    'id.replace(/^\\/(public\\/)?/,"").replace(/-(.)/g,(_,c)=>c.toUpperCase())+(rest[1]?rest:"");if(id[0]=="/")ids[i]=id="routes"+id;',
    `routes[id]={id,...parents[i]>=0&&{parentId:ids[parents[i]]},...path!="0"&&{path},`,
    `module:full(module[0]=="-"?"~"+id.split("/").pop()+module:module),`,
    `imports:[...imports[i]].map(c=>full(shared[c.charCodeAt()-${FIRST_LETTER}])),...more[i],`,
    "...Object.fromEntries(flags.flatMap((f,bit)=>bits[i]>>bit&1?[[f,true]]:[]))}});",
    `window.__reactRouterManifest={...${JSON.stringify(rest)},routes}}`,
  ].join("");
}
