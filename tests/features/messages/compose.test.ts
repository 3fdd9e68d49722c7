import { expect, test } from "vitest";
import { gridStep, insertAt, isSendKey } from "#app/features/messages/live/compose.ts";

const press = {
  key: "Enter",
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13,
};

test.each([
  ["Enter", {}, true],
  ["Shift + Enter", { shiftKey: true }, false],
  ["Enter that takes a candidate of an input method", { isComposing: true }, false],
  ["the same in Safari, which has ended the composition", { keyCode: 229 }, false],
  ["another key", { key: "a", keyCode: 65 }, false],
  ["Enter with Alt", { altKey: true }, false],
])("%s sends: see the table", (_, changes, expected) => {
  expect(isSendKey({ ...press, ...changes })).toBe(expected);
});

test("text is inserted at the cursor, or replaces the selection", () => {
  expect(insertAt("ab", 1, 1, "😊")).toEqual({ text: "a😊b", cursor: 3 });
  expect(insertAt("abc", 0, 2, "x")).toEqual({ text: "xc", cursor: 1 });
  expect(insertAt("", 0, 0, "x")).toEqual({ text: "x", cursor: 1 });
});

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowLeft", 0, 0],
  ["ArrowDown", 3, 11],
  ["ArrowUp", 3, 3],
  ["ArrowDown", 19, 19],
  ["Home", 12, 0],
  ["End", 2, 19],
  ["Tab", 2, null],
])("%s from %i in a grid of 8 columns", (key, at, expected) => {
  expect(gridStep(key, at, 8, 20)).toBe(expected);
});
