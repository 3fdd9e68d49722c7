import { expect, test } from "vitest";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { screensOf } from "#app/contract/screen-calls.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { routeTable } from "#tests/support/route-table.ts";
import { readModules, resolveImport } from "#tests/support/source-module.ts";

/**
 * `docs/screens.md` is made from what the calls say, by which the portal hides what a provider lacks, and cannot say other
 * than they. After a change of a call: `npx vitest run --project unit tests/architecture/screens.test.ts -u`
 */

const screenCalls = screensOf(endpoints);
const names = (calls: readonly Endpoint[]) => calls.map(({ name }) => `\`${name}\``).join(", ");
const bases = { api: "{api}", tracking: "{tracking_api}", root: "" };

function documentOfScreens(): string {
  const all = screenCalls.flatMap(({ needs, beside, writes }) => [...needs, ...beside, ...writes]);
  const calls = [...new Set(all)].sort((one, other) => (one.name < other.name ? -1 : 1));
  return [
    "# What each screen calls",
    "",
    "For an operator with a provider of their own ([own-provider.md](own-provider.md)). Without a call of the second column the",
    "screen is not led to, and says in place which call the provider does not have. Without one of the third it shows less,",
    "without one of the fourth it is read only in that point. `npm run provider:check` says which of them a provider has, and",
    "`openapi.json` what is sent and answered. Screens and calls are in alphabetical order. A test holds this page to what each",
    "call says of itself in `app/contract`.",
    "",
    "| screen | needs | shows less without | writes by |",
    "|---|---|---|---|",
    ...screenCalls.map(
      ({ path, needs, beside, writes }) =>
        `| \`${path}\` | ${names(needs)} | ${names(beside)} | ${names(writes)} |`,
    ),
    "",
    "## The calls",
    "",
    "| call | address | what it is for |",
    "|---|---|---|",
    ...calls.map(
      ({ name, method, service, path, summary }) =>
        `| \`${name}\` | ${method} \`${bases[service]}${path}\` | ${summary.replace(/\s+/g, " ").replaceAll("|", "\\|")} |`,
    ),
    "",
  ].join("\n");
}

test("docs/screens.md says which calls each screen needs, as the code has it", async () => {
  const text = documentOfScreens();
  expect(text.split("\n").length).toBeGreaterThan(300);
  await expect(text).toMatchFileSnapshot("../../docs/screens.md");
});

test("the screens that calls name are addresses of the portal", async () => {
  const paths = (await routeTable()).map(({ pattern }) => pattern.replace(/\/:.*/, ""));
  expect(screenCalls.map(({ path }) => path).filter((path) => !paths.includes(path))).toEqual([]);
});

test("every call that the portal makes says on which screen", () => {
  const contract = import.meta.glob<Record<string, unknown>>("/app/contract/*.ts", { eager: true });
  const ofNoScreen = new Map<unknown, string>(
    endpoints.flatMap((call) => (call.neededBy.length + call.usedBy.length > 0 ? [] : [[call, call.name]])),
  );
  const portal = ["access", "components", "features", "middleware", "routes"].map((room) => `app/${room}`);
  const made = readModules(portal).flatMap(({ path, text, imports }) =>
    imports.flatMap(({ specifier, names }) =>
      Object.entries(contract[`/${resolveImport(path, specifier)}`] ?? {})
        .filter(([name]) => names?.includes(name) ?? text.includes(`.${name}`))
        .flatMap(([, value]) => ofNoScreen.get(value) ?? []),
    ),
  );
  expect(ofNoScreen.size).toBeGreaterThan(10);
  // The page of API keys shows its address, and does not call it.
  expect(made).toEqual(["forwarderSystem.shipments"]);
});
