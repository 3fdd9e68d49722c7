import { expect, test } from "vitest";
import {
  CONTACT_NUMBER_DIGITS,
  CUSTOMER_NUMBER_DIGITS,
  isDecimalOfDigits,
  isIntegerOfDigits,
} from "#app/lib/number-format.ts";

test.each([
  ["1234", true, true, false],
  ["123", false, false, false],
  ["123456", true, true, true],
  ["1234567890123456", true, true, true],
  ["12345678901234567", false, false, false],
  ["12.34", false, true, false],
  ["1234.56", false, true, false],
  [".1234", false, false, false],
  ["1234.", false, false, false],
  ["1.2.345", false, false, false],
  ["1e55", false, false, false],
  ["-12345", false, false, false],
  ["１２３４", false, false, false],
  ["", false, false, false],
  [123456, false, false, false],
])("%j: integer %s, decimal %s, contact number %s", (value, integer, decimal, contact) => {
  expect(isIntegerOfDigits(value, CUSTOMER_NUMBER_DIGITS)).toBe(integer);
  expect(isDecimalOfDigits(value, CUSTOMER_NUMBER_DIGITS)).toBe(decimal);
  expect(isIntegerOfDigits(value, CONTACT_NUMBER_DIGITS)).toBe(contact);
});
