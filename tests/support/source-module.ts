import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { type ESTree, parseSync } from "vite";

/**
 * A file of the product as the parser sees it. Paths are relative to the root, with slashes: `app/lib/money.ts`.
 */
export interface SourceModule {
  path: string;
  text: string;
  program: ESTree.Program;
  imports: SourceImport[];
  /** Names of exported values, without types and the default export. */
  exports: string[];
}

export interface SourceImport {
  specifier: string;
  line: number;
  /** Null: the whole module. */
  names: string[] | null;
  /** Whether it is a dynamic `import()`. */
  isDynamic: boolean;
}

/** Every TypeScript file below the given folders. */
export function readModules(folders: readonly string[]): SourceModule[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
    .filter((path) => !path.endsWith(".d.ts"))
    .sort()
    .map((path) => parseModule(path, readFileSync(path, "utf8")));
}

/** @throws Error on a file that does not parse: if it were skipped, it would pass every rule. */
export function parseModule(path: string, text: string): SourceModule {
  const { program, module, errors } = parseSync(path, text, {});
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const namesOf = (entries: readonly { importName: { kind: string; name: string | null } }[]) =>
    entries.some(({ importName }) => importName.kind !== "Name" && importName.kind !== "Default")
      ? null
      : entries.map(({ importName }) => importName.name ?? "default");
  const imports: SourceImport[] = [];
  const take = (
    { value, start }: { value: string; start: number },
    names: string[] | null,
    isDynamic = false,
  ) => imports.push({ specifier: value, line: lineOf(text, start), names, isDynamic });
  for (const { moduleRequest, entries } of module.staticImports) take(moduleRequest, namesOf(entries));
  for (const { moduleRequest, ...entry } of module.staticExports.flatMap(({ entries }) => entries))
    if (moduleRequest) take(moduleRequest, namesOf([entry]));
  for (const { moduleRequest } of module.dynamicImports) {
    const { start, end } = moduleRequest;
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(start, end));
    if (literal?.[1]) take({ value: literal[1], start }, null, true);
  }
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ isType, moduleRequest }) => !isType && !moduleRequest)
    .flatMap(({ exportName }) => exportName.name ?? []);
  return { path, text, program, imports, exports };
}

/**
 * The path in the repository that a specifier means; undefined for packages, Node's own modules and generated
 * types.
 */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.includes("/+types/")) return undefined;
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier);
  return undefined;
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
