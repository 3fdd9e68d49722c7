import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { requestIds } from "#app/provider/http/request-ids.ts";

const ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACE_PARENT = `00-${ID}-00f067aa0ba902b7-01`;
const FRESH = /^[\da-f]{32}$/;
const idOf = requestIds(["loopback", "10.1.2.0/24"]);
const from = (remoteAddress: string, headers: Record<string, string>) =>
  idOf({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);

test("an id is taken from trusted programs only", () => {
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.1.2.3"]) {
    expect([address, from(address, { traceparent: TRACE_PARENT })]).toEqual([address, ID]);
    expect([address, from(address, { "x-request-id": "proxy-7" })]).toEqual([address, "proxy-7"]);
  }
  for (const address of ["10.1.3.3", "203.0.113.9", ""])
    for (const headers of [{ traceparent: TRACE_PARENT }, { "x-request-id": "proxy-7" }]) {
      const id = from(address, headers as unknown as Record<string, string>);
      expect([address, id]).toEqual([address, expect.stringMatching(FRESH)]);
      expect(id).not.toBe(ID);
    }
});

test.each([
  { traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` },
  { traceparent: `00-${ID}-${"0".repeat(16)}-01` },
  { traceparent: `00-${ID.toUpperCase()}-00f067aa0ba902b7-01` },
  { traceparent: `${TRACE_PARENT}-more` },
  { "x-request-id": "'; drop table company; --" },
  { "x-request-id": "a*/b" },
  { "x-request-id": "a".repeat(51) },
  { "x-request-id": "" },
])("an id of another form is not taken: %j", (headers) => {
  const id = from("127.0.0.1", headers as unknown as Record<string, string>);
  expect(id).toMatch(FRESH);
  expect(id).not.toBe(ID);
});
