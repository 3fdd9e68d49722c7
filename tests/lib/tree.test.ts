import fc from "fast-check";
import { expect, test } from "vitest";
import { type TreeNode, treeOf } from "#app/lib/tree.ts";

const item = (id: number | string, pId: number | string | null | undefined, name = String(id)) => ({
  id,
  pId,
  name,
});

test("nests a flat list in its order, children only where there are some", () => {
  expect(
    treeOf([item(2, 1, "Sea"), item(1, null, "Operations"), item(3, 2, "Import"), item(4, 1, "Air")]),
  ).toEqual([
    {
      id: 1,
      label: "Operations",
      children: [
        { id: 2, label: "Sea", children: [{ id: 3, label: "Import" }] },
        { id: 4, label: "Air" },
      ],
    },
  ]);
  expect(treeOf([])).toEqual([]);
});

test("an item without its parent is a root, and ids match as numbers and as text", () => {
  expect(treeOf([item(1, 99), item("2", 1), item(3, "0"), item(4, undefined)])).toEqual([
    { id: 1, label: "1", children: [{ id: "2", label: "2" }] },
    { id: 3, label: "3" },
    { id: 4, label: "4" },
  ]);
});

test("a cycle is cut at its first item, with all its descendants", () => {
  expect(treeOf([item(9, 2), item(1, 3), item(2, 1), item(3, 2)])).toEqual([
    {
      id: 2,
      label: "2",
      children: [
        { id: 9, label: "9" },
        { id: 3, label: "3", children: [{ id: 1, label: "1" }] },
      ],
    },
  ]);
  expect(treeOf([item(1, 1)])).toEqual([{ id: 1, label: "1" }]);
});

test("of two items with one id the first has the children", () => {
  expect(treeOf([item(1, null, "a"), item(1, null, "b"), item(2, 1)])).toEqual([
    { id: 1, label: "a", children: [{ id: 2, label: "2" }] },
    { id: 1, label: "b" },
  ]);
});

test("every item is in the tree exactly once, whatever the links", () => {
  const count = (nodes: TreeNode[]): number =>
    nodes.reduce((sum, node) => sum + 1 + count(node.children ?? []), 0);
  fc.assert(
    fc.property(
      fc.array(fc.record({ id: fc.nat(15), pId: fc.option(fc.nat(15)), name: fc.string() }), {
        maxLength: 40,
      }),
      (items) => {
        expect(count(treeOf(items))).toBe(items.length);
      },
    ),
  );
});

test("a long chain and a long ring take no time and no stack", () => {
  const size = 20_000;
  const chain = Array.from({ length: size }, (_, index) => item(index, index - 1));
  expect(treeOf(chain)).toHaveLength(1);
  const ring = Array.from({ length: size }, (_, index) => item(index, (index + 1) % size));
  expect(treeOf(ring)).toHaveLength(1);
});
