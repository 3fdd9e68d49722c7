import { expect, test } from "vitest";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { screenCalls } from "#app/contract/screen-calls.ts";

/**
 * `docs/screens.md` is made from the table by which the portal hides what a provider lacks, and cannot say other than
 * it. After a change of the table: `npx vitest run --project unit tests/architecture/screens.test.ts -u`
 */

const names = (calls: readonly Endpoint[]) => calls.map(({ name }) => `\`${name}\``).join(", ");
const bases = { api: "{api}", tracking: "{tracking_api}", root: "" };

function documentOfScreens(): string {
  const all = screenCalls.flatMap(({ needs, beside = [], writes = [] }) => [...needs, ...beside, ...writes]);
  const calls = [...new Set(all)].sort((one, other) => (one.name < other.name ? -1 : 1));
  return [
    "# What each screen calls",
    "",
    "For an operator with a provider of their own ([own-provider.md](own-provider.md)). Without a call of the second column the",
    "screen is not led to, and says in place which call the provider does not have. Without one of the third it shows less,",
    "without one of the fourth it is read only in that point. `npm run provider:check` says which of them a provider has, and",
    "`openapi.json` what is sent and answered. A test holds this page to the table in `app/contract/screen-calls.ts`.",
    "",
    "| screen | needs | shows less without | writes by |",
    "|---|---|---|---|",
    ...screenCalls.map(
      ({ path, needs, beside = [], writes = [] }) =>
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
