import { readFileSync } from "node:fs";
import { createInstance, type i18n, type TFunction } from "i18next";
import { type ESTree, Visitor } from "vite";
import { describe, expect, it } from "vitest";
import firstEn from "#app/locales/first/en.ts";
import firstZh from "#app/locales/first/zh.ts";
import { textsOf } from "#app/locales/i18n.server.ts";
import { resources } from "#app/locales/resources.server.ts";
import { lastPart, type TextSource, type Texts } from "#app/locales/words.ts";
import { lineOf, parseModule, readModules, type SourceModule } from "#tests/support/source-module.ts";

type Text = (key: string, values?: Record<string, unknown>) => string;

const languages = ["en", "zh"] as const;
const all: Record<(typeof languages)[number], Record<string, Texts>> = resources;

function leaves(texts: Texts, prefix = ""): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`),
  );
}

/** i18next as its documentation sets it up, with our texts. */
function i18nextIn(language: (typeof languages)[number]): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: "en",
    resources: all,
    defaultNS: "shell",
    ns: Object.keys(all.en),
    interpolation: { escapeValue: false },
    initAsync: false,
    parseMissingKeyHandler: (key, otherwise?: string) => otherwise ?? lastPart(key),
  });
  return instance;
}

const sourceOf = (instance: i18n) => ({
  textOf: (namespace?: string) =>
    (namespace ? instance.getFixedT(instance.language, namespace as "shell") : instance.t) as TFunction,
});

const textFrom = (source: Pick<TextSource, "textOf">, namespace?: string) =>
  source.textOf(namespace as "shell") as unknown as Text;

const PLURAL = /_(one|other)$/;

describe.each(languages)("the words in %s", (language) => {
  const instance = i18nextIn(language);
  const theirs = sourceOf(instance);
  const words = textsOf(language);
  const entries = Object.entries(all[language]).flatMap(([namespace, texts]) =>
    leaves(texts).map(([key, text]) => ({ namespace, key: key.replace(PLURAL, ""), text })),
  );

  it("are those of i18next, every text with every kind of value", () => {
    const differing: string[] = [];
    for (const { namespace, key, text } of entries) {
      const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
      const filledBy = (value: (name: string) => unknown) =>
        Object.fromEntries(names.map((name) => [name, name === "count" ? 3 : value(name)]));
      const given = [
        undefined,
        {},
        filledBy((name) => `<${name} & $1 {{to}}>`),
        filledBy(() => 0),
        filledBy(() => null),
        filledBy(() => undefined),
        ...[0, 1, 2, 5, "1"].map((count) => ({ ...filledBy((name) => name), count })),
      ];
      for (const values of given) {
        const [expected, own, byOtherNamespace] = [
          textFrom(theirs, namespace)(key, values),
          textFrom(words, namespace)(key, values),
          textFrom(words)(`${namespace}:${key}`, values),
        ];
        if (own !== expected || byOtherNamespace !== expected)
          differing.push(`${namespace}:${key} ${JSON.stringify(values)}: ${own}, not ${expected}`);
      }
    }
    expect(differing).toEqual([]);
    expect(entries.length).toBeGreaterThan(2_000);
  });

  it.each([
    "nav.codeOfAnother",
    "codeOfAnother",
    "booking-view:status.ON THE WAY",
    "no-such:text.of.it",
    "constructor",
  ])("show the last part of %s, which has no text, as i18next is told to", (key) => {
    expect(textFrom(words)(key)).toBe(textFrom(theirs)(key));
    for (const defaultValue of ["", "in its place"])
      expect(textFrom(words)(key, { defaultValue })).toBe(textFrom(theirs)(key, { defaultValue }));
  });

  it.each([
    "skip",
    "shell:skip",
    "auth:signIn.userNameEmpty",
    "Please enter a name.",
    "auth:signIn.none",
    "constructor",
  ])("know as i18next does whether %s has a text", (key) => {
    expect(words.exists(key)).toBe(instance.exists(key));
  });
});

it("a namespace gives one function, on which effects may depend", () => {
  const words = textsOf("en");
  expect(words.textOf("auth")).toBe(words.textOf("auth"));
  expect(words.textOf(undefined)).toBe(words.textOf("shell"));
  expect(words.textOf("auth")).not.toBe(words.textOf("shell"));
});

/** Why words cannot show a text as i18next would. */
function beyondWords(key: string, text: string): string[] {
  const odd = text.replace(/\{\{\w+\}\}/g, "");
  return [
    ...(/[{}]{2}/.test(odd) ? ["a value that is no plain name"] : []),
    ...(odd.includes("$t(") ? ["a text in a text"] : []),
    ...(/_(zero|two|few|many|ordinal|plural|male|female|context)/.test(key)
      ? ["a form that English lacks"]
      : []),
  ];
}

/** Options of i18next that are no values of a text. */
const OPTIONS =
  /^(context|ordinal|defaultValue_.*|returnObjects|returnDetails|joinArrays|replace|interpolation|lng|lngs|ns|fallbackLng|keySeparator|nsSeparator|postProcess|skipInterpolation|nest)$/;

/** Calls of `t` that use more of i18next than words have, as `file:line what`. */
function callsBeyondWords({ path, text, program }: SourceModule): string[] {
  const found: string[] = [];
  const renamed = [...text.matchAll(/\bt: (\w+).*\} = useText\(/g)].map(([, name = ""]) => name);
  const names = new Set(["t", ...renamed]);
  const named = ({ callee }: ESTree.CallExpression) => {
    let called: ESTree.Expression | ESTree.Super = callee;
    while (called.type === "ParenthesizedExpression" || called.type === "TSAsExpression")
      called = called.expression;
    return called.type === "Identifier" && names.has(called.name);
  };
  const visitor = new Visitor({
    CallExpression(node) {
      if (!named(node)) return;
      const [key, values] = node.arguments;
      const report = (what: string) => found.push(`${path}:${lineOf(text, node.start)} ${what}`);
      if (key?.type === "ArrayExpression") report("several keys");
      if (values?.type === "Literal" || values?.type === "TemplateLiteral") report("a default text");
      if (values?.type !== "ObjectExpression") return;
      for (const property of values.properties)
        if (
          property.type === "Property" &&
          property.key.type === "Identifier" &&
          OPTIONS.test(property.key.name)
        )
          report(property.key.name);
    },
  });
  visitor.visit(program);
  for (const { index } of text.matchAll(/\bt as unknown as \(\w+: [\w ]*\[\]/g))
    found.push(`${path}:${lineOf(text, index)} several keys`);
  return found;
}

describe("no more of i18next than words have", () => {
  it("is in the texts", () => {
    const odd = languages.flatMap((language) =>
      leaves(all[language]).flatMap(([key, text]) =>
        beyondWords(key, text).map((why) => `${language} ${key}: ${why}`),
      ),
    );
    expect(odd).toEqual([]);
  });

  it("is in the calls of components, loaders and actions", () => {
    const modules = readModules([
      "app/access",
      "app/components",
      "app/features",
      "app/middleware",
      "app/routes",
    ]);
    expect(modules.flatMap(callsBeyondWords)).toEqual([]);
    expect(modules.length).toBeGreaterThan(100);
  });

  it.each([
    ["page", "{{ page }}"],
    ["page", "{{page, number}}"],
    ["page", "{{of.page}}"],
    ["page", "{{- page}}"],
    ["page", "see $t(other)"],
    ["page_few", "pages"],
  ])("would be noticed in a text: %s, %s", (key, text) => {
    expect(beyondWords(key, text)).not.toEqual([]);
  });

  it.each([
    't(["a", "b"])',
    't("a", "A")',
    't("a", { defaultValue_other: "A" })',
    't("a", { count: 1, ordinal: true })',
    't("a", { context: "male" })',
    '(t as Text)("a", { returnObjects: true })',
    '(t as unknown as Text)(["a"])',
    "const said = t as unknown as (keys: readonly string[]) => string",
  ])("would be noticed in a call: %s", (call) => {
    expect(callsBeyondWords(parseModule("app/routes/x.tsx", call))).toHaveLength(1);
  });

  it.each(['t("a")', 't("a", { count: 1, from: 2 })', "t(message)"])("lets %s be", (call) => {
    expect(callsBeyondWords(parseModule("app/routes/x.tsx", call))).toEqual([]);
  });
});

it("the browser's first file has the words that its list of further files leaves out for that reason", () => {
  const more = readFileSync(new URL("../../app/locales/more-words.client.ts", import.meta.url), "utf8");
  expect(Object.keys(firstZh)).toEqual(Object.keys(firstEn));
  expect(more).toContain(`"!**/{${Object.keys(firstEn).join(",")}}.ts"`);
});
