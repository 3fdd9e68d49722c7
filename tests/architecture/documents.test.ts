import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };

/** Compares README, the pages of docs and decisions with the files, settings and scripts that they name. */

const README_LINES_MAX = 120;
const LINE_MAX = 160;

/** The README, and the pages by need to which it leads. */
const guide = [
  "README.md",
  ...["install", "settings", "commands", "operate", "own-provider", "integrate", "develop"].map(
    (name) => `docs/${name}.md`,
  ),
];
const pages = ["README.md", ...globSync("docs/*.md").sort()];
const records = globSync("app/decisions/*.md").sort();

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
  const read = [...launcher.matchAll(/\bfilled\.([A-Z][A-Z0-9_]+)/g)].map(([, key]) => key!);
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

test("docs/commands.md names every npm script, and no page names another", () => {
  const scripts = Object.keys(packageFile.scripts).sort();
  expect([...new Set(scriptsIn(readFileSync("docs/commands.md", "utf8")))].sort()).toEqual(scripts);
  const named = pages.flatMap((page) => scriptsIn(readFileSync(page, "utf8")));
  expect(named.filter((script) => !scripts.includes(script))).toEqual([]);
});

test("every folder and file that README and pages name exists", () => {
  const places = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\b(?:app|tests|docs)\/[\w./-]*\w/g)].map(([place]) => ({
      page,
      place,
    })),
  );
  expect(places.length).toBeGreaterThan(500);
  expect(places.filter(({ place }) => !existsSync(place))).toEqual([]);
});

test("every page of docs that the product, its examples and tests name exists", () => {
  const files = [
    ...globSync("{app,tests}/**/*.{ts,tsx}"),
    ...globSync("docs/{*.{cfg,conf,yml,py},*file,systemd/*}"),
  ];
  const named = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bdocs\/[\w-]+\.md\b/g)].map(([page]) => ({ file, page })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ page }) => !existsSync(page))).toEqual([]);
});

test("the README is short, and leads to every page", () => {
  const readme = readFileSync("README.md", "utf8");
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(README_LINES_MAX);
  expect(pages.filter((page) => page !== "README.md" && !readme.includes(`](${page})`))).toEqual([]);
});

test("README and pages by need are wrapped, but for rows of tables", () => {
  const long = guide.flatMap((page) =>
    readFileSync(page, "utf8")
      .split("\n")
      .flatMap((line, index) =>
        line.length > LINE_MAX && !line.startsWith("|") ? [`${page}:${index + 1}`] : [],
      ),
  );
  expect(long).toEqual([]);
});

/** A page's text without its blocks of code, in which nothing is a heading or a link. */
const proseOf = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, "");

/** The anchors of a page's headings, as GitHub and Forgejo make them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...proseOf(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set(headings);
}

/** Links of a page that lead to no file, or to no heading of a page. */
function lostLinks(page: string, text: string): string[] {
  const links = [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(target)) return true;
    if (anchor === undefined) return false;
    return !anchorsOf(path === "" ? text : readFileSync(target, "utf8")).has(anchor);
  });
}

test("every link of README, pages and decisions leads to a file and a heading that are there", () => {
  const lost = [...pages, ...records].flatMap((page) =>
    lostLinks(page, readFileSync(page, "utf8")).map((link) => `${page}: ${link}`),
  );
  expect(lost).toEqual([]);
});

test.each([
  ["a file", "[x](installs.md)"],
  ["a file from another folder", "[x](docs/install.md)"],
  ["a heading", "[x](install.md#in-a-box)"],
  ["a heading of the page itself", "# Here\n[x](#there)"],
  ["a heading that is in a block of code", "```sh\n# here\n```\n[x](#here)"],
])("a lost link is found: %s", (_, text) => {
  expect(lostLinks("docs/operate.md", text)).toHaveLength(1);
});

test("every source file that a decision names exists", () => {
  const sources = globSync("{app,tests}/**/*.{ts,tsx}").map((path) => `/${path}`);
  const lost = records.flatMap((record) =>
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
  const files = [...globSync("{app,tests}/**/*.{ts,tsx,css,md}"), ...pages];
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

test("every decision has a status and dates, and the index lists each with its title", () => {
  const decisions = records.filter((page) => !page.endsWith("README.md"));
  const index = readFileSync("app/decisions/README.md", "utf8");
  expect(decisions.length).toBeGreaterThan(20);
  for (const page of decisions) {
    const text = readFileSync(page, "utf8");
    const [, title, since, changed] =
      /^# (.+)\n\nStatus: accepted\.\nSince (\d{4}-\d\d-\d\d), last changed (\d{4}-\d\d-\d\d)\.\n/.exec(
        text,
      ) ?? [];
    expect({ page, since, changed }).toEqual({
      page,
      since: expect.any(String),
      changed: expect.any(String),
    });
    expect(since! <= changed!).toBe(true);
    expect(index).toContain(`[${title}](${page.split("/").at(-1)})`);
  }
});

test("every decision that a file names exists, and the index has those of released migrations", () => {
  const files = [...globSync("{app,tests}/**/*.{ts,tsx}"), ...globSync("docs/*")].filter((file) =>
    /\.\w+$/.test(file),
  );
  const named = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bdecisions\/([\w-]+\.md)\b/g)].map(([, name]) => ({
      file,
      name: name!,
    })),
  );
  expect(named.length).toBeGreaterThan(80);
  const index = readFileSync("app/decisions/README.md", "utf8");
  const lost = named.filter(({ file, name }) =>
    file.startsWith("app/provider/db/migrations/")
      ? !index.includes(`| ${name} |`)
      : !existsSync(`app/decisions/${name}`),
  );
  expect(lost).toEqual([]);
});

test("decisions are wrapped, but for rows of tables", () => {
  const long = records.flatMap((page) =>
    readFileSync(page, "utf8")
      .split("\n")
      .flatMap((line, index) =>
        line.length > LINE_MAX && !line.startsWith("|") ? [`${page}:${index + 1}`] : [],
      ),
  );
  expect(long).toEqual([]);
});

test("docs/develop.md names every folder of app, and every room of the provider that is no noun with calls", () => {
  const house = section("docs/develop.md", "The house").replace(/\s+/g, " ");
  const rooms = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  expect(rooms("app").filter((room) => !house.includes(`app/${room}/`))).toEqual([]);
  const line = house.split("app/provider/ ")[1]!.split(" app/")[0]!;
  const withoutCalls = rooms("app/provider").filter((room) => !existsSync(`app/provider/${room}/routes.ts`));
  expect(withoutCalls.filter((room) => !new RegExp(`\\b${room}\\b`).test(line))).toEqual([]);
});
