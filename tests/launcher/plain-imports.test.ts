import { expect, test } from "vitest";
import { plainImports } from "#app/launcher/plain-imports.ts";

const { load } = plainImports() as unknown as { load(id: string): string | null };

test("a late part is loaded by a plain import", async () => {
  const code = load("\0vite/preload-helper.js") ?? "";
  const { __vitePreload } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    __vitePreload: (load: () => Promise<string>, files: string[]) => Promise<string>;
  };
  expect(await __vitePreload(async () => "part", [])).toBe("part");
});

test("other modules are loaded as they are", () => {
  expect(load("/x/app/lib/money.ts")).toBeNull();
});
