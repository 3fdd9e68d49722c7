import { resolve } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, readProviderConfig } from "#app/provider/config.ts";

test("an empty environment gives the embedded database with demonstration data on port 4000", () => {
  expect(readProviderConfig({})).toMatchObject({
    port: 4000,
    host: "127.0.0.1",
    dataDir: resolve(".data"),
    isDataDirGiven: false,
    databaseUrl: undefined,
    databasePoolSize: 10,
    postgresBin: undefined,
    publicUrl: "http://localhost:3000",
    smtpUrl: undefined,
    mailFrom: "Fairlead <no-reply@localhost>",
    logLevel: "info",
    demoData: "when-empty",
    isDemoMoving: true,
  });
  expect(readProviderConfig({ DEMO_CLOCK: "off" }).isDemoMoving).toBe(false);
});

test("a database of the operator's gets demonstration data only when asked", () => {
  const DATABASE_URL = "postgresql://user:secret@db.example.com/freight?sslmode=require";
  expect(readProviderConfig({ DATABASE_URL }).demoData).toBe("off");
  expect(readProviderConfig({ DATABASE_URL, DEMO_DATA: "on" }).demoData).toBe("on");
});

test("production gets demonstration data only when asked, whatever its database", () => {
  expect(readProviderConfig({ NODE_ENV: "production" }).demoData).toBe("off");
  expect(readProviderConfig({ NODE_ENV: "production", DEMO_DATA: "on" }).demoData).toBe("on");
});

test("a direct address needs the pooler's beside it", () => {
  const DATABASE_DIRECT_URL = "postgres://user:secret@db.example.com/freight";
  const DATABASE_URL = "postgres://user:secret@pooler.example.com:6432/freight";
  expect(readProviderConfig({ DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
  });
  expect(() => readProviderConfig({ DATABASE_DIRECT_URL })).toThrow(
    /^DATABASE_DIRECT_URL is set without DATABASE_URL: [^\n]*$/,
  );
});

test("a standby needs the database that it follows", () => {
  const DATABASE_READ_URL = "postgres://user:secret@standby.example.com/freight";
  const DATABASE_URL = "postgres://user:secret@db.example.com/freight";
  expect(readProviderConfig({ DATABASE_URL, DATABASE_READ_URL }).databaseReadUrl).toBe(DATABASE_READ_URL);
  expect(() => readProviderConfig({ DATABASE_READ_URL })).toThrow(
    /^DATABASE_READ_URL is set without DATABASE_URL: [^\n]*$/,
  );
});

test("an empty value counts as unset", () => {
  expect(readProviderConfig({ PROVIDER_PORT: "", DATABASE_URL: " ", DATA_DIR: "" })).toEqual(
    readProviderConfig({}),
  );
});

test("links follow PUBLIC_URL, else the portal's port", () => {
  expect(readProviderConfig({ PUBLIC_URL: "https://portal.example.com/" }).publicUrl).toBe(
    "https://portal.example.com",
  );
  expect(readProviderConfig({ PORT: "3100" }).publicUrl).toBe("http://localhost:3100");
});

test("sockets are opened by PUBLIC_URL and the origins named beside it, without it by the provider's own host", () => {
  expect(readProviderConfig({}).socketOrigins).toEqual({ listed: [], isOwnHostEnough: true });
  expect(
    readProviderConfig({
      PUBLIC_URL: "https://portal.example.com/",
      REALTIME_ORIGINS: "https://www.example.com , http://localhost:3000",
    }).socketOrigins,
  ).toEqual({
    listed: ["https://portal.example.com", "https://www.example.com", "http://localhost:3000"],
    isOwnHostEnough: false,
  });
});

test.each([
  ["PROVIDER_PORT", "four"],
  ["PROVIDER_PORT", "70000"],
  ["PROVIDER_PORT", "40.5"],
  ["DATABASE_URL", "mysql://user:secret@host/db"],
  ["DATABASE_URL", "user:secret@host"],
  ["DATABASE_DIRECT_URL", "user:secret@host"],
  ["DATABASE_READ_URL", "user:secret@host"],
  ["DATABASE_POOL_SIZE", "0"],
  ["PUBLIC_URL", "portal.example.com"],
  ["REALTIME_ORIGINS", "portal.example.com"],
  ["REALTIME_ORIGINS", "https://portal.example.com/path"],
  ["SMTP_URL", "https://user:secret@mail.example.com"],
  ["MAIL_FROM", "nobody"],
  ["LOG_LEVEL", "loud"],
  ["DEMO_DATA", "yes"],
  ["CARRIER_BOOKING_URLS", "MAEU"],
  ["CARRIER_BOOKING_URLS", "MAEU=api.example.com|secret"],
  ["CARRIER_BOOKING_URLS", "MAEU=https://user:secret@api.example.com/v2/bookings"],
  ["CARRIER_BOOKING_URLS", "MAEU=https://a.example/b; MAEU=https://c.example/d"],
])("%s=%s gives one line that names the variable and not the value's secrets", (name, value) => {
  const read = () => readProviderConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} is malformed: [^\\n]*(give|leave)[^\\n]*$`));
  expect(read).not.toThrow("secret");
});

test("mails can be printed to the log instead of sent, by name only", () => {
  expect(readProviderConfig({ SMTP_URL: "log:" }).smtpUrl).toBe("log:");
  expect(readProviderConfig({}).smtpUrl).toBeUndefined();
});

test("carriers that take bookings are read by code, with and without a token", () => {
  const CARRIER_BOOKING_URLS =
    "MAEU=https://api.example.com/v2/bookings|tok.en==; HLCU = http://10.0.0.5:8080/b;";
  expect([...(readProviderConfig({ CARRIER_BOOKING_URLS }).outside.carrierBookings ?? [])]).toEqual([
    ["MAEU", { address: "https://api.example.com/v2/bookings", secret: "tok.en==" }],
    ["HLCU", { address: "http://10.0.0.5:8080/b", secret: null }],
  ]);
});

test("several faults are told in one line", () => {
  expect(() => readProviderConfig({ PROVIDER_PORT: "x", LOG_LEVEL: "loud" })).toThrow(
    /^PROVIDER_PORT [^\n]*; LOG_LEVEL [^\n]*$/,
  );
});
