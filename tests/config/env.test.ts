import { beforeAll, describe, expect, test } from "vitest";

let readEnvironment: typeof import("#app/config/env.server.ts").readEnvironment;

beforeAll(async () => {
  // The module reads the real environment when it is loaded.
  process.env.SESSION_SECRET = "a secret of the tests only and of nothing else";
  ({ readEnvironment } = await import("#app/config/env.server.ts"));
});

const SESSION_SECRET = "0123456789abcdef0123456789abcdef";

function linesOf(source: Record<string, string | undefined>): string[] {
  try {
    readEnvironment(source);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n");
  }
}

test("only the secret has to be set; an empty variable counts as not set", () => {
  const settings = readEnvironment({ SESSION_SECRET });
  expect(settings).toMatchObject({
    API_URL: "http://127.0.0.1:4000/api",
    TRACKING_API_URL: "http://127.0.0.1:4000/tracking",
    PROVIDER_URL: "http://127.0.0.1:4000",
    PUBLIC_URL: null,
    SESSION_SECRET: [SESSION_SECRET],
    PARENT_ORIGINS: [],
    COMING_SOON_PATHS: [],
    SITE_FIXED_HEADER: false,
    SITE_FIXED_FOOTER: false,
    PRODUCT_NAME: "Fairlead",
    isBehindTls: false,
  });
  const names = Object.keys(settings).filter((name) => name !== "SESSION_SECRET" && name !== "isBehindTls");
  const empty = Object.fromEntries(names.map((name) => [name, " "]));
  expect(readEnvironment({ ...empty, SESSION_SECRET })).toEqual(settings);
});

describe("each variable that is missing or malformed gives one line with its name", () => {
  const faults: [string, Record<string, string | undefined>, string][] = [
    ["no secret", { SESSION_SECRET: undefined }, "SESSION_SECRET is not set: give a random text"],
    ["a short secret", { SESSION_SECRET: "short" }, "SESSION_SECRET must have at least 32 bytes"],
    [
      "one short secret of two",
      { SESSION_SECRET: `${SESSION_SECRET},short` },
      "SESSION_SECRET must have at least 32",
    ],
    ["no address", { API_URL: "provider" }, "API_URL must be an address such as"],
    ["another protocol", { TRACKING_API_URL: "ftp://host/x" }, "TRACKING_API_URL must be an address such as"],
    ["a bare host", { PROVIDER_URL: "provider:4000" }, "PROVIDER_URL must be an address such as"],
    [
      "a path in the public address",
      { PUBLIC_URL: "https://a.example/x" },
      "PUBLIC_URL must be an address without",
    ],
    ["no public address", { PUBLIC_URL: "portal.example" }, "PUBLIC_URL must be an address such as"],
    ["a word as an origin", { PARENT_ORIGINS: "intranet" }, "PARENT_ORIGINS must be origins such as"],
    ["a header in an origin", { PARENT_ORIGINS: "*;script-src" }, "PARENT_ORIGINS must be origins such as"],
    [
      "a path in an origin",
      { PARENT_ORIGINS: "https://a.example/x" },
      "PARENT_ORIGINS must be origins such as",
    ],
    ["no script", { ANALYTICS_SCRIPT_URL: "/stat.js" }, "ANALYTICS_SCRIPT_URL must be an address such as"],
    ["a long name", { PRODUCT_NAME: "x".repeat(61) }, "PRODUCT_NAME must have at most 60 characters"],
    ["a colour's name", { BRAND_COLOR: "red" }, "BRAND_COLOR must be a colour such as #0b5cad"],
    ["a style in a colour", { BRAND_COLOR: "#000000}body{" }, "BRAND_COLOR must be a colour such as"],
    [
      "privacy without an address",
      { PRIVACY_URL: "javascript:alert(1)" },
      "PRIVACY_URL must be an address such as",
    ],
    ["terms without an address", { TERMS_URL: "terms" }, "TERMS_URL must be an address such as"],
    ["a header that is fixed perhaps", { SITE_FIXED_HEADER: "yes" }, "SITE_FIXED_HEADER must be on or off"],
    ["a footer that is fixed perhaps", { SITE_FIXED_FOOTER: "2" }, "SITE_FIXED_FOOTER must be on or off"],
    ["a path without its slash", { COMING_SOON_PATHS: "/billing,quote" }, "COMING_SOON_PATHS must be paths"],
    ["an unknown level", { LOG_LEVEL: "verbose" }, "LOG_LEVEL must be one of fatal, error, warn"],
  ];
  for (const [name, source, line] of faults) {
    test(name, () => {
      const lines = linesOf({ SESSION_SECRET, ...source });
      expect(lines).toEqual([expect.stringMatching(`^${line.replace(/[(*]/g, "\\$&")}`)]);
    });
  }

  test("several at once, each on its own line, and no value is repeated", () => {
    const lines = linesOf({ SESSION_SECRET: "hidden", API_URL: "user:pass@host", LOG_LEVEL: "loud" });
    expect(lines.map((line) => line.split(" ")[0])).toEqual(["API_URL", "SESSION_SECRET", "LOG_LEVEL"]);
    expect(lines.join()).not.toMatch(/hidden|pass|loud/);
  });
});

describe("what a variable means", () => {
  test("several secrets: the first signs, all are accepted", () => {
    expect(
      readEnvironment({ SESSION_SECRET: `${SESSION_SECRET}, second-secret-of-more-than-32-bytes` })
        .SESSION_SECRET,
    ).toEqual([SESSION_SECRET, "second-secret-of-more-than-32-bytes"]);
  });

  test("https in the public address means TLS in front, in any spelling", () => {
    for (const [PUBLIC_URL, address, isBehindTls] of [
      ["https://portal.example", "https://portal.example", true],
      ["HTTPS://Portal.Example/", "https://portal.example", true],
      ["http://portal.example:8080", "http://portal.example:8080", false],
    ] as const) {
      expect(readEnvironment({ SESSION_SECRET, PUBLIC_URL })).toMatchObject({
        PUBLIC_URL: address,
        isBehindTls,
      });
    }
  });

  test("lists are separated by commas, blanks or line ends", () => {
    const { PARENT_ORIGINS, COMING_SOON_PATHS } = readEnvironment({
      SESSION_SECRET,
      PARENT_ORIGINS: "https://a.example, http://b.example:81\nhttps://c.example",
      COMING_SOON_PATHS: "/billing /quote/add,",
    });
    expect(PARENT_ORIGINS).toEqual(["https://a.example", "http://b.example:81", "https://c.example"]);
    expect(COMING_SOON_PATHS).toEqual(["/billing", "/quote/add"]);
  });

  test("the provider's root is the origin of its API, unless it is named", () => {
    const API_URL = "https://provider.example/v2/api";
    expect(readEnvironment({ SESSION_SECRET, API_URL }).PROVIDER_URL).toBe("https://provider.example");
    const PROVIDER_URL = "https://users.example";
    expect(readEnvironment({ SESSION_SECRET, API_URL, PROVIDER_URL }).PROVIDER_URL).toBe(PROVIDER_URL);
  });

  test("switches accept on, true and 1", () => {
    for (const SITE_FIXED_HEADER of ["on", "true", "1"])
      expect(readEnvironment({ SESSION_SECRET, SITE_FIXED_HEADER }).SITE_FIXED_HEADER).toBe(true);
    for (const SITE_FIXED_FOOTER of ["off", "false", "0"])
      expect(readEnvironment({ SESSION_SECRET, SITE_FIXED_FOOTER }).SITE_FIXED_FOOTER).toBe(false);
  });
});

test("the websocket's address is one of a websocket, and tickets are used unless told otherwise", () => {
  expect(readEnvironment({ SESSION_SECRET })).toMatchObject({ REALTIME_TICKETS: true });
  const given = { SESSION_SECRET, REALTIME_URL: "wss://rt.example/ws", REALTIME_TICKETS: "off" };
  expect(readEnvironment(given)).toMatchObject({
    REALTIME_URL: "wss://rt.example/ws",
    REALTIME_TICKETS: false,
  });
  expect(
    linesOf({ SESSION_SECRET, REALTIME_URL: "https://rt.example/ws", REALTIME_TICKETS: "maybe" }),
  ).toEqual([
    "REALTIME_URL must be an address such as wss://provider.example/ws",
    "REALTIME_TICKETS must be on or off",
  ]);
});
