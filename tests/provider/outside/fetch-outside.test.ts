import type { LookupAddress } from "node:dns";
import dns from "node:dns/promises";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { fetchOutside, judgeOutside, OutboundError } from "#app/provider/outside/fetch-outside.ts";

/** What DNS answers of one name, one look-up after the other. Other names are looked up. */
const REBOUND = "rebound.example";
const answers: string[][] = [];
const { lookup } = dns;
const answered = async (host: string, options: object): Promise<unknown> =>
  host === REBOUND
    ? (answers.shift() ?? []).map((address): LookupAddress => ({ address, family: 4 }))
    : lookup(host, options);
/** For modules that are loaded already, too: files of a project share them. */
function lookUpBy(look: typeof answered | typeof lookup): void {
  Object.assign(dns, { lookup: look });
  syncBuiltinESMExports();
}

/** Ways to name a host inside the operator's network. */
const INSIDE = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "１２７.0.0.1",
  "127.0.0.1.",
  "0.0.0.0",
  "10.0.0.5",
  "172.16.3.4",
  "192.168.1.1",
  "100.64.0.1",
  "100.127.255.255",
  "169.254.169.254",
  "192.0.0.8",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[::a00:5]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "localhost",
];

let port: number;
let calls = 0;
const server = createServer((_, response) => {
  calls++;
  response.end("inside");
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

describe("an address that others name", () => {
  for (const host of INSIDE)
    it(`is not called inside the network: ${host}`, async () => {
      const url = `https://${host}:${port}/`;
      expect(await judgeOutside(url, [])).toBe("address");
      await expect(fetchOutside([])(url)).rejects.toThrow(OutboundError);
      expect(calls).toBe(0);
    });

  it("is https without a name and password, and of a host that is known", async () => {
    expect(await judgeOutside("http://8.8.8.8/", [])).toBe("address");
    expect(await judgeOutside("https://a:b@8.8.8.8/", [])).toBe("address");
    for (const text of ["ftp://8.8.8.8/", "file:///etc/passwd", "nonsense", "https://", "https://[::1"])
      expect(await judgeOutside(text, []), text).toBe("address");
    expect(await judgeOutside("https://nobody.invalid/", [])).toBe("name");
    expect(await judgeOutside("https://8.8.8.8/hook", [])).toBe("ok");
    expect(await judgeOutside("https://[2606:4700::1111]/hook", [])).toBe("ok");
  });

  it.each([["another address"], ["another address beside it"]])(
    "is judged by the answer of DNS that is connected to: %s than before",
    async (second) => {
      lookUpBy(answered);
      onTestFinished(() => lookUpBy(lookup));
      const url = `https://${REBOUND}:${port}/`;
      answers.push(["8.8.8.8"], second === "another address" ? ["127.0.0.1"] : ["8.8.8.8", "127.0.0.1"]);
      expect(await judgeOutside(url, [])).toBe("ok");
      await expect(fetchOutside([])(url)).rejects.toThrow(OutboundError);
      expect([answers, calls]).toEqual([[], 0]);
    },
  );

  it("is called inside the network where the operator allows the host, with its port or any", async () => {
    for (const allowed of ["127.0.0.1", `127.0.0.1:${port}`])
      expect((await fetchOutside([allowed])(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect(await judgeOutside(`http://127.0.0.1:${port}/`, [`127.0.0.1:${port + 1}`])).toBe("address");
  });
});
