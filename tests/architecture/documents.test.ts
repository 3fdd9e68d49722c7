import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };

/** Compares README, the pages of docs and decision records with the files, settings and scripts that they name. */

function section(page: string, title: string): string {
  const text = new RegExp(`^#+ ${title}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, "m").exec(
    readFileSync(page, "utf8"),
  )?.[1];
  if (!text) throw new Error(`${page} has no section "${title}"`);
  return text;
}

/** The keys of the two schemas that read the environment, and further settings of the launcher. */
function settingsOfCode(): string[] {
  const shapes = ["app/config/env.server.ts", "app/provider/config.ts"].map((file) =>
    readFileSync(file, "utf8"),
  );
  const keys = shapes.flatMap((text) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, key]) => key!),
  );
  const launcher = readFileSync("app/launcher/settings.ts", "utf8");
  const read = [...launcher.matchAll(/\bgiven\.([A-Z][A-Z0-9_]+)/g)].map(([, key]) => key!);
  return [...new Set([...keys, ...read])].filter((key) => key !== "NODE_ENV").sort();
}

test("the table of settings names every setting that is read, and no other", () => {
  const rows = readFileSync("docs/settings.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...row.split("|")[1]!.matchAll(/`(\w+)`/g)].map(([, key]) => key!));
  expect(settingsOfCode().length).toBeGreaterThan(30);
  expect(named.sort()).toEqual(settingsOfCode());
});

const scriptsIn = (text: string) =>
  [...text.matchAll(/\bnpm (?:run ([a-z:]+)|(start|test))\b/g)].map(([, run, bare]) => run ?? bare!);

test("README and pages name every npm script, and no other", () => {
  const pages = ["README.md", ...globSync("docs/*.md")];
  const named = pages.flatMap((page) => scriptsIn(readFileSync(page, "utf8")));
  expect([...new Set(named)].sort()).toEqual(Object.keys(packageFile.scripts).sort());
});

test("every folder and file that README and pages name exists", () => {
  const places = ["README.md", ...globSync("docs/*.md")].flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\b(?:app|tests|docs)\/[\w./-]*\w/g)].map(([place]) => ({
      page,
      place,
    })),
  );
  expect(places.length).toBeGreaterThan(500);
  expect(places.filter(({ place }) => !existsSync(place))).toEqual([]);
});

test("every source file that a decision names exists", () => {
  const sources = globSync("{app,tests}/**/*.{ts,tsx}").map((path) => `/${path}`);
  const lost = globSync("app/decisions/*.md").flatMap((record) =>
    [...readFileSync(record, "utf8").matchAll(/`#?([\w./-]+\.tsx?)`/g)]
      .map(([, name]) => name!)
      .filter((name) => !sources.some((path) => path.endsWith(`/${name}`)))
      .map((name) => `${record}: ${name}`),
  );
  expect(lost).toEqual([]);
});

/** Numbers of a page's sections (`## 4. ...`) and points (`**4.2 ...`). */
function pointsOf(page: string): Set<string> {
  const text = readFileSync(`docs/${page}.md`, "utf8");
  return new Set([...text.matchAll(/^(?:## |- \*\*)(\d+(?:\.\d+)?)[. ]/gm)].map(([, point]) => point!));
}

test("every cited point of product, trade and figures is on its page", () => {
  const files = [...globSync("{app,tests}/**/*.{ts,tsx,css,md}"), ...globSync("docs/*.md"), "README.md"];
  const cited = files.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /\b([Pp]roduct|[Tt]rade|[Ff]igures) (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)(?![\d.]*\w)/g,
      ),
    ].flatMap(([, page, points]) =>
      points!.split(/, | and /).map((point) => ({ file, page: page!.toLowerCase(), point })),
    ),
  );
  expect(cited.length).toBeGreaterThan(200);
  const points = { product: pointsOf("product"), trade: pointsOf("trade"), figures: pointsOf("figures") };
  expect(cited.filter(({ page, point }) => !points[page as keyof typeof points].has(point))).toEqual([]);
});

test("no file cites a document outside the repository", () => {
  const outside = /\b[Ss]pec \d|\b(settled|domain|design|targets|libraries)\.md\b/;
  const lines = globSync("{app,tests,docs}/**/*.{ts,tsx,css,md}").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => (outside.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  // Released migrations are never edited, not even their comments.
  expect(lines.filter((line) => !line.startsWith("app/provider/db/migrations/"))).toEqual([]);
});

test("every decision has a status, and the index lists each with its title", () => {
  const records = globSync("app/decisions/2*.md").sort();
  const index = readFileSync("app/decisions/README.md", "utf8");
  expect(records.length).toBeGreaterThan(40);
  for (const record of records) {
    const text = readFileSync(record, "utf8");
    const [, title, status] = /^# (.+)\n\nStatus: (.+)\n/.exec(text) ?? [];
    expect({ record, status: status?.split(/[.;,]/)[0] }).toEqual({
      record,
      status: expect.stringMatching(/^(accepted|superseded)$/),
    });
    for (const [name] of (status ?? "").matchAll(/2026-[\w-]+\.md/g))
      expect({ record, name, exists: existsSync(`app/decisions/${name}`) }).toMatchObject({ exists: true });
    expect(index).toContain(`[${title}](${record.split("/").at(-1)})`);
  }
  const listed = [...index.matchAll(/\]\((2[\w-]+\.md)\)/g)].map(([, name]) => name!);
  expect(listed.filter((name) => !existsSync(`app/decisions/${name}`))).toEqual([]);
});

test("docs/develop.md names every folder of app, of features and of the provider", () => {
  const house = section("docs/develop.md", "The house").replace(/\s+/g, " ");
  const rooms = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  expect(rooms("app").filter((room) => !house.includes(`app/${room}/`))).toEqual([]);
  for (const room of ["features", "provider"]) {
    const line = house.split(`app/${room}/ `)[1]!.split(" app/")[0]!;
    const missing = rooms(`app/${room}`).filter((name) => !new RegExp(`\\b${name}\\b`).test(line));
    expect({ room, missing }).toEqual({ room, missing: [] });
  }
});
