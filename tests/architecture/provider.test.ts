import { matchesGlob } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { parseModule, readModules, resolveImport, type SourceModule } from "#tests/support/source-module.ts";

/** A room of the provider: a folder or a file directly in `app/provider/`. */
interface Room {
  /** Rooms that it may import from, through their doors. */
  takes: readonly string[];
  /** Files that other rooms may import; all files if absent. */
  doors?: readonly string[];
}

/** Rooms without nouns of the trade. */
const GROUND = ["config", "log", "db", "texts", "file-store", "security-log", "call"];
/** Rooms that most rooms above import. */
const BASE = ["db", "texts", "call", "access"];

const ROOMS: Record<string, Room> = {
  config: { takes: [] },
  log: { takes: ["config"] },
  "kept-settings": { takes: ["config"] },
  db: {
    takes: ["config"],
    doors: [
      "connection.ts",
      "database.ts",
      "gram.ts",
      "kept-plan.ts",
      "large-read.ts",
      "listed-ids.ts",
      "primary-position.ts",
      "realtime-event.ts",
      "schema.ts",
      "standby.ts",
      "search-text.ts",
      "storable.ts",
    ],
  },
  texts: { takes: [] },
  "file-store": { takes: [] },
  "security-log": { takes: ["db"] },
  call: { takes: ["config", "db", "texts", "file-store", "security-log"] },

  output: { takes: ["db", "call", "security-log"] },
  confined: { takes: [], doors: ["run.ts"] },
  access: { takes: ["db", "call"] },
  reference: { takes: ["db"], doors: ["add-place.ts", "carrier-names.ts", "main-code.ts", "place-names.ts"] },
  files: {
    takes: ["db", "texts", "call", "file-store", "output", "confined"],
    doors: [
      "content-within.ts",
      "incoming.ts",
      "message-files.ts",
      "picture.ts",
      "receive.ts",
      "scan.ts",
      "stored-file.ts",
      "table-read.ts",
      "csv-rows.ts",
      "kept-unread.ts",
      "spoilt-cell.ts",
      "table-numbers.ts",
      "text-encoding.ts",
    ],
  },
  papers: { takes: ["files"], doors: ["facts.ts", "rows.ts"] },
  previews: { takes: ["call", "confined", "papers"], doors: ["work.ts"] },
  "operation-log": { takes: ["db", "texts", "call"], doors: ["changes.ts", "log.ts"] },
  brand: {
    takes: ["db", "texts", "call", "files", "operation-log"],
    doors: ["look.ts", "sender.ts"],
  },
  mail: { takes: ["db", "brand"], doors: ["outbox.ts"] },
  realtime: { takes: ["config", "db", "call", "brand"], doors: ["outbox.ts", "unread.ts"] },
  freight: { takes: ["db", "texts", "call", "operation-log"] },

  "api-keys": { takes: [...BASE, "mail", "security-log"], doors: [] },
  places: { takes: [...BASE, "reference"], doors: [] },
  "cut-offs": { takes: [...BASE, "reference"], doors: ["list.ts", "state.ts"] },
  distances: { takes: ["db"], doors: ["distance.ts"] },
  "free-time": { takes: ["db", "files"], doors: ["statement.ts", "tariff.ts"] },
  shipments: {
    takes: [...BASE, "cut-offs", "distances", "free-time", "output", "reference"],
    doors: [
      "air-status.ts",
      "detail.ts",
      "document.ts",
      "event-message.ts",
      "event-row.ts",
      "event-store.ts",
      "count.ts",
      "departure.ts",
      "entered-event.ts",
      "export-text.ts",
      "filter.ts",
      "journeys.ts",
      "list.ts",
      "local-dates.ts",
      "punctuality.ts",
      "event-table.ts",
      "free-time-record.ts",
      "free-time-refresh.ts",
      "merged.ts",
      "free-time-state.ts",
      "figures-fill.ts",
      "quarantine.ts",
      "recompute.ts",
      "settled.ts",
      "reference.ts",
      "route-legs.ts",
      "row.ts",
      "search.ts",
      "container-standing.ts",
      "next-step.ts",
      "standing-at.ts",
      "waiting.ts",
      "wire-dates.ts",
    ],
  },
  outside: { takes: [] },
  "event-contents": { takes: ["db", "file-store"], doors: [] },
  webhooks: {
    takes: ["config", "db", "texts", "call", "mail", "outside", "reference", "security-log", "shipments"],
    doors: [],
  },
  carriers: {
    takes: [...BASE, "config", "cut-offs", "outside", "security-log", "shipments"],
    doors: ["key-door.ts"],
  },
  sharing: {
    takes: [...BASE, "reference", "security-log", "shipments"],
    doors: ["link.ts"],
  },
  notifications: {
    takes: [...BASE, "cut-offs", "security-log", "mail", "realtime", "reference", "shipments"],
    doors: ["own-news.ts"],
  },
  messages: {
    takes: [...BASE, "files", "realtime"],
    doors: ["case.ts", "message-row.ts", "search.ts", "send.ts", "team.ts", "unread.ts"],
  },
  emissions: {
    takes: [...BASE, "distances", "files", "output", "reference", "shipments"],
    doors: ["file.ts", "report.ts", "sources.ts"],
  },
  analytics: {
    takes: [
      ...BASE,
      "emissions",
      "file-store",
      "notifications",
      "output",
      "reference",
      "security-log",
      "shipments",
    ],
    doors: [],
  },
  exports: {
    takes: ["db", "texts", "call", "file-store", "notifications", "output", "security-log"],
    doors: [],
  },
  invoices: {
    takes: [...BASE, "messages", "output", "shipments"],
    doors: ["issue.ts", "pay.ts", "search.ts", "standing.ts"],
  },
  deliveries: {
    takes: [...BASE, "carriers", "file-store", "files", "messages", "output", "shipments"],
    doors: [],
  },
  documents: {
    takes: [
      ...BASE,
      "cut-offs",
      "file-store",
      "files",
      "operation-log",
      "output",
      "papers",
      "previews",
      "shipments",
    ],
    doors: [],
  },
  calendars: {
    takes: [...BASE, "cut-offs", "reference", "security-log", "shipments"],
    doors: [],
  },
  addresses: { takes: [...BASE, "files", "output"], doors: ["address-book.ts"] },
  identity: {
    takes: [...BASE, "brand", "files", "mail", "realtime", "security-log"],
    doors: [
      "breached-passwords.ts",
      "email-change.ts",
      "password.ts",
      "password-policy.ts",
      "reset-link.ts",
      "company-lock.ts",
      "company-origin.ts",
      "proof.ts",
      "roles.ts",
      "session.ts",
      "usual-access.ts",
    ],
  },
  members: {
    takes: [...BASE, "brand", "identity", "messages", "output", "realtime", "security-log", "sharing"],
    doors: ["change.ts", "list.ts"],
  },
  customers: {
    takes: [...BASE, "identity", "members", "operation-log", "security-log"],
    doors: [],
  },
  "company-sign-in": {
    takes: [...BASE, "config", "identity", "mail", "messages", "outside", "security-log"],
    doors: [],
  },
  registration: {
    takes: ["db", "texts", "call", "identity", "mail", "security-log"],
    doors: [],
  },
  bookings: {
    takes: [
      ...BASE,
      "addresses",
      "config",
      "files",
      "freight",
      "messages",
      "notifications",
      "operation-log",
      "output",
      "outside",
      "reference",
    ],
    doors: ["detail.ts", "drafts.ts", "search.ts", "store.ts"],
  },
  quotes: {
    takes: [
      ...BASE,
      "bookings",
      "freight",
      "messages",
      "notifications",
      "operation-log",
      "output",
      "reference",
    ],
    doors: ["search.ts", "to-decide.ts"],
  },
  desk: { takes: [...BASE, "files", "messages"], doors: [] },
  "shipment-desk": {
    takes: [
      ...BASE,
      "bookings",
      "files",
      "free-time",
      "messages",
      "operation-log",
      "output",
      "reference",
      "shipments",
    ],
    doors: [
      "import-customers.ts",
      "import-milestones.ts",
      "import-shipments.ts",
      "import-write.ts",
      "import-telling.ts",
      "import-words.ts",
    ],
  },
  "forwarder-system": {
    takes: [
      "db",
      "texts",
      "call",
      "files",
      "invoices",
      "notifications",
      "operation-log",
      "output",
      "shipment-desk",
      "shipments",
    ],
    doors: [],
  },
  rates: { takes: [...BASE, "files", "reference"], doors: [] },
  dashboard: { takes: ["db", "call", "bookings", "invoices", "quotes", "shipments"], doors: ["waiting.ts"] },
  search: { takes: [...BASE, "bookings", "invoices", "messages", "quotes", "shipments"], doors: [] },
};

/** Rooms on top, which compose the others: files that each may import besides the doors; `*` is every room. */
const COMPOSERS: Record<string, readonly string[]> = {
  jobs: ["*/purge.ts"],
  metrics: ["event-contents/behind.ts", "mail/sender.ts"],
  "wal-archive": [
    "db/archive.ts",
    "db/cluster-copy.ts",
    "db/data-folder.ts",
    "db/embedded.ts",
    "db/restore-place.ts",
    "db/secrets-key.ts",
  ],
  http: ["*/routes.ts", "db/standing.ts", "realtime/socket-server.ts"],
  server: [
    "*/worker.ts",
    "analytics/mail-worker.ts",
    "api-keys/ending.ts",
    "bookings/carrier-send.ts",
    "carriers/pull.ts",
    "db/data-folder.ts",
    "db/embedded.ts",
    "db/migrate.ts",
    "db/migration-error.ts",
    "db/pooler.ts",
    "db/secrets-key.ts",
    "db/statement-log.ts",
    "documents/text-index.ts",
    "documents/wanted.ts",
    "forwarder-system/open.ts",
    "http/server.ts",
    "identity/demo-company.ts",
    "jobs/purge.ts",
    "mail/delivery.ts",
    "mail/sender.ts",
    "metrics/start.ts",
    "notifications/engine.ts",
    "reference/load.ts",
    "reference/load-world.ts",
    "reference/zone-rules.ts",
    "registration/forwarder.ts",
    "shipments/recompute.ts",
    "wal-archive/open.ts",
  ],
  cli: [
    "carriers/key.ts",
    "carriers/silence.ts",
    "company-sign-in/operator.ts",
    "db/backup.ts",
    "db/data-folder.ts",
    "db/embedded.ts",
    "db/migrate.ts",
    "db/migration-error.ts",
    "db/pooler.ts",
    "db/restore-place.ts",
    "db/step-back.ts",
    "emissions/factor.ts",
    "emissions/factor-file.ts",
    "event-contents/read.ts",
    "free-time/tariff-file.ts",
    "operation-log/verify.ts",
    "reference/load.ts",
    "reference/load-code-list.ts",
    "reference/un-locode-list.ts",
    "reference/load-world.ts",
    "identity/demo-company.ts",
    "identity/second-factor.ts",
    "registration/decide.ts",
    "registration/forwarder.ts",
    "shipments/free-time-refresh.ts",
    "shipments/past-arrival.ts",
    "wal-archive/open.ts",
    "wal-archive/reach.ts",
    "wal-archive/restore.ts",
    "wal-archive/round.ts",
  ],
  // The demonstration acts as people do, through the functions behind their calls.
  demo: [
    "bookings/change-request.ts",
    "bookings/draft.ts",
    "bookings/submit.ts",
    "bookings/template.ts",
    "deliveries/state.ts",
    "identity/demo-company.ts",
    "identity/password.ts",
    "invoices/dispute.ts",
    "invoices/issue.ts",
    "invoices/pay.ts",
    "messages/gram.ts",
    "notifications/notice.ts",
    "notifications/told.ts",
    "quotes/book.ts",
    "quotes/decide.ts",
    "quotes/price.ts",
    "quotes/request.ts",
    "quotes/store.ts",
    "reference/carriers.ts",
    "reference/places.ts",
    "reference/vessels.ts",
    "shipments/past-arrival.ts",
  ],
};

/** Rooms that may import the demonstration, only by `import()`. */
const ASKS_FOR_DEMO = ["server", "cli"];

interface Arrow {
  from: string;
  to: string;
  line: number;
  isDynamic: boolean;
}

const PROVIDER = "app/provider/";

function roomOf(path: string): string {
  return path.slice(PROVIDER.length).split("/")[0]!.replace(/\.ts$/, "");
}

function arrowsOf(modules: readonly SourceModule[]): Arrow[] {
  return modules.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, line, isDynamic }) => {
      const to = resolveImport(path, specifier);
      return to?.startsWith(PROVIDER) && roomOf(to) !== roomOf(path)
        ? [{ from: path, to, line, isDynamic }]
        : [];
    }),
  );
}

function isAllowed({ from, to, isDynamic }: Arrow): boolean {
  const [room, target] = [roomOf(from), roomOf(to)];
  const file = to.slice(PROVIDER.length);
  if (target === "demo") return ASKS_FOR_DEMO.includes(room) && isDynamic;
  const isDoor = ROOMS[target]?.doors?.some((door) => file === `${target}/${door}`) ?? target in ROOMS;
  if (room in COMPOSERS) return isDoor || COMPOSERS[room]!.some((inside) => matchesGlob(file, inside));
  return isDoor && (ROOMS[room]?.takes.includes(target) ?? false);
}

const wrongArrows = (modules: readonly SourceModule[]) =>
  arrowsOf(modules)
    .filter((arrow) => !isAllowed(arrow))
    .map(({ from, to, line }) => `${from}:${line} takes ${to}`);

const modules = readModules(["app/provider"]);

describe("the rooms of the provider", () => {
  it("are all named", () => {
    const rooms = new Set(modules.map(({ path }) => roomOf(path)));
    expect([...rooms].sort()).toEqual([...Object.keys(ROOMS), ...Object.keys(COMPOSERS)].sort());
  });

  it("have an order in which each imports only from those before it", () => {
    const order = Object.keys(ROOMS);
    const later = order.flatMap((room, index) =>
      ROOMS[room]!.takes.filter((target) => !order.slice(0, index).includes(target)).map(
        (target) => `${room} takes ${target}`,
      ),
    );
    expect(later).toEqual([]);
  });

  it("have no noun of the trade on the ground floor", () => {
    const beyond = GROUND.flatMap((room) => ROOMS[room]!.takes.filter((target) => !GROUND.includes(target)));
    expect(beyond).toEqual([]);
  });

  it("import only each other's doors, except for those on top", () => {
    expect(wrongArrows(modules)).toEqual([]);
  });

  it("have no unused import and no unused door in the tables", () => {
    const arrows = arrowsOf(modules);
    const files = arrows.map(({ from, to }) => `${roomOf(from)} -> ${to.slice(PROVIDER.length)}`);
    const isTaken = (room: string, target: string) =>
      files.some((arrow) => arrow.startsWith(`${room} -> ${target}`));
    const idle = [
      ...Object.entries(ROOMS).flatMap(([room, { takes, doors = [] }]) => [
        ...takes
          .filter((target) => !BASE.includes(target))
          .filter((target) => !isTaken(room, `${target}/`) && !isTaken(room, `${target}.ts`))
          .map((target) => `${room} -> ${target}`),
        ...doors
          .filter((door) => !files.some((arrow) => arrow.endsWith(` -> ${room}/${door}`)))
          .map((door) => `${room}/${door}`),
      ]),
      ...Object.entries(COMPOSERS).flatMap(([room, inside]) =>
        inside
          .map((file) => `${room} -> ${file}`)
          .filter((arrow) => !files.some((taken) => matchesGlob(taken, arrow))),
      ),
    ];
    expect(idle).toEqual([]);
  });

  it.each([
    ["a scope that knows bookings", "call/scope.ts", "../bookings/store.ts"],
    ["a database that knows sockets", "db/schema.ts", "../realtime/outbox.ts"],
    ["shipments that know messages", "shipments/list.ts", "../messages/team.ts"],
    ["bookings that know quotes", "bookings/detail.ts", "../quotes/store.ts"],
    ["a room that looks behind another's door", "quotes/book.ts", "../bookings/draft.ts"],
    ["a room that knows what is on top of it", "identity/session.ts", "../http/server.ts"],
    ["a command that reads a room's inside", "cli/seed.ts", "../quotes/price.ts"],
    ["a room that knows the demonstration", "bookings/store.ts", "../demo/timed-action.ts"],
    ["a room in no table", "warehouse/store.ts", "../bookings/store.ts"],
  ])("are watched: %s is found", (_, path, specifier) => {
    for (const statement of [
      `import { x } from "${specifier}";`,
      `import type { X } from "${specifier}";`,
      `export * from "${specifier}";`,
      `const x = await import("${specifier}");`,
    ])
      expect(wrongArrows([parseModule(PROVIDER + path, statement)])).toHaveLength(1);
  });
});

describe("the demonstration", () => {
  it("is asked for by import() where it is wanted, so that a provider without its folder runs", () => {
    const asked = arrowsOf(modules).filter(({ to }) => roomOf(to) === "demo");
    expect(new Set(asked.map(({ from }) => from))).toEqual(
      new Set(["app/provider/server.ts", "app/provider/cli/seed.ts"]),
    );
    expect(asked.filter(({ isDynamic }) => !isDynamic)).toEqual([]);
    for (const from of ["server.ts", "cli/seed.ts"]) {
      const path = PROVIDER + from;
      expect(
        wrongArrows([parseModule(path, 'import { x } from "#app/provider/demo/load.ts";')]),
      ).toHaveLength(1);
      expect(wrongArrows([parseModule(path, 'await import("#app/provider/demo/load.ts");')])).toEqual([]);
    }
  });

  it("is not reached by what a provider or a command loads when it starts", () => {
    const byPath = new Map(readModules(["app"]).map((module) => [module.path, module]));
    const entries = [...byPath.keys()].filter((path) =>
      /^app\/provider\/(server|cli\/[\w-]+)\.ts$/.test(path),
    );
    expect(entries.length).toBeGreaterThan(5);
    const seen = new Set<string>();
    const waiting = [...entries];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      for (const { specifier, isDynamic } of byPath.get(path)?.imports ?? []) {
        const target = resolveImport(path, specifier);
        if (target && !isDynamic) waiting.push(target);
      }
    }
    expect(seen.size).toBeGreaterThan(100);
    expect([...seen].filter((path) => path.startsWith("app/provider/demo/"))).toEqual([]);
  });
});
