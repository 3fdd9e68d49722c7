import { signIn } from "#app/contract/auth.ts";
import { everyPage, type PageOfTable, recordsOf } from "#tests/support/every-page.ts";
import type { Product } from "#tests/support/product.ts";
import { callEndpoint, DEMO_PASSWORD } from "#tests/support/provider.ts";

/** Every page of the product, with records of its demonstration. */
export async function pagesOf({ providerUrl }: Product): Promise<PageOfTable[]> {
  const { data } = await callEndpoint<{ token: string }>(providerUrl, signIn, {
    userName: "demo",
    password: DEMO_PASSWORD,
  });
  const records = await recordsOf({
    call: async (endpoint, fields) =>
      (await callEndpoint<never>(providerUrl, endpoint, fields, { token: data.token })).data,
  });
  return everyPage(records);
}
