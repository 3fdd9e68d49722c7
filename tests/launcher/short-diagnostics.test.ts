import { parseAst } from "vite";
import { expect, test } from "vitest";
import { shortDiagnostics } from "#app/launcher/short-diagnostics.ts";

const LIBRARY = "/x/node_modules/react-router/dist/index.mjs";

function shortened(code: string, id = LIBRARY): string {
  const { transform } = shortDiagnostics() as unknown as {
    transform(this: { parse: typeof parseAst }, code: string, id: string): { code: string } | null;
  };
  const answer = transform.call({ parse: parseAst }, code, id);
  return answer?.code ?? code;
}

test("texts for developers are cut, wherever they stand in the arguments, and code stays code", () => {
  const code = [
    'invariant(isSo, "You must render this element inside a <DataRouterContext.Provider> element");',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    "throw new Error(`Route \"${route.id}\" has a property that is not known, ${say('and that is all of it, at length')}`);",
    'warning(false, isSo ? "A short one" : "One that is long enough to be cut by whoever builds it");',
    'const kept = call("A text of more than twenty-eight characters that is data");',
    'this.logger.warn(format("A text of more than twenty-eight characters for a function"), key);',
  ].join("\n");
  expect(shortened(code).split("\n")).toEqual([
    'invariant(isSo, "You must render this element");',
    'throw new Error("Route ");',
    'warning(false, isSo ? "A short one" : "One that is long enough to b");',
    'const kept = call("A text of more than twenty-eight characters that is data");',
    'this.logger.warn(format("A text of more than twenty-eight characters for a function"), key);',
  ]);
});

test("our own modules are left as they are", () => {
  const own = 'throw new Error("A text of more than twenty-eight characters of ours");';
  expect(shortened(own, "/x/app/lib/money.ts")).toBe(own);
});
