import { expect, test } from "vitest";
import { isContactNumber } from "#app/lib/contact-number.ts";

test.each([
  ["123456", true],
  ["1234567890123456", true],
  ["+49 (40) 123/456-7", true],
  ["12345", false],
  ["12345678901234567", false],
  ["1e55555", false],
  ["１２３４５６", false],
  ["", false],
])("%j as a number to call: %s", (text, isOne) => {
  expect(isContactNumber(text)).toBe(isOne);
});
