import { expect, test } from "vitest";
import { isBlankText } from "#app/lib/blank-text.ts";

test.each(["", " \r\n\t", "\u00a0\u3000", "\u200b\u200d\ufeff", "\u0007\u001b", "\u202e", "\u3164\u2800"])(
  "%j shows nothing",
  (text) => expect(isBlankText(text)).toBe(true),
);

test.each(["x", " . ", "好", "👩\u200d👩\u200d👧", "\u200b0", "/::(smile)/"])("%j shows something", (text) =>
  expect(isBlankText(text)).toBe(false),
);
