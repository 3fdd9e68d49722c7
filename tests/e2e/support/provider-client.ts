import type { z } from "zod";
import { signIn } from "#app/contract/auth.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { envelope } from "#app/contract/envelope.ts";
import { servicePrefixes } from "#app/provider/call/route.ts";
import { PASSWORD } from "./journey.ts";

/** Calls the provider as the portal does. */
export interface ProviderClient {
  /** @throws Error unless the call is answered with success. */
  call<Res extends z.ZodType>(endpoint: Endpoint<z.ZodType, Res>, fields: object): Promise<z.output<Res>>;
}

/** A client that is signed in with a demo account. `origin` is the provider's. */
export async function providerClient(origin: string, userName: string): Promise<ProviderClient> {
  let token = "";
  const client: ProviderClient = {
    async call(endpoint, fields) {
      const isJson = endpoint.body === "json";
      const answer = await fetch(origin + servicePrefixes[endpoint.service] + endpoint.path, {
        method: endpoint.method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
          "idempotency-key": crypto.randomUUID(),
        },
        ...(endpoint.method === "GET"
          ? {}
          : {
              body: isJson
                ? JSON.stringify(fields)
                : new URLSearchParams(fields as Record<string, string>).toString(),
            }),
        signal: AbortSignal.timeout(10_000),
      });
      const { code, message, data } = envelope.parse(await answer.json());
      if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${message}`);
      return endpoint.response.parse(data) as z.output<typeof endpoint.response>;
    },
  };
  token = (await client.call(signIn, { userName, password: PASSWORD })).token;
  return client;
}
