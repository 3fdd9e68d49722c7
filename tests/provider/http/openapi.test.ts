import { afterAll, beforeAll, expect, test } from "vitest";
import { CODE_FORBIDDEN, CODE_NOT_LOGGED_IN } from "#app/contract/code.ts";
import { webhookMessageTypes } from "#app/contract/webhook-code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { makeKey } from "#app/provider/call/key.ts";
import { API_KEY_PREFIX } from "#app/provider/call/program.ts";
import { servicePrefixes } from "#app/provider/call/route.ts";
import { routes } from "#app/provider/http/server.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, somebody } from "../quotes/fixture.ts";

interface Operation {
  operationId: string;
  security: object[];
  parameters: { $ref?: string; name?: string; in?: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, object> } }> };
  responses: Record<string, { content: Record<string, { schema: { properties: { data: object } } }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: object; securitySchemes: object };
}

let provider: TestProvider;
let document: Document;
/** The calls of the desk. */
let staff: Document;
beforeAll(async () => {
  provider = await startProvider();
  const { token } = await desk(provider);
  document = await read("/openapi.json");
  staff = await read("/openapi/staff.json", token);
});
afterAll(() => provider.stop());

function askFor(path: string, token?: string): Promise<Response> {
  const headers = new Headers(token === undefined ? [] : [["authorization", `Bearer ${token}`]]);
  return fetch(provider.url + path, { headers });
}

async function read(path: string, token?: string): Promise<Document> {
  const answer = await askFor(path, token);
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.headers.get("content-type")).toContain("application/json");
  return (await answer.json()) as Document;
}

const operationOf = (endpoint: (typeof endpoints)[number]) =>
  [document, staff].flatMap(
    ({ paths }) =>
      paths[servicePrefixes[endpoint.service] + endpoint.path]?.[endpoint.method.toLowerCase()] ?? [],
  )[0]!;

const operationsOf = (described: Document) =>
  Object.values(described.paths).flatMap((path) => Object.values(path));

test("every call of the contract is answered and stands in one of two documents, and none beside them", () => {
  const names = endpoints.map(({ name }) => name).sort();
  expect(routes.map(({ endpoint }) => endpoint.name).sort()).toEqual(names);
  const operations = [...operationsOf(document), ...operationsOf(staff)];
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(names);
  expect(new Set(names).size).toBe(names.length);
});

test("every path of the document is one that the running server routes", () => {
  const paths = Object.entries({ ...document.paths, ...staff.paths }).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const unknown = paths.filter(
    ({ method, path }) => !provider.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ":$1") }),
  );
  expect(unknown).toEqual([]);
  expect(provider.app.hasRoute({ method: "POST", url: "/api/no/such/path" })).toBe(false);
});

test.each([
  ["the portal's", () => document],
  ["the desk's", () => staff],
])("%s document is valid OpenAPI 3.1 and its references resolve", (_, described) => {
  const document = described();
  const text = JSON.stringify(document);
  expect(document.openapi).toBe("3.1.0");
  for (const [, reference] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
    expect(reference).toMatch(/^#\//);
    let target: unknown = document;
    for (const part of reference!.slice(2).split("/")) target = (target as Record<string, unknown>)[part];
    expect([reference, typeof target]).toEqual([reference, "object"]);
  }
  for (const [path, item] of Object.entries(document.paths))
    for (const operation of Object.values(item)) {
      const inPath = operation.parameters
        .filter((parameter) => parameter.in === "path")
        .map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
      expect(operation.responses).toHaveProperty("200");
    }
});

test("bodies, bearer and idempotency keys are described as the contract says", () => {
  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint);
    const bearer = [{ bearer: [] }, ...(endpoint.takesKeys ? [{ carrierKey: [] }] : [])];
    const optional = endpoint.hasOptionalBearer ? [{}, ...bearer] : [];
    expect([endpoint.name, operation.security]).toEqual([
      endpoint.name,
      endpoint.access === "public" ? optional : bearer,
    ]);
    const takesKey = operation.parameters.some(
      ({ $ref }) => $ref === "#/components/parameters/idempotencyKey",
    );
    expect([endpoint.name, takesKey]).toEqual([endpoint.name, endpoint.isWrite]);
    const types = Object.keys(operation.requestBody?.content ?? {});
    const expected: Record<string, string[]> = {
      form: ["application/x-www-form-urlencoded"],
      json: ["application/json"],
      multipart: ["multipart/form-data"],
      none: [],
      query: [],
    };
    const text = endpoint.takesText ? ["text/plain"] : [];
    expect([endpoint.name, types]).toEqual([endpoint.name, [...expected[endpoint.body]!, ...text]]);
  }
});

test("a shape is described field by field", () => {
  const signIn = document.paths["/api/auth/token"]!.post!;
  const request = signIn.requestBody!.content["application/x-www-form-urlencoded"]!.schema;
  expect(request.properties).toMatchObject({
    userName: { type: "string", minLength: 1, maxLength: 200 },
    password: { type: "string", minLength: 6 },
  });
  expect(signIn.responses["200"]!.content["application/json"]!.schema.properties.data).toMatchObject({
    type: "object",
    properties: { token: { type: "string" }, menuList: { type: "array" } },
  });
});

test("what webhooks send is described for customers, with the headers that sign it", async () => {
  const part = await (await fetch(`${provider.url}/openapi/customer.json`)).json();
  expect(Object.keys(part.webhooks)).toEqual([...webhookMessageTypes]);
  for (const { post } of Object.values(part.webhooks) as { post: Operation }[]) {
    expect(post.parameters.map(({ name }) => name)).toEqual([
      "webhook-id",
      "webhook-timestamp",
      "webhook-signature",
    ]);
    const { schema } = post.requestBody!.content["application/json"]!;
    expect(Object.keys(schema.properties!)).toEqual(["type", "timestamp", "sequence", "data"]);
  }
  expect(await (await fetch(`${provider.url}/openapi/carrier.json`)).json()).not.toHaveProperty("webhooks");
});

test("the parts for customers, staff and carriers hold their calls and no others", async () => {
  const names = (operations: Operation[]) => operations.map(({ operationId }) => operationId);
  const customer = operationsOf(await read("/openapi/customer.json"));
  expect(names(customer)).toContain("shipment.list");
  for (const operation of customer)
    expect(operation, operation.operationId).toMatchObject({ "x-scopes": expect.any(Array) });
  expect(names(customer).filter((name) => /^(auth|portalUser|apiKey|message|customer)\./.test(name))).toEqual(
    [],
  );
  expect(names(operationsOf(await read("/openapi/carrier.json")))).toContain("dcsa.events");
  const ofDesk = names(operationsOf(staff));
  expect(ofDesk).toContain("customer.list");
  expect(ofDesk.filter((name) => names(customer).includes(name))).toEqual([]);
  expect(names(operationsOf(document))).not.toContain("customer.list");
});

test("the calls of the desk are described to the forwarder's people and programs alone", async () => {
  const codeFor = async (token?: string) => {
    const answer = (await (await askFor("/openapi/staff.json", token)).json()) as Document & {
      code?: number;
    };
    return answer.paths ? operationsOf(answer).length > 10 : answer.code;
  };
  expect(await codeFor()).toBe(CODE_NOT_LOGGED_IN);
  expect(await codeFor("nonsense")).toBe(CODE_NOT_LOGGED_IN);
  expect(await codeFor((await customer(provider)).token)).toBe(CODE_FORBIDDEN);
  const { token, companyId } = await desk(provider);
  expect(await codeFor(token)).toBe(true);
  const { key, keyHash, hint } = makeKey(API_KEY_PREFIX);
  const { id: user_id } = await somebody(provider, companyId, { role: "admin" });
  const expires_at = new Date(Date.now() + DAY_MS);
  await provider.db
    .insertInto("api_key")
    .values({
      company_id: companyId,
      user_id,
      name: "ERP",
      key_hash: keyHash,
      hint,
      scopes: ["imports.write"],
      expires_at,
      created_at: new Date(),
    })
    .execute();
  expect(await codeFor(key)).toBe(true);
});

test("each call has an example of its request and its answer, which the contract takes", () => {
  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint);
    const [body] = Object.values(operation.requestBody?.content ?? {}) as { example?: object }[];
    if (body && !/\{\w+\}/.test(endpoint.path))
      expect([endpoint.name, endpoint.request.safeParse(body.example).error]).toEqual([
        endpoint.name,
        undefined,
      ]);
    if (endpoint.answer === "file") continue;
    const { example } = operation.responses["200"]!.content["application/json"] as unknown as {
      example: { code: number; data: unknown };
    };
    expect(example.code).toBe(200);
    expect([endpoint.name, endpoint.response.safeParse(example.data).error]).toEqual([
      endpoint.name,
      undefined,
    ]);
  }
});
