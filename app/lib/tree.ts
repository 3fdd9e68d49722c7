/** A flat list as it comes from the server (product 3.12). */
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
 * The nested tree of a flat list, in the list's order. An item whose parent is not in the list is a root; of items
 * that are each other's ancestors the first in the list is one; of two with the same id the first has the children.
 * No screen draws a tree yet; the departments of members (issue 13) will.
 */
export function treeOf<Item extends FlatItem>(items: readonly Item[]): TreeNode<Item["id"]>[] {
  type Entry = { node: TreeNode<Item["id"]>; parent: Entry | null };
  const entries: Entry[] = items.map(({ id, name }) => ({ node: { id, label: name }, parent: null }));
  // Ids come as numbers in one answer and as text in another.
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

/** Walks up from an entry; when the way leads back to itself, its own link is the one that is cut. */
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
