import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CODE_NOT_LOGGED_IN } from "#app/contract/code.ts";
import { documentDetail, documentList, documentUpload } from "#app/contract/document.ts";
import { keptConnection } from "#tests/support/kept-connection.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, type Somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let own: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  own = await customer(provider);
});
afterAll(() => provider?.stop());

test.each([100, 500])(
  "answers the next calls over a connection whose upload of %i kB was refused before it was read",
  async (kilobytes) => {
    const connection = keptConnection(provider.apiUrl);
    const call = async (path: string, given: BodyInit, token = own.token) => {
      const form = new Response(given);
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": form.headers.get("content-type") ?? "",
      };
      const sent = { method: "POST", headers, body: await form.bytes() };
      const { body, isReused } = await connection.ask(path, sent);
      return { code: (JSON.parse(body) as { code: number }).code, isReused };
    };
    const form = new FormData();
    form.set("id", "999999");
    form.append("file", new Blob(["x".repeat(kilobytes * 1024)]), "list.pdf");
    const next = () => call(documentList.path, new URLSearchParams());
    await next();
    expect(await call(documentUpload.path, form)).toEqual({ code: 404, isReused: true });
    expect(await next()).toEqual({ code: 200, isReused: true });
    expect(await call(documentUpload.path, form, "nobody")).toEqual({
      code: CODE_NOT_LOGGED_IN,
      isReused: true,
    });
    expect(await next()).toEqual({ code: 200, isReused: true });
    connection.close();
  },
);

const PDF = "%PDF-1.4\n%%EOF\n";
const upload = async (body: BodyInit, { type = "", key = randomUUID() as string } = {}) => {
  const answer = await fetch(`${provider.apiUrl}${documentUpload.path}`, {
    method: "POST",
    body,
    headers: {
      authorization: `Bearer ${own.token}`,
      "idempotency-key": key,
      ...(type && { "content-type": type }),
    },
  });
  const { code, data } = (await answer.json()) as {
    code: number;
    data: { id: string | null; refused: { fileName: string; message: string }[] };
  };
  return { status: answer.status, code, data };
};

test("a form that breaks off or is none is said to be the sender's fault", async () => {
  await makeShipment(provider.db, own.companyId, { house_number: "FLCUT-1" });
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`;
  const fields = `${field("houseNumber", "FLCUT-1")}\r\n${field("documentType", "OTHER")}\r\n`;
  const begun = `${fields}--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${PDF}`;
  const type = "multipart/form-data; boundary=b";
  for (const body of [field("houseNumber", "FLCUT-1"), "no form", begun, begun + "x".repeat(100_000)])
    expect(await upload(body, { type })).toMatchObject({ status: 400, code: 400 });
  for (const other of ["multipart/form-data", `multipart/form-data; boundary=${"x".repeat(300)}`])
    expect(await upload(begun, { type: other })).toMatchObject({ status: 400, code: 400 });
  expect((await upload(`${begun}\r\n--b--\r\n`, { type })).data.id).not.toBeNull();
});

test("another file under a key that was used is refused and not taken for the first", async () => {
  await makeShipment(provider.db, own.companyId, { house_number: "FLKEY-1" });
  const send = (name: string, content: string, key: string) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ houseNumber: "FLKEY-1", documentType: "OTHER" }))
      form.set(field, value);
    form.append("file", new Blob([content]), name);
    return upload(form, { key });
  };
  const key = randomUUID();
  const first = await send("a.pdf", PDF, key);
  expect((await send("a.pdf", PDF, key)).data).toEqual(first.data);
  for (const [name, content] of [
    ["a.pdf", `${PDF}other`],
    ["b.pdf", PDF],
    ["a.pdf", ""],
  ] as const)
    expect((await send(name, content, key)).data).toEqual({
      id: null,
      refused: [{ fileName: name, message: expect.stringContaining("used for another request") }],
    });
  const at = randomUUID();
  const both = await Promise.all([send("c.pdf", PDF, at), send("d.pdf", PDF, at)]);
  expect(both.filter(({ data }) => data.refused.length === 1)).toHaveLength(1);
  const { data } = await provider.call(documentDetail, { id: first.data.id! }, { token: own.token });
  expect(data.versions.map(({ fileName }) => fileName)).toEqual(["a.pdf"]);
});
