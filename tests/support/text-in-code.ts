import { type ESTree, Visitor, type VisitorObject } from "vite";
import { lineOf, type SourceModule } from "./source-module.ts";

const SPOKEN_ATTRIBUTES = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "label",
  "placeholder",
  "summary",
  "title",
]);
const HAS_WORD = /\p{L}/u;

/** Texts that stand in the markup instead of in `app/locales/`, as `file:line text`. */
export function textsInCode({ path, text, program }: SourceModule): string[] {
  const places: string[] = [];
  const report = (value: string, start: number) => {
    if (HAS_WORD.test(value)) places.push(`${path}:${lineOf(text, start)} ${value.trim()}`);
  };
  const reportExpression = (node: ESTree.Expression | ESTree.JSXEmptyExpression): void => {
    if (node.type === "Literal" && typeof node.value === "string") report(node.value, node.start);
    if (node.type === "TemplateLiteral") for (const part of node.quasis) report(part.value.raw, part.start);
    if (node.type === "ConditionalExpression") {
      reportExpression(node.consequent);
      reportExpression(node.alternate);
    }
    if (node.type === "LogicalExpression") {
      if (node.operator !== "&&") reportExpression(node.left);
      reportExpression(node.right);
    }
    if (node.type === "ParenthesizedExpression") reportExpression(node.expression);
  };
  const reportChildren = (children: readonly ESTree.JSXChild[]) => {
    for (const child of children) {
      if (child.type === "JSXText") report(child.value, child.start);
      if (child.type === "JSXExpressionContainer") reportExpression(child.expression);
    }
  };
  const reportAttribute = ({ name, value }: ESTree.JSXAttribute) => {
    if (name.type !== "JSXIdentifier" || !SPOKEN_ATTRIBUTES.has(name.name)) return;
    if (value?.type === "Literal") report(String(value.value), value.start);
    if (value?.type === "JSXExpressionContainer") reportExpression(value.expression);
  };
  const visitor: VisitorObject = {};
  visitor.JSXElement = (node) => reportChildren(node.children);
  visitor.JSXFragment = (node) => reportChildren(node.children);
  visitor.JSXAttribute = reportAttribute;
  new Visitor(visitor).visit(program);
  return places;
}
