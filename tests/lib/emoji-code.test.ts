import { expect, test } from "vitest";
import { emojiByName, emojiCode, emojiNames, splitEmoji, withCodes, withEmoji } from "#app/lib/emoji-code.ts";

test("a code is taken apart from the text around it", () => {
  expect(splitEmoji("Thanks /::(smile)/ and /::(clap)//::(clap)/")).toEqual([
    "Thanks ",
    { name: "smile", emoji: "😊" },
    " and ",
    { name: "clap", emoji: "👏" },
    { name: "clap", emoji: "👏" },
  ]);
  expect(splitEmoji("")).toEqual([]);
});

test("what is no code of ours stays as it was typed", () => {
  for (const text of ["/::(nosuch)/", "/::(smile)", "::(smile)/", "/::(toString)/", "/::()/", "a/b::c"])
    expect(splitEmoji(text)).toEqual([text]);
});

test("every name of product 3.10 is there, and every code reads back as its character", () => {
  const named = "smile laugh heart kiss sad cry wink hug cool cat dog beer cake gift clap ninja".split(" ");
  for (const name of named) expect(emojiNames).toContain(name);
  expect(emojiNames.length).toBeGreaterThanOrEqual(80);
  for (const name of emojiNames) expect(withEmoji(emojiCode(name))).toBe(emojiByName[name]);
  expect(new Set(Object.values(emojiByName)).size).toBe(emojiNames.length);
});

test("characters that were typed are sent as codes, and others as they are", () => {
  for (const name of emojiNames) expect(withCodes(emojiByName[name])).toBe(emojiCode(name));
  expect(withCodes("Thanks 😊👏, all good ✅.")).toBe("Thanks /::(smile)//::(clap)/, all good /::(check)/.");
  for (const text of ["👍🏽", "🇳🇱", "🦔", "plain", "货物已到"]) expect(withCodes(text)).toBe(text);
});
