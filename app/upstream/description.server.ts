import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";
import { exchange } from "./exchange.server.ts";

/** What of a call's OpenAPI description the portal shows. Unknown keys and calls of another form are passed over. */
const content = z.object({ schema: z.unknown().optional(), example: z.unknown().optional() });
const operation = z.object({
  operationId: z.string(),
  summary: z.string().default(""),
  "x-scopes": z.array(z.string()).default([]),
  parameters: z
    .array(
      z.object({
        $ref: z.string().optional(),
        name: z.string().optional(),
        in: z.string().optional(),
        required: z.boolean().default(false),
        schema: z.unknown().optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), content) }).optional(),
  responses: z
    .record(z.string(), z.object({ content: z.record(z.string(), content).default({}) }))
    .default({}),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** A call of the provider as its OpenAPI document describes it. */
export type DescribedCall = z.infer<typeof operation> & { method: string; path: string };

const ANSWER_WITHIN_MS = 10_000;
const KEPT_MS = 60_000;
const cachedCalls = new Map<string, { until: number; calls: Promise<DescribedCall[] | null> }>();

/**
 * The calls of a part of the provider's OpenAPI document, such as `/openapi/customer.json`, that keys of programs open; null
 * when it cannot be had, which a provider of the operator's own need not have. Kept for a minute.
 * @param token of somebody who may see the part
 */
export function readDescription(path: string, token: string | null): Promise<DescribedCall[] | null> {
  const now = performance.now();
  const last = cachedCalls.get(path);
  if (last && last.until > now) return last.calls;
  const calls = ask(path, token).catch((error: Error) => {
    log.warn({ path, reason: error.message }, "The provider's description cannot be read");
    cachedCalls.delete(path);
    return null;
  });
  cachedCalls.set(path, { until: now + KEPT_MS, calls });
  return calls;
}

async function ask(path: string, token: string | null): Promise<DescribedCall[]> {
  const url = new URL(env.PROVIDER_URL.replace(/\/$/, "") + path);
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const init = { method: "GET" as const, headers, body: undefined, redirect: "manual" as const };
  const answer = await exchange({ url, init }, AbortSignal.timeout(ANSWER_WITHIN_MS));
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  const { paths } = description.parse(JSON.parse(await text(Readable.from(answer.body ?? []))));
  return Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).flatMap(([method, value]) => {
      const { data } = operation.safeParse(value);
      return data && data["x-scopes"].length > 0
        ? [{ ...data, method: method.toUpperCase(), path: address }]
        : [];
    }),
  );
}
