import { expect, test } from "vitest";
import { freshId } from "#app/lib/fresh-id.ts";
import { asRequest, presentRequest, presentTraceParent, readTraceParent } from "#app/lib/request-id.ts";

test("requests at the same time keep their ids apart, and nobody's work has none", async () => {
  const work = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return presentRequest();
  };
  const ids = Array.from({ length: 20 }, freshId);
  expect(await Promise.all(ids.map((id) => asRequest(id, work)))).toEqual(ids);
  expect(await work()).toBeUndefined();
});

test("what the header says is read back", () => {
  const id = freshId();
  const header = (spanId?: string) => asRequest(id, presentTraceParent, spanId);
  expect(readTraceParent(header())).toEqual({ requestId: id, spanId: id.slice(16) });
  expect(readTraceParent(header("00f067aa0ba902b7"))?.spanId).toBe("00f067aa0ba902b7");
  expect(presentTraceParent()).toBeUndefined();
  expect(asRequest("proxy-7", presentTraceParent)).toBeUndefined();
  for (const header of [undefined, "", ["a"], `00-${id}`]) expect(readTraceParent(header)).toBeNull();
});
