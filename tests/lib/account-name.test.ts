import { expect, test } from "vitest";
import { isAccountName } from "#app/lib/account-name.ts";

test.each([
  ["demo", true],
  ["dem", false],
  ["a234567890123456", true],
  ["a2345678901234567", false],
  ["chén-李", true],
  ["李小龙陈", true],
  ["อนุชา", true],
  ["ada@harbour.hk", true],
  ["ada_l.-2", true],
  ["🚢🚢🚢🚢", false],
  ["<script>", false],
  ["ada/../b", false],
  ["ada'--1", false],
  ["ⅣⅣⅣⅣ", false],
  ["de mo", false],
  ["demo\u0000", false],
  ["demo\u200b", false],
  ["", false],
  [null, false],
])("%j: %s", (name, expected) => {
  expect(isAccountName(name)).toBe(expected);
});
