import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonPasswords } from "#app/lib/common-passwords.ts";
import { isAcceptablePassword, passwordStrength } from "#app/lib/password-strength.ts";

describe("levels", () => {
  test.each([
    ["", "", "invalid"],
    ["aB3$x", "", "invalid"],
    ["abc\tdef1A", "", "invalid"],
    ["abcdef\u200b1A", "", "invalid"],
    ["kzmwvh", "", "weak"],
    ["kzmwvhkzmwvhkzmwvh", "", "weak"],
    ["73910482651", "", "weak"],
    ["kz4wv9", "", "weak"],
    ["password123", "", "weak"],
    ["P@ssw0rd123", "", "weak"],
    ["Qwerty12345", "", "weak"],
    ["Chen-sails-2", "chen", "weak"],
    ["xxCHENxx-99a", "Chen", "weak"],
    ["kz4wv9tq", "", "average"],
    ["kz4wv9tqkz4wv9", "", "average"],
    ["kz4-v9tqA", "", "average"],
    ["kz4wv9tqA7", "", "strong"],
    ["blue whale 7", "", "strong"],
    ["货运门户密码-Kz41", "", "strong"],
    ["货运门户密码货运", "", "weak"],
    ["freight-demo-1", "viewer", "strong"],
  ])("%j of %j is %s", (password, userName, level) => {
    expect(passwordStrength(password, userName)).toBe(level);
    expect(isAcceptablePassword(password, userName)).toBe(level === "average" || level === "strong");
  });

  test("a character outside the first plane counts once", () => {
    expect(passwordStrength("🚢a1b2c")).toBe("weak");
    expect(passwordStrength("🚢a1b")).toBe("invalid");
  });

  test("whatever holds the user name, or is in the list, is refused", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 10 }),
        fc.stringMatching(/^[a-z]{4,16}$/),
        fc.string({ maxLength: 10 }),
        (a, name, b) => {
          expect(isAcceptablePassword(a + name + b, name)).toBe(false);
        },
      ),
    );
    for (const password of commonPasswords) expect(isAcceptablePassword(password)).toBe(false);
  });
});

test("the list holds some hundred passwords that the length alone would let through", () => {
  expect(commonPasswords.size).toBeGreaterThan(300);
  expect([...commonPasswords].filter((entry) => entry !== entry.toLowerCase() || entry.length < 6)).toEqual(
    [],
  );
  for (const entry of ["123456", "password1", "qwerty123", "woaini1314", "admin@123"]) {
    expect(commonPasswords.has(entry)).toBe(true);
  }
});
