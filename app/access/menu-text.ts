import type { NavEntry, NavLabel } from "./navigation.ts";

/**
 * The menu as one text, a line for each entry and an indented one for each below it. Every page carries it beside its markup,
 * where a text takes half the bytes of objects (decisions/look-and-bytes.md).
 */
export function packMenu(entries: readonly NavEntry[]): string {
  return entries
    .flatMap(({ label, href, children, waiting }) => [
      waiting ? `${href}\t${label}\t${waiting.count}\t${waiting.href}` : `${href}\t${label}`,
      ...children.map((child) =>
        `\t${child.href}\t${child.label ?? ""}\t${oneLine(child.text ?? "")}`.trimEnd(),
      ),
    ])
    .join("\n");
}

const oneLine = (text: string) => text.replace(/\s+/g, " ");

export function unpackMenu(packed: string): NavEntry[] {
  const entries: NavEntry[] = [];
  for (const line of packed.split("\n").filter(Boolean)) {
    const [first = "", second = "", label, text] = line.split("\t");
    if (first)
      entries.push({
        href: first,
        label: second as NavLabel,
        children: [],
        ...(label && { waiting: { count: label, href: text ?? "" } }),
      });
    else entries.at(-1)?.children.push({ href: second, label: (label || null) as NavLabel | null, text });
  }
  return entries;
}
