import { afterAll, beforeAll, expect, test } from "vitest";
import { CODE_NOT_LOGGED_IN } from "#app/contract/code.ts";
import { documentList, documentUpload } from "#app/contract/document.ts";
import { keptConnection } from "#tests/support/kept-connection.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
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
