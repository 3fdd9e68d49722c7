import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { type ESTree, parseSync } from "vite";

/** A file of the product as the parser sees it. Paths are relative to the root, with slashes: `app/lib/money.ts`. */
export interface SourceModule {
  path: string;
  text: string;
  program: ESTree.Program;
  imports: { specifier: string; line: number }[];
}

/** Every TypeScript file below the given folders. */
export function readModules(folders: readonly string[]): SourceModule[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
    .filter((path) => !path.endsWith(".d.ts"))
    .sort()
    .map((path) => parseModule(path, readFileSync(path, "utf8")));
}

/** @throws Error on a file that does not parse: a file left out would pass every rule. */
export function parseModule(path: string, text: string): SourceModule {
  const { program, module, errors } = parseSync(path, text, {});
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const named = [
    ...module.staticImports.map((entry) => entry.moduleRequest),
    ...module.staticExports.flatMap((entry) =>
      entry.entries.flatMap(({ moduleRequest }) => moduleRequest ?? []),
    ),
  ];
  const imports = named.map(({ value, start }) => ({ specifier: value, line: lineOf(text, start) }));
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[1]) imports.push({ specifier: literal[1], line: lineOf(text, moduleRequest.start) });
  }
  return { path, text, program, imports };
}

/** The path of the product that a specifier means; undefined for packages, Node's own modules and generated types. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.includes("/+types/")) return undefined;
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier);
  return undefined;
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
