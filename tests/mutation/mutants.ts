import { type ESTree, parseSync } from "vite";

/** A small change to a source file that the tests have to notice. */
export interface Mutant {
  /** Offsets of the source text that is replaced. */
  start: number;
  end: number;
  replacement: string;
  line: number;
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
};

const METHODS: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  max: "min",
  min: "max",
  floor: "ceil",
  ceil: "floor",
  plus: "minus",
  minus: "plus",
  times: "div",
  div: "times",
  startsWith: "endsWith",
  lessThan: "greaterThan",
  greaterThan: "lessThan",
  ROUND_HALF_UP: "ROUND_DOWN",
  ROUND_UP: "ROUND_DOWN",
};

const LARGEST_NUMBER = 1_000;

type Node = ESTree.Node & { start: number; end: number };

/** Every mutant of a file: operators, conditions, truth values and numbers changed one at a time. Types and texts stay. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const found: Omit<Mutant, "line">[] = [];
  const replace = (start: number, end: number, replacement: string) =>
    found.push({ start, end, replacement });
  walk(parseSync(path, text, {}).program as Node, (node) => {
    switch (node.type) {
      case "BinaryExpression":
      case "LogicalExpression": {
        const [left, right] = [node.left as Node, node.right as Node];
        const between = text.slice(left.end, right.start);
        const at = left.end + between.indexOf(node.operator);
        for (const operator of OPERATORS[node.operator] ?? [])
          replace(at, at + node.operator.length, operator);
        return;
      }
      case "UnaryExpression":
        if (node.operator === "!") replace(node.start, (node.argument as Node).start, "");
        return;
      case "IfStatement":
      case "ConditionalExpression": {
        const test = node.test as Node;
        replace(test.start, test.end, "true");
        replace(test.start, test.end, "false");
        return;
      }
      case "Literal":
        if (typeof node.value === "boolean") replace(node.start, node.end, String(!node.value));
        // A large number is a bound that no test counts up to.
        if (typeof node.value === "number" && node.value <= LARGEST_NUMBER)
          replace(node.start, node.end, String(node.value + 1));
        return;
      case "MemberExpression": {
        const property = node.property as Node;
        if (property.type !== "Identifier" || node.computed) return;
        const other = METHODS[property.name];
        if (other) replace(property.start, property.end, other);
      }
    }
  });
  return found.map((mutant) => ({ ...mutant, line: text.slice(0, mutant.start).split("\n").length }));
}

export function applyMutant(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function walk(node: Node, visit: (node: Node) => void): void {
  // A type says nothing at run time.
  if (
    node.type.startsWith("TS") &&
    node.type !== "TSAsExpression" &&
    node.type !== "TSNonNullExpression" &&
    node.type !== "TSSatisfiesExpression"
  )
    return;
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === "object" && typeof (child as Node).type === "string")
        walk(child as Node, visit);
    }
  }
}
