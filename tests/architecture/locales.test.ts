import { describe, expect, it } from "vitest";
import { resources } from "#app/locales/resources.server.ts";
import { parseModule, readModules } from "#tests/support/source-module.ts";
import { textsInCode } from "#tests/support/text-in-code.ts";

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    const path = prefix ? `${prefix}.${key}` : key;
    return typeof value === "string" ? [[path, value]] : leaves(value, path);
  });
}

/** English has two plural forms and Chinese has one. */
const withoutPlural = (key: string) => key.replace(/_(one|other)$/, "");
const english = new Map(leaves(resources.en));
const chinese = new Map(leaves(resources.zh));

/** Names and codes that Chinese texts write in Latin letters too. */
const LATIN_NAMES =
  /getInfo: roles must be a non-null array!|\b(Fairlead|English|Apple|xlsx|csv|pdf|e-mail|kg|cm|km|CO2e|https?:\/\/\S+|\w+@[\w.]+|OpenID Connect|Entra ID|Okta|Google Workspace|Keycloak|acme\.com|docs\/[\w-]+\.md)\b|\bpostmaster@/gi;

function latinWords(text: string): string[] {
  const plain = text
    .replace(/\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]+>/g, " ")
    .replace(LATIN_NAMES, " ")
    // Chinese texts of the trade write ETA, MAWB or PO as they are.
    .replace(/\b[A-Z0-9]+(s|#)?\b/g, " ");
  return plain.match(/[A-Za-z]{2,}/g) ?? [];
}

describe("the languages", () => {
  it("name each namespace as its file", () => {
    const declared = readModules(["app/locales/en"]).map(({ path, text }) => {
      const [, named = "none"] = /interface Namespaces \{\s*"?([\w-]+)"?: typeof import/.exec(text) ?? [];
      return `app/locales/en/${named}.ts` === path ? [] : [`${path} adds ${named} to Namespaces`];
    });
    expect(declared.length).toBeGreaterThan(20);
    expect(declared.flat()).toEqual([]);
  });

  it("have the same keys", () => {
    const keys = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(withoutPlural))].sort();
    expect(keys(chinese)).toEqual(keys(english));
    expect(english.size).toBeGreaterThan(100);
  });

  it("leave no text empty", () => {
    expect([...english, ...chinese].filter(([, text]) => !text.trim()).map(([key]) => key)).toEqual([]);
  });

  it("fill in the same values", () => {
    const values = (text: string) =>
      [...new Set(text.match(/\{\{\s*\w+/g))].map((v) => v.replace(/\W/g, "")).sort();
    const byStem = new Map([...english].map(([key, text]) => [withoutPlural(key), values(text)]));
    const differing = [...chinese].filter(
      ([key, text]) => values(text).join() !== byStem.get(withoutPlural(key))?.join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it("leave no English in the Chinese texts", () => {
    expect([...chinese].flatMap(([key, text]) => latinWords(text).map((word) => `${key}: ${word}`))).toEqual(
      [],
    );
  });

  it.each(["请 sign in", "Comming Soon", "ETA 已更改 by carrier"])("would notice %s", (text) => {
    expect(latinWords(text)).not.toEqual([]);
  });

  it.each(["预计到港 (ETA)", "共 {{count}} 票", "<link>PO# 与 SKU</link>", "导出 xlsx"])(
    "let %s be",
    (text) => {
      expect(latinWords(text)).toEqual([]);
    },
  );
});

describe("the code", () => {
  // What only developers see is in English.
  const views = readModules(["app/routes", "app/features", "app/components", "app/ui"]).filter(
    ({ path }) => !path.startsWith("app/routes/development/"),
  );

  it("holds no text that a person would read", () => {
    const root = readModules(["app"]).filter(({ path }) => path === "app/root.tsx");
    expect([...views, ...root].flatMap(textsInCode)).toEqual([]);
    expect(views.length).toBeGreaterThan(10);
  });

  it.each([
    ["between tags", "<p>Sign in</p>"],
    ["in an attribute", '<input placeholder="Your name" />'],
    ["in a label", '<nav aria-label="Pages" />'],
    ["in braces", '<p>{"Sign in"}</p>'],
    ["in a choice", '<p>{busy ? "Saving" : t("save")}</p>'],
    ["in a template", `<p>{\`\${count} rows\`}</p>`],
    ["as a way out", '<p>{name ?? "Unknown"}</p>'],
    ["in Chinese", "<p>登录</p>"],
  ])("is watched: a text %s is found", (_, jsx) => {
    expect(textsInCode(parseModule("app/routes/x.tsx", `export const x = ${jsx};`))).toHaveLength(1);
  });

  it.each(['<p className="grid">{t("signIn")} · {count}%</p>', '<a href="/login" title={t("a")}>#</a>'])(
    "may hold signs and names: %s",
    (jsx) => {
      expect(textsInCode(parseModule("app/routes/x.tsx", `export const x = ${jsx};`))).toEqual([]);
    },
  );
});
