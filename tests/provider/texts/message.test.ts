import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { en } from "#app/provider/texts/en/index.ts";
import { type MailKind, type MessageKey, mailTexts, message } from "#app/provider/texts/message.ts";
import { zh } from "#app/provider/texts/zh/index.ts";

const keys = Object.keys(en) as MessageKey[];

test("each text has a key of its own: the files of a language are spread into one object", async () => {
  const folder = new URL("../../../app/provider/texts/en/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file !== "index.ts");
  const all = await Promise.all(
    files.map(async (file) =>
      Object.values((await import(new URL(file, folder).href)) as object).flatMap(Object.keys),
    ),
  );
  const given = all.flat();
  expect(given.length).toBeGreaterThan(keys.length / 2);
  expect(given.filter((key, index) => given.indexOf(key) !== index)).toEqual([]);
});

test("the languages have the same texts, with the same values to fill in", () => {
  expect(Object.keys(zh).sort()).toEqual([...keys].sort());
  const values = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  expect(keys.filter((key) => values(en[key]).join() !== values(zh[key]).join())).toEqual([]);
  expect(keys.filter((key) => !en[key].trim() || !zh[key].trim())).toEqual([]);
});

test("no English word stands in a Chinese text but names of formats, files, records, headers and claims", () => {
  const words = keys.flatMap((key) =>
    (
      zh[key].replace(/\{\w+\}|\.well-known\/[\w-]+|\bdocs\/[\w-]+\.md\b/g, "").match(/[A-Za-z]{2,}/g) ?? []
    ).map((word) => `${key}: ${word}`),
  );
  expect(
    words.filter(
      (word) =>
        !/: (OK|PDF|CSV|XLSX|PNG|JPEG|WebP|GIF|ETA|VGM|AMS|ETD|ISO|CNSHA|Office|ZIP|MB|UTC|UTF|JSON|PO|SKU|Incoterms|UN|LOCODE|DEHAM|FRA|Europe|Berlin|OpenID|TXT|email|https|Content|Length|AIR|OCEAN|FCL|LCL|TRUCK|CNY|USD|GBP|EUR|kg)$/.test(
          word,
        ),
    ),
  ).toEqual([]);
});

test("a mail has a subject and a text, both with the given values", () => {
  const kinds = keys.flatMap((key) => /^(mail\w+)Subject$/.exec(key)?.[1] ?? []);
  expect(kinds.map((kind) => `${kind}Body`).filter((key) => !(key in en))).toEqual([]);
  expect(keys.filter((key) => /^mail\w+Body$/.test(key))).toHaveLength(kinds.length);
  for (const kind of kinds)
    expect(mailTexts(kind as MailKind, "zh", {}).subject).toBe(zh[`${kind}Subject` as MessageKey]);
  expect(message("tooLong", "en", { maximum: 5 })).toBe("Should not exceed 5 characters");
  expect(message("tooLong", "zh")).toContain("{maximum}");
});
