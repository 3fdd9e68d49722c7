import { expect, test } from "vitest";
import { realtimeAddress } from "#app/lib/realtime-address.ts";

const settings = {
  REALTIME_URL: undefined,
  PUBLIC_URL: null,
  API_URL: "http://127.0.0.1:4000/api",
  isBehindTls: false,
};

test("the setting stands before all else", () => {
  const given = {
    ...settings,
    REALTIME_URL: "wss://rt.example/ws",
    PUBLIC_URL: "https://p.example",
    isBehindTls: true,
  };
  expect(realtimeAddress("http://localhost:3000/x", { host: null }, given)).toBe("wss://rt.example/ws");
});

test("behind TLS the portal's own host leads to it, by wss", () => {
  const behindTls = { ...settings, PUBLIC_URL: "https://p.example:8443", isBehindTls: true };
  expect(realtimeAddress("http://inner:3000/x", { host: null }, behindTls)).toBe("wss://p.example:8443/ws");
});

test("a provider on this machine is called by the name of the page, at its own port", () => {
  expect(realtimeAddress("http://localhost:3000/x?y", { host: null }, settings)).toBe(
    "ws://localhost:4000/ws",
  );
  expect(realtimeAddress("http://192.168.1.7:3000/", { host: null }, settings)).toBe(
    "ws://192.168.1.7:4000/ws",
  );
  const named = { ...settings, API_URL: "http://localhost:5001/api" };
  expect(realtimeAddress("http://[::1]:3000/", { host: null }, named)).toBe("ws://[::1]:5001/ws");
});

test("with PUBLIC_URL no host name that a client says is the socket's", () => {
  for (const [PUBLIC_URL, address] of [
    ["http://portal.lan:3000", "ws://portal.lan:4000/ws"],
    ["https://portal.example", "wss://portal.example/ws"],
  ] as const) {
    const isBehindTls = PUBLIC_URL.startsWith("https:");
    const visited = realtimeAddress(
      "http://evil.example/x",
      { host: null },
      { ...settings, PUBLIC_URL, isBehindTls },
    );
    expect(visited).toBe(address);
  }
});

test("a provider on another host is called by its name, by wss with TLS", () => {
  const elsewhere = { ...settings, API_URL: "https://provider.example/portal/api" };
  expect(realtimeAddress("http://localhost:3000/", { host: null }, elsewhere)).toBe(
    "wss://provider.example/ws",
  );
  const plain = { ...settings, API_URL: "http://provider.lan:8080/api" };
  expect(realtimeAddress("http://localhost:3000/", { host: null }, plain)).toBe("ws://provider.lan:8080/ws");
});
