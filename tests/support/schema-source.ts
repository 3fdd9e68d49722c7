import { readFileSync } from "node:fs";
import { parseModule } from "./source-module.ts";

const PATH = "app/provider/db/schema.ts";

/** A table or a column as `app/provider/db/schema.ts` declares it. */
interface Declared {
  name: string;
  /** Its doc comment in one line; empty without one. */
  comment: string;
}
export interface DeclaredTable extends Declared {
  columns: (Declared & { type: string })[];
}

/** The tables of `Database`, the types of the columns as they are written. */
export function tablesOfSource(): DeclaredTable[] {
  const source = readFileSync(PATH, "utf8");
  const { program } = parseModule(PATH, source);
  const declared = program.body
    .map((node) => (node.type === "ExportNamedDeclaration" ? node.declaration : node))
    .find((node) => node?.type === "TSInterfaceDeclaration" && node.id.name === "Database");
  if (declared?.type !== "TSInterfaceDeclaration") throw new Error(`${PATH} declares no Database`);
  type Member = (typeof declared.body.body)[number];
  const members = (nodes: readonly Member[]) =>
    nodes.map((node) => {
      if (node.type !== "TSPropertySignature" || node.key.type !== "Identifier" || !node.typeAnnotation)
        throw new Error(`${PATH}: a member is not a property`);
      const comment = commentBefore(source.slice(0, node.start));
      return { name: node.key.name, comment, type: node.typeAnnotation.typeAnnotation };
    });
  return members(declared.body.body).map(({ name, comment, type }) => {
    if (type.type !== "TSTypeLiteral") throw new Error(`${PATH}: ${name} is not a table type`);
    const columns = members(type.members as Member[]).map(({ type: { start, end }, ...column }) => ({
      ...column,
      type: source.slice(start, end).replace(/\s+/g, " "),
    }));
    return { name, comment, columns };
  });
}

function commentBefore(text: string): string {
  const [, comment = ""] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text) ?? [];
  return comment
    .replace(/^\s*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
