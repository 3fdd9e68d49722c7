import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { realtimeTicket } from "#app/contract/realtime.ts";
import { deskPerson, saveLook, someone } from "#tests/provider/brand/fixture.ts";
import { makeCompany, PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { type ServedPortal, servePortal } from "./serve.ts";

const HOST = "freight.acme.example";
const FORM = "application/x-www-form-urlencoded";

let provider: TestProvider;
let portal: ServedPortal;
let pat: Awaited<ReturnType<typeof someone>>;
beforeAll(async () => {
  provider = await startProvider({
    publicUrl: "https://portal.example",
    socketOrigins: { listed: ["https://portal.example"], isOwnHostEnough: false },
  });
  const companyId = await makeCompany(provider.db);
  pat = await someone(provider, companyId);
  const desk = await deskPerson(provider, "Ann Desk");
  await saveLook(provider, desk.token, companyId, { nameEn: "Acme Freight", host: HOST });
  portal = await servePortal({
    API_URL: provider.apiUrl,
    TRACKING_API_URL: provider.trackingUrl,
    PUBLIC_URL: "https://portal.example",
  });
});
afterAll(async () => {
  await portal?.stop();
  await provider?.stop();
});

function signIn(headers: Record<string, string>) {
  const body = new URLSearchParams({ userName: pat.userName, password: PASSWORD }).toString();
  return portal.ask("/login", { method: "POST", headers: { "content-type": FORM, ...headers }, body });
}

test("a form is taken at the host name of a customer, the first request of the process being that form", async () => {
  const answer = await signIn({ host: HOST, origin: `https://${HOST}` });
  expect(answer.status).toBe(302);
  expect(answer.headers["set-cookie"]?.[0]).toMatch(/^__Host-session=/);
});

test.each([
  ["a foreign origin", { host: HOST, origin: "https://evil.example" }, 403],
  ["the origin of another port", { host: HOST, origin: `https://${HOST}:8443` }, 403],
  ["a host name that nobody has", { host: "evil.example", origin: "https://evil.example" }, 400],
  [
    "a proxy that tells such a host name",
    { "x-forwarded-host": "evil.example", origin: "https://evil.example" },
    400,
  ],
  [
    "a forged proof",
    { host: "evil.example", origin: "https://evil.example", "x-visited-host": HOST, "x-page-origin": "x" },
    400,
  ],
  ["a proxy that tells the host name", { "x-forwarded-host": HOST, origin: `https://${HOST}` }, 302],
  ["the operator's own host name", { host: "portal.example", origin: "https://portal.example" }, 302],
  ["a customer's origin at the operator's", { host: "portal.example", origin: `https://${HOST}` }, 403],
  [
    "a foreign page as the browser says",
    { host: HOST, origin: `https://${HOST}`, "sec-fetch-site": "cross-site" },
    403,
  ],
])("a form with %s is answered as it should be", async (_, headers, status) => {
  expect((await signIn(headers as Record<string, string>)).status).toBe(status);
});

test("the page is the customer's, and may open a socket at its own host name", async () => {
  const { headers, body } = await portal.ask("/home", { headers: { host: HOST } });
  expect(body).toContain("Acme Freight");
  expect(headers["content-security-policy"]).toContain(`connect-src 'self' wss://${HOST}`);
  const own = await portal.ask("/home", { headers: { host: "portal.example" } });
  expect(own.body).not.toContain("Acme Freight");
  expect(own.headers["content-security-policy"]).toContain("wss://portal.example");
});

test("the socket opens for pages of the host name, and not for foreign ones", async () => {
  const { data } = await provider.call(realtimeTicket, {}, { token: pat.token });
  const opens = (origin: string) =>
    new Promise<boolean>((resolve) => {
      const address = `${provider.url.replace("http", "ws")}/ws?ticket=${data.ticket}`;
      const socket = new WebSocket(address, { origin });
      socket.on("open", () => resolve(true)).on("error", () => resolve(false));
      setTimeout(() => socket.terminate(), 3_000);
    });
  for (const origin of ["https://evil.example", `http://${HOST}`, `https://${HOST}:8443`, "null"])
    expect([origin, await opens(origin)]).toEqual([origin, false]);
  expect(await opens(`https://${HOST}`)).toBe(true);
});
