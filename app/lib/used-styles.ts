import type { CssNode, List } from "css-tree";
import parse from "css-tree/parser";
import { ident } from "css-tree/utils";
import { Recent } from "./recent.ts";

/**
 * The rules of a style sheet that a page uses, so that the page carries only these (figures 1). A rule is left out only
 * when the page has none of a class that its selector requires, or of something rare; keyframes when no rule of the page names them; what is
 * not understood stays.
 */
interface StyleSheet {
  parts: Part[];
}

type Part =
  | {
      kind: "rule";
      text: string /** For each selector, the classes and rare marks that it requires. */;
      wanted: string[][];
    }
  | { kind: "keyframes"; text: string; name: string; wanted: string[][] }
  | { kind: "block"; head: string; parts: Part[]; isLayer: boolean }
  | { kind: "other"; text: string };

const CONDITIONS = ["layer", "media", "supports", "container"];

/** @param css a sheet as a build writes it; parsed once, when the server starts */
function readStyles(css: string): StyleSheet {
  const sheet = parse(css, {
    positions: true,
    parseValue: false,
    parseAtrulePrelude: false,
    parseCustomProperty: false,
  });
  const parts = sheet.type === "StyleSheet" ? partsOf(css, sheet.children) : [];
  const all = flat(parts);
  for (const part of all) {
    if (part.kind === "keyframes") part.wanted = all.flatMap((rule) => wantedBy(rule, part.name));
  }
  return { parts };
}

const flat = (parts: Part[]): Part[] =>
  parts.flatMap((part) => (part.kind === "block" ? flat(part.parts) : [part]));

/** The classes that a rule requires which animates by these keyframes, or gives a variable that may. */
function wantedBy(rule: Part, keyframes: string): string[][] {
  if (rule.kind !== "rule") return [];
  const values = [...rule.text.matchAll(/(?:animation[\w-]*|--[\w-]+)\s*:([^;}]*)/g)];
  return values.some(([, value = ""]) => value.split(/[\s,]+/).includes(keyframes)) ? rule.wanted : [];
}

function partsOf(css: string, nodes: List<CssNode>): Part[] {
  return nodes.toArray().flatMap((node): Part[] => {
    if (node.type === "Comment" || isDefaultOfTailwind(node)) return [];
    const text = css.slice(startOf(node), endOf(node));
    if (node.type === "Rule" && node.prelude.type === "SelectorList")
      return [{ kind: "rule", text, wanted: node.prelude.children.toArray().map(classesOf) }];
    if (node.type === "Atrule" && node.name === "keyframes" && node.prelude) {
      const name = css.slice(startOf(node.prelude), endOf(node.prelude)).trim();
      return [{ kind: "keyframes", text, name, wanted: [] }];
    }
    if (node.type !== "Atrule" || !node.block || !CONDITIONS.includes(node.name))
      return [{ kind: "other", text }];
    const head = css.slice(startOf(node), startOf(node.block)).trim();
    const parts = partsOf(css, node.block.children);
    return [{ kind: "block", head, parts, isLayer: node.name === "layer" }];
  });
}

/** Tailwind's initial values of its own properties, which the base layer of `app.css` gives in one rule. */
const isDefaultOfTailwind = (node: CssNode): boolean =>
  node.type === "Atrule" &&
  node.prelude?.type === "Raw" &&
  (node.name === "property" ? node.prelude.value.startsWith("--tw-") : node.prelude.value === "properties");

const startOf = (node: CssNode) => node.loc!.start.offset;
const endOf = (node: CssNode) => node.loc!.end.offset;

/** Elements and attributes that few pages have and whose rules are many, as they begin in a page. */
const RARE = {
  dialog: "<dialog",
  summary: "<summary",
  "data-fixed-header": " data-fixed-header",
  "data-fixed-footer": " data-fixed-footer",
} as const;

/** The mark in a page that this part of a selector requires. */
function rareMark(part: CssNode): string[] {
  const name =
    part.type === "TypeSelector" ? part.name : part.type === "AttributeSelector" ? part.name.name : "";
  return Object.hasOwn(RARE, name) ? [RARE[name as keyof typeof RARE]] : [];
}

/** Arguments in brackets may be alternatives or negations: only `:is` or `:where` with one argument requires its classes. */
function classesOf(selector: CssNode): string[] {
  if (selector.type !== "Selector") return [];
  return selector.children.toArray().flatMap((part) => {
    if (part.type === "ClassSelector") return [ident.decode(part.name)];
    if (part.type !== "PseudoClassSelector" || !/^(is|where)$/.test(part.name)) return rareMark(part);
    const inner = part.children?.first;
    return inner?.type === "SelectorList" && inner.children.size === 1
      ? classesOf(inner.children.first!)
      : [];
  });
}

const ENTITIES: Record<string, string> = { amp: "&", gt: ">", lt: "<", quot: '"', "#x27": "'" };

/** As React writes it. */
const CLASS = ' class="';

/** The values of `class` in a page, each once: rows of a table have the same. */
function classLists(html: string): Set<string> {
  const lists = new Set<string>();
  for (let at = html.indexOf(CLASS); at >= 0; at = html.indexOf(CLASS, at)) {
    at += CLASS.length;
    lists.add(html.slice(at, html.indexOf('"', at)));
  }
  return lists;
}

/** Every class that these lists name. */
function classesIn(lists: ReadonlySet<string>): Set<string> {
  const classes = new Set<string>();
  for (const value of lists) {
    const plain = value.replace(/&([\w#]+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
    for (const name of plain.split(/\s+/)) classes.add(name);
  }
  return classes;
}

/** The rules and keyframes that can concern a page with these classes, in their order and layers. */
function usedStyles({ parts }: StyleSheet, classes: ReadonlySet<string>): string {
  let css = "";
  for (const part of parts) {
    if (part.kind === "other") css += part.text;
    else if (part.kind !== "block") {
      if (part.wanted.some((wanted) => wanted.every((name) => classes.has(name)))) css += part.text;
    } else {
      const inner = usedStyles(part, classes);
      // An empty layer still has its place among the layers.
      if (inner || part.isLayer) css += `${part.head}{${inner}}`;
    }
  }
  return css;
}

/** Some screens have a set of classes for each state of theirs; a sheet is some 15 kB. */
const KEPT_SHEETS = 200;

/** Finds the styles of pages, and keeps what pages with the same classes were given. */
export function styleFinder(css: string): (html: string) => string {
  const sheet = readStyles(css);
  const sheets = new Recent<string>(KEPT_SHEETS);
  return (html) => {
    const lists = classLists(html);
    const rare = Object.values(RARE).filter((mark) => html.includes(mark));
    const key = [...rare, ...lists].join("\n");
    const known = sheets.get(key);
    if (known !== undefined) return known;
    const styles = usedStyles(sheet, new Set([...rare, ...classesIn(lists)]));
    sheets.set(key, styles);
    return styles;
  };
}
