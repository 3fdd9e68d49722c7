/** A flat list with parent ids, as the server sends it (product 3.12). */
export interface FlatItem {
  id: string | number;
  pId?: string | number | null;
  name: string;
}

export interface TreeNode<Id extends string | number = string | number> {
  id: Id;
  label: string;
  /** Absent when there are none. */
  children?: TreeNode<Id>[];
}

/**
 * Builds the tree of a flat list, in the list's order. An item whose parent is not in the list is a root; in
 * a cycle of ancestors the first item of the list is the root; of two items with the same id the first gets
 * the children.
 */
export function treeOf<Item extends FlatItem>(items: readonly Item[]): TreeNode<Item["id"]>[] {
  type Entry = { node: TreeNode<Item["id"]>; parent: Entry | null };
  const entries: Entry[] = items.map(({ id, name }) => ({ node: { id, label: name }, parent: null }));
  // Ids may be numbers in one answer and text in another.
  const byId = new Map<string, Entry>();
  for (const entry of entries) {
    const key = String(entry.node.id);
    if (!byId.has(key)) byId.set(key, entry);
  }
  const roots: TreeNode<Item["id"]>[] = [];
  for (const [index, entry] of entries.entries()) {
    const parentId = items[index]?.pId;
    entry.parent = parentId === null || parentId === undefined ? null : (byId.get(String(parentId)) ?? null);
  }
  const settled = new Set<Entry>();
  for (const entry of entries) cutLoop(entry, settled);
  for (const { node, parent } of entries) {
    if (!parent) roots.push(node);
    else if (parent.node.children) parent.node.children.push(node);
    else parent.node.children = [node];
  }
  return roots;
}

/** Walks up from an entry and cuts the entry's own link if it is part of a cycle. */
function cutLoop<Entry extends { parent: Entry | null }>(entry: Entry, settled: Set<Entry>): void {
  const path = new Set<Entry>();
  for (let each: Entry | null = entry; each && !settled.has(each); each = each.parent) {
    if (path.has(each)) {
      each.parent = null;
      break;
    }
    path.add(each);
  }
  for (const each of path) settled.add(each);
}
