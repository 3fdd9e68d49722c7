import type { Plugin } from "vite";

/** Functions of the libraries that take a text for developers. */
const TELLERS = /^(invariant|warning|warningOnce|warnOnce|Error|warn|error)\d*$/;
const LIBRARIES = /node_modules\/react-router\//;
/** Enough to find the text in the library's source. */
const KEPT = 28;

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** The name of what is called: `invariant` of `invariant(...)`, `warn` of `logger.warn(...)`. */
function calledName({ callee }: Node): string {
  if (!isNode(callee)) return "";
  const named = callee.type === "MemberExpression" ? callee.property : callee;
  return isNode(named) && typeof named.name === "string" ? named.name : "";
}

/** Texts in the arguments of calls that tell developers something. */
function textsOf(node: unknown, isTold: boolean, texts: Node[]): void {
  if (Array.isArray(node)) for (const each of node) textsOf(each, isTold, texts);
  if (!isNode(node)) return;
  const isText = node.type === "Literal" && typeof node.value === "string";
  if (isTold && (isText || node.type === "TemplateLiteral")) {
    texts.push(node);
    return;
  }
  const isCall = node.type === "CallExpression" || node.type === "NewExpression";
  const tells = isCall && TELLERS.test(calledName(node));
  for (const [name, child] of Object.entries(node))
    if (typeof child === "object" && child !== null)
      textsOf(child, name === "arguments" ? tells || (isTold && !isCall) : isTold && !isCall, texts);
}

/**
 * Cuts the texts for developers in the libraries of every signed-in page to their beginnings, as React's own build does: each first
 * visit loads them, and nobody who uses the product reads them.
 */
export function shortDiagnostics(): Plugin {
  return {
    name: "short-diagnostics",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      if (!LIBRARIES.test(id)) return null;
      const texts: Node[] = [];
      textsOf(this.parse(code), false, texts);
      let short = code;
      for (const { start, end } of texts.sort((a, b) => b.start - a.start)) {
        const text = short.slice(start + 1, end - 1);
        if (text.length <= KEPT) continue;
        const head = text.slice(0, KEPT).split(/[\\`"'$]/)[0] ?? "";
        short = `${short.slice(0, start)}${JSON.stringify(head)}${short.slice(end)}`;
      }
      return short === code ? null : { code: short, map: null };
    },
  };
}
