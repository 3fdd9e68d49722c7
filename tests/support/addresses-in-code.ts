import { lineOf, type SourceModule } from "./source-module.ts";

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * Texts of a module that begin like one of our paths and are not checked against the route table by type: not an
 * argument of `href()`, nor part of an expression declared as, or checked by `satisfies` against, `RoutePath`. As
 * `file:line text`.
 */
export function addressesInCode(
  { path, text, program }: SourceModule,
  sections: ReadonlySet<string>,
): string[] {
  const places: string[] = [];
  const visit = (node: Node, isHeld: boolean): void => {
    const address = textOf(node);
    if (address !== null && !isHeld && isAddress(address, sections))
      places.push(`${path}:${lineOf(text, node.start)} ${address}`);
    for (const [key, value] of Object.entries(node)) {
      const isType = key === "typeAnnotation" || key === "typeArguments";
      if (isType) continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, isHeld || holds(node, child, text));
    }
  };
  visit(program as unknown as Node, false);
  return places;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function textOf(node: Node): string | null {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return null;
  const [first] = node.quasis as { value: { raw: string } }[];
  return first?.value.raw ?? null;
}

function isAddress(address: string, sections: ReadonlySet<string>): boolean {
  const [, section] = /^\/([^/?#]+)/.exec(address) ?? [];
  return section !== undefined && sections.has(section);
}

/** Whether the declared type of `node` checks the texts in this part of it. */
function holds(node: Node, child: Node, text: string): boolean {
  if (node.type === "CallExpression")
    return node.callee !== child && /^href$/.test(sourceOf(node.callee as Node, text));
  if (node.type === "TSSatisfiesExpression")
    return /\bRoutePath\b/.test(sourceOf(node.typeAnnotation as Node, text));
  if (node.type !== "VariableDeclarator") return false;
  const annotation = (node.id as Node).typeAnnotation;
  return isNode(annotation) && /\bRoutePath\b/.test(sourceOf(annotation, text));
}

const sourceOf = ({ start, end }: Node, text: string) => text.slice(start, end);
