/**
 * The part of a style sheet that a page uses, so that the page carries that part and not the whole (targets "A first
 * visit"). A rule is left out only when a class that it asks for is nowhere in the page; what is not understood stays.
 */
export interface StyleSheet {
  parts: Part[];
}

type Part =
  | { kind: "rule"; text: string /** For each selector, the classes that it asks for. */; wanted: string[][] }
  | { kind: "block"; head: string; parts: Part[]; isLayer: boolean }
  | { kind: "other"; text: string };

const CONDITIONS = /^@(layer|media|supports|container)\b/;

/** @param css a sheet as a build writes it: without comments but for those before a rule */
export function readStyles(css: string): StyleSheet {
  return { parts: partsOf(css.replace(/\/\*[\s\S]*?\*\//g, "")) };
}

function partsOf(css: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < css.length; ) {
    const opens = seek(css, at, "{;");
    if (opens < 0) break;
    const head = css.slice(at, opens).trim();
    if (css[opens] === ";") {
      if (head) parts.push({ kind: "other", text: `${head};` });
      at = opens + 1;
      continue;
    }
    const closes = closing(css, opens);
    const body = css.slice(opens + 1, closes);
    const [, condition] = CONDITIONS.exec(head) ?? [];
    if (condition) parts.push({ kind: "block", head, parts: partsOf(body), isLayer: condition === "layer" });
    else if (head.startsWith("@")) parts.push({ kind: "other", text: `${head}{${body}}` });
    else parts.push({ kind: "rule", text: `${head}{${body}}`, wanted: selectorsOf(head).map(classesOf) });
    at = closes + 1;
  }
  return parts;
}

/** The first of the characters outside strings, brackets and escapes, or -1. */
function seek(css: string, from: number, wanted: string): number {
  let depth = 0;
  for (let at = from; at < css.length; at++) {
    const character = css[at] as string;
    if (character === "\\") at++;
    else if (character === '"' || character === "'") at = endOfText(css, at);
    else if (depth === 0 && wanted.includes(character)) return at;
    else if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") depth--;
  }
  return -1;
}

/** Where the text that begins here with a quotation mark ends. */
function endOfText(css: string, from: number): number {
  let at = from + 1;
  while (at < css.length && css[at] !== css[from]) at += css[at] === "\\" ? 2 : 1;
  return at;
}

function closing(css: string, opens: number): number {
  let depth = 1;
  for (let at = opens + 1; ; at++) {
    at = seek(css, at, "{}");
    if (at < 0) return css.length;
    depth += css[at] === "{" ? 1 : -1;
    if (depth === 0) return at;
  }
}

function selectorsOf(head: string): string[] {
  const selectors: string[] = [];
  let from = 0;
  for (let comma = seek(head, 0, ","); comma >= 0; comma = seek(head, from, ",")) {
    selectors.push(head.slice(from, comma));
    from = comma + 1;
  }
  return [...selectors, head.slice(from)];
}

const NAME = /^\.((?:\\[0-9a-f]{1,6}\s?|\\.|[\w-]|[^\x20-\x7e])+)/i;

/** What stands in brackets may be one of several, or what must not be: only `:is` of a single thing asks for it. */
function classesOf(selector: string): string[] {
  const classes: string[] = [];
  for (let at = 0; at < selector.length; at++) {
    const character = selector[at];
    if (character === ".") {
      const [whole = ".", name = ""] = NAME.exec(selector.slice(at)) ?? [];
      classes.push(plainName(name));
      at += whole.length - 1;
    } else if (character === "\\") at++;
    else if (character === "[" || character === "(") {
      const end = seek(selector, at + 1, character === "[" ? "]" : ")");
      if (end < 0) return classes;
      const inner = selectorsOf(selector.slice(at + 1, end));
      if (character === "(" && inner.length === 1 && /:(is|where)$/.test(selector.slice(0, at)))
        classes.push(...inner.flatMap(classesOf));
      at = end;
    }
  }
  return classes;
}

function plainName(name: string): string {
  return name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code?: string, plain?: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : (plain ?? ""),
  );
}

const ENTITIES: Record<string, string> = { amp: "&", gt: ">", lt: "<", quot: '"', "#x27": "'" };

/** Every class that a page names. */
export function classesIn(html: string): Set<string> {
  const classes = new Set<string>();
  for (const [, value = ""] of html.matchAll(/\sclass="([^"]*)"/g)) {
    const plain = value.replace(/&([\w#]+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
    for (const name of plain.split(/\s+/)) classes.add(name);
  }
  return classes;
}

/** The rules that can concern a page with these classes, in their order and layers. */
export function usedStyles({ parts }: StyleSheet, classes: ReadonlySet<string>): string {
  let css = "";
  for (const part of parts) {
    if (part.kind === "other") css += part.text;
    else if (part.kind === "rule") {
      if (part.wanted.some((wanted) => wanted.every((name) => classes.has(name)))) css += part.text;
    } else {
      const inner = usedStyles(part, classes);
      // An empty layer still has its place among the layers.
      if (inner || part.isLayer) css += `${part.head}{${inner}}`;
    }
  }
  return css;
}
