import { data, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { withKnownFailures } from "#app/server-failures.ts";

const ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const args = (headers: Record<string, string>) =>
  ({ request: new Request("http://portal.test/", { headers }), params: {}, context: {} }) as never;

/** The loader of a build whose only route loads so; `hasPage`: it is a page and no resource. */
function guarded(loader: () => unknown, hasPage = true) {
  const told: unknown[] = [];
  const module = { loader, ...(hasPage && { default: () => null }) };
  const entry = { module: { handleError: (error: unknown) => void told.push(error) } };
  const build = { entry, routes: { page: { id: "page", path: "/", module } } } as unknown as ServerBuild;
  return { load: withKnownFailures(build).page!.module.loader!, told };
}
const failed = (error: unknown) => () => {
  throw error;
};

test("an unexpected error is logged, and a page is given the number of its request", async () => {
  const error = new Error("broken");
  const { load, told } = guarded(failed(error));
  await expect(load(args({ "x-request-id": ID }))).rejects.toMatchObject({
    data: { kind: "unknown", requestId: "4bf92f35" },
    init: { status: 500 },
  });
  expect(told).toEqual([error]);
});

test("answers that were thrown on purpose, and what succeeds, stay as they are", async () => {
  for (const answer of [data({ kind: "refused" }, { status: 503 }), new Response(null, { status: 302 })]) {
    const { load, told } = guarded(failed(answer));
    await expect(load(args({ "x-request-id": ID }))).rejects.toBe(answer);
    expect(told).toEqual([]);
  }
  expect(await guarded(() => "data").load(args({ "x-request-id": ID }))).toBe("data");
});

test("resources and servers without ids leave the error to the framework", async () => {
  const error = new Error("broken");
  await expect(guarded(failed(error)).load(args({}))).rejects.toBe(error);
  expect(() => guarded(failed(error), false).load(args({ "x-request-id": ID }))).toThrow(error);
});
