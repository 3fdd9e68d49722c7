import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseModule, readModules, resolveImport, type SourceModule } from "#tests/support/source-module.ts";

const BASE = ["lib", "contract"];
const PAGES = [
  "features",
  "components",
  "ui",
  "middleware",
  "access",
  "upstream",
  "locales",
  "config",
  ...BASE,
];

/** What each room may import. A name ending in .ts is a single file. */
const ROOMS: Record<string, readonly string[]> = {
  contract: ["contract"],
  lib: BASE,
  config: [
    "config",
    "contract/embedded-page.ts",
    "contract/product-look.ts",
    "lib/request-id.ts",
    "lib/trace-headers.ts",
  ],
  locales: ["locales", ...BASE],
  upstream: ["upstream", "config", ...BASE],
  table: BASE,
  access: ["access", "table", "upstream", "locales", "config", ...BASE],
  middleware: ["middleware", "table", "access", "upstream", "locales", "config", ...BASE],
  ui: ["ui", "lib"],
  components: ["components", "table", "ui", "access", "locales", ...BASE],
  features: ["components", "table", "ui", "access", "upstream", "locales", "config", ...BASE],
  routes: ["routes", "table", ...PAGES],
  entry: ["entry", "table", "routes", ...PAGES],
  provider: ["provider", ...BASE],
  launcher: [
    "launcher",
    "provider/config.ts",
    "provider/db/data-folder.ts",
    "provider/kept-settings.ts",
    "config/env.server.ts",
    "config/peer-message.ts",
    "config/peer-outcomes.ts",
    "lib/metrics-port.ts",
  ],
  start: ["launcher"],
  doctor: [
    "doctor",
    "launcher",
    "provider/config.ts",
    ...[
      "connection",
      "data-folder",
      "database",
      "embedded",
      "migration-error",
      "pooler",
      "primary-position",
      "schema",
      "server-process",
    ].map((file) => `provider/db/${file}.ts`),
    "provider/db/migrations/index.ts",
    ...["behind", "content-file"].map((file) => `provider/event-contents/${file}.ts`),
    ...["folder", "s3", "scanner", "store"].map((file) => `provider/file-store/${file}.ts`),
    "provider/forwarder-system/open.ts",
    "provider/identity/demo-company.ts",
    "provider/kept-settings.ts",
    ...["open", "reach", "segments"].map((file) => `provider/wal-archive/${file}.ts`),
    ...BASE,
  ],
};

/** Files that read the environment; nothing else may. */
const READERS_OF_THE_ENVIRONMENT = [/^app\/config\/env\.server\.ts$/, /^app\/provider\/config\.ts$/];
const LAUNCHER = [/^app\/launcher\//, /^app\/(start|server-after-provider)\.ts$/];

function roomOf(path: string): string {
  const [, first = "", second] = path.split("/");
  if (second !== undefined) return first === "features" ? `features/${second}` : first;
  if (first === "route-rules.ts") return "table";
  return first === "start.ts" ? "start" : "entry";
}

function isAllowed(from: string, to: string): boolean {
  const room = roomOf(from);
  const target = roomOf(to);
  if (room === target) return true;
  const allowed = ROOMS[room.split("/")[0]!] ?? [];
  return allowed.some((entry) =>
    entry.endsWith(".ts")
      ? to === `app/${entry}`
      : entry === target || (entry === "features" && target.startsWith("features/")),
  );
}

function arrowsThatGoUp(modules: readonly SourceModule[]): string[] {
  return modules.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const to = resolveImport(path, specifier);
      if (to === undefined) return [];
      if (to.startsWith("tests/")) return [`${path}:${line} takes ${to}`];
      return to.startsWith("app/") && !isAllowed(path, to) ? [`${path}:${line} takes ${to}`] : [];
    }),
  );
}

function linesThatSay(
  pattern: RegExp,
  modules: readonly SourceModule[],
  exceptIn: readonly RegExp[],
): string[] {
  return modules
    .filter(({ path }) => !exceptIn.some((exception) => exception.test(path)))
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );
}

/** Arrows of the drawing in docs/develop.md: of each room, those that it leads to; of dotted ones single files are taken. */
function drawnArrows(): { whole: Map<string, string[]>; single: Map<string, string[]> } {
  const drawing = /^```mermaid\n([\s\S]*?)^```$/m.exec(readFileSync("docs/develop.md", "utf8"))![1]!;
  const drawn = { whole: new Map<string, string[]>(), single: new Map<string, string[]>() };
  for (const [, from, arrow, to] of drawing.matchAll(/^ *([\w &]+) (-->|-\.->) ([\w &]+)$/gm))
    for (const room of from!.split(" & ")) {
      const arrows = arrow === "-->" ? drawn.whole : drawn.single;
      arrows.set(room, [...(arrows.get(room) ?? []), ...to!.split(" & ")]);
    }
  return drawn;
}

/** To these the arrows of the drawing lead too, by way of others: the page says below it that they are not taken. */
const PASSED_BY: Record<string, readonly string[]> = { ui: ["contract"], components: ["upstream", "config"] };

/** The rooms to which the arrows lead from a room, at once or by way of others. */
function reachedFrom(room: string, arrows: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [...(arrows.get(room) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    if (!reached.has(next)) {
      reached.add(next);
      open.push(...(arrows.get(next) ?? []));
    }
  return reached;
}

const modules = readModules(["app"]);

describe("the rooms of the house", () => {
  it("are all named, so that a new one is thought about", () => {
    const rooms = new Set(modules.map(({ path }) => roomOf(path).split("/")[0]!));
    expect([...rooms].filter((room) => !(room in ROOMS))).toEqual([]);
    expect(modules.length).toBeGreaterThan(50);
  });

  it("take only from rooms below them", () => {
    expect(arrowsThatGoUp(modules)).toEqual([]);
  });

  it.each([
    ["a helper that knows the provider", "app/lib/money.ts", "#app/provider/texts/message.ts"],
    ["a feature that looks into another", "app/features/quotes/view.tsx", "../shipments/schema.ts"],
    ["a primitive that knows of freight", "app/ui/button.tsx", "#app/contract/shipment.ts"],
    ["a component that calls upstream", "app/components/shell.tsx", "#app/upstream/client.server.ts"],
    ["a provider that reads the portal's settings", "app/provider/server.ts", "../config/env.server.ts"],
    [
      "a portal that reaches for the database",
      "app/routes/shipments/index.tsx",
      "#app/provider/db/database.ts",
    ],
    ["a program that leans on its tests", "app/lib/money.ts", "#tests/support/database.ts"],
  ])("are watched: %s is found", (_, path, specifier) => {
    for (const statement of [
      `import { x } from "${specifier}";`,
      `import type { X } from "${specifier}";`,
      `export * from "${specifier}";`,
      `const x = await import("${specifier}");`,
    ])
      expect(arrowsThatGoUp([parseModule(path, statement)])).toHaveLength(1);
  });

  it("are drawn in docs/develop.md with the arrows that are allowed", () => {
    const { whole, single } = drawnArrows();
    for (const [room, allowed] of Object.entries(ROOMS)) {
      const others = allowed.filter((entry) => entry !== room);
      const rooms = others.filter((entry) => !entry.endsWith(".ts"));
      const reached = reachedFrom(room, whole);
      const expected = [...rooms, ...(PASSED_BY[room] ?? [])];
      expect({ room, reached: [...reached].sort() }).toEqual({ room, reached: expected.sort() });
      const parts = others.filter((entry) => entry.endsWith(".ts")).map((entry) => entry.split("/")[0]!);
      const ofParts = new Set(parts.filter((entry) => !rooms.includes(entry)));
      expect({ room, parts: [...ofParts].sort() }).toEqual({
        room,
        parts: [...(single.get(room) ?? [])].sort(),
      });
    }
    expect([...whole.keys(), ...single.keys()].filter((room) => !(room in ROOMS))).toEqual([]);
  });

  it("let a route compose two features", () => {
    const route = parseModule(
      "app/routes/dashboard.tsx",
      `import { a } from "#app/features/shipments/list/list.server.ts";`,
    );
    expect(arrowsThatGoUp([route])).toEqual([]);
  });
});

describe("one place for each", () => {
  it("the environment is read by the settings of each program alone", () => {
    const readers = [...READERS_OF_THE_ENVIRONMENT, ...LAUNCHER];
    expect(
      linesThatSay(/\bprocess\.env\b|\bprocess\[|\{[^}]*\benv\b[^}]*\}\s*=\s*process/, modules, readers),
    ).toEqual([]);
  });

  it("upstream/ is the only room of the portal that calls fetch", () => {
    // Calls of a browser to its own portal that no fetcher can make: a draft that is saved while the page
    // closes, messages during navigation, the style sheet, the version of an open quote, and places,
    // provinces and what is found for what is typed, given up with the next letter and not asked again after each save of the page,
    // a file whose progress is shown, and who else looks at a record, for which the page is not loaded again.
    const inBrowser = [
      /^app\/components\/place-lookup\.ts$/,
      /^app\/components\/search-suggestions\.tsx$/,
      /^app\/components\/list\/export-progress\.ts$/,
      /^app\/entry\.client\.tsx$/,
      /^app\/features\/addresses\/region-lookup\.ts$/,
      /^app\/features\/desk\/use-watchers\.ts$/,
      /^app\/features\/bookings\/form\/draft-keeper\.ts$/,
      /^app\/features\/messages\/live\/portal-calls\.ts$/,
      /^app\/features\/quotes\/use-newer-version\.ts$/,
    ];
    const outside = [/^app\/upstream\//, /^app\/provider\//, ...inBrowser, ...LAUNCHER];
    expect(linesThatSay(/(?<![\w.])fetch\(|\bglobalThis\.fetch\b/, modules, outside)).toEqual([]);
  });

  it("visit.stamp shows a time of the wire on a person's clock, and a time of a log by its own rule", () => {
    const readers = [
      /^app\/provider\//,
      /^app\/access\/visit\.server\.ts$/,
      /^app\/components\/operation-log\.server\.ts$/,
    ];
    expect(linesThatSay(/formatInstant\(\s*wireToInstant\(/, modules, readers)).toEqual([]);
  });

  it("no unstable API of the framework is used", () => {
    expect(linesThatSay(/\bunstable_|\bUNSAFE_/, modules, [])).toEqual([]);
  });
});

describe("file names", () => {
  const files = [...modules, ...readModules(["tests"])].map(({ path }) => path);

  it("are kebab-case", () => {
    const name = /^[a-z0-9]+(-[a-z0-9]+)*(\.(server|client|config|test|spec|bench))?\.tsx?$/;
    expect(files.filter((path) => !name.test(path.split("/").at(-1)!))).toEqual([]);
  });

  it("name a subject, not a drawer", () => {
    expect(files.filter((path) => /(^|\/)(utils?|helpers?|misc|common)(\.|\/)/.test(path))).toEqual([]);
  });

  it("of route modules carry no side", () => {
    expect(files.filter((path) => /^app\/routes\/.*\.(server|client)\./.test(path))).toEqual([]);
  });
});
