import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { SignedIn } from "#app/access/guard.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { tooLong } from "#app/components/field-text.ts";
import { faulty, invalid, refusedPress, requiredFields } from "#app/components/form-reply.server.ts";
import { env } from "#app/config/env.server.ts";
import { type ApiKey, apiKeyList, apiKeyMake, apiKeyRevoke } from "#app/contract/api-key.ts";
import {
  API_CALLS_PER_MINUTE,
  API_KEY_NAME_LENGTH,
  apiKeyDays,
  apiScopes,
  CUSTOMER_OPENAPI_PATH,
  STAFF_OPENAPI_PATH,
  scopesFor,
} from "#app/contract/api-key-code.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { systemShipments } from "#app/contract/forwarder-system.ts";
import { shipmentList } from "#app/contract/shipment.ts";
import { addressId } from "#app/contract/wire.ts";
import { DAY_MS, formatDay, wireToInstant } from "#app/lib/date-time.ts";
import { endsSoon } from "#app/lib/key-ending.ts";
import { realtimeAddress } from "#app/lib/realtime-address.ts";

export type ApiKeysView = Awaited<ReturnType<typeof loadApiKeys>>;
export type ApiKeyView = ReturnType<typeof keyView>;

/** The company's keys in words, and how a program uses one. Throws as `visit.read`. */
export async function loadApiKeys({ visit, user }: SignedIn, pageUrl: URL) {
  const { rows } = await visit.read(apiKeyList, {});
  const address = interfaceAddress(visit, pageUrl);
  const { isForwarder } = user.companyInfo;
  return {
    keys: rows.map((key) => keyView(visit, key)),
    use: address && {
      address,
      example: isForwarder ? importExampleAt(address) : exampleAt(address),
      // A browser has no key to open the description of the desk's calls with.
      ...(isForwarder
        ? { descriptionExample: describedAt(address), descriptionHref: null }
        : { descriptionExample: null, descriptionHref: address + CUSTOMER_OPENAPI_PATH }),
    },
    limit: visit.t("api-keys:how.limit", { number: API_CALLS_PER_MINUTE }),
  };
}

/**
 * Where programs reach the provider: PUBLIC_API_URL; else, without TLS, where browsers open their sockets. Behind TLS a
 * proxy forwards the socket but not the calls, unless the operator says so by that setting: null.
 */
function interfaceAddress({ site }: Visit, pageUrl: URL): string | null {
  if (env.PUBLIC_API_URL) return env.PUBLIC_API_URL.replace(/\/$/, "");
  if (env.isBehindTls) return null;
  return new URL(realtimeAddress(pageUrl.href, site, env).replace(/^ws/, "http")).origin;
}

const exampleAt = (address: string) => callOf(address, shipmentList.path, `'{"pageSize": 20}'`);
const importExampleAt = (address: string) => callOf(address, systemShipments.path, "@shipments.json");

const describedAt = (address: string) =>
  `curl ${address}${STAFF_OPENAPI_PATH} -H "Authorization: Bearer $KEY"`;

const callOf = (address: string, path: string, sent: string) =>
  [
    `curl ${address}${new URL(env.API_URL).pathname}${path} \\`,
    `  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\`,
    `  -d ${sent}`,
  ].join("\n");

function keyView(visit: Visit, key: ApiKey) {
  const { t, dated } = visit;
  const isOver = key.state === "EXPIRED" || key.state === "REVOKED";
  return {
    id: key.id,
    name: key.name,
    isOver,
    badge: {
      kind: key.state === "WORKS" ? ("success" as const) : ("neutral" as const),
      text: t(`api-keys:state.${key.state}`),
    },
    ends: key.state === "WORKS" ? endText(visit, key) : null,
    scopes: key.scopes.map((scope) => {
      const name = t(`api-keys:scope.${scope}`);
      return key.closedScopes.includes(scope) ? t("api-keys:closedScope", { name }) : name;
    }),
    facts: [
      t("api-keys:hint", { hint: key.hint }),
      dated(key.createdAt, (at) => t("api-keys:made", { at, by: key.madeBy })),
      ...(key.state === "REVOKED"
        ? []
        : [dated(key.expiresAt, (at) => t(isOver ? "api-keys:ended" : "api-keys:expires", { at }))]),
      key.lastUsedAt
        ? dated(key.lastUsedAt, (at) => t("api-keys:used", { at, from: key.lastUsedFrom ?? "" }))
        : t("api-keys:unused"),
    ],
  };
}

/** How many days of the reader's calendar are left; null while the end is far. */
function endText({ t, zone }: Visit, key: ApiKey): string | null {
  const [createdAt, expiresAt] = [wireToInstant(key.createdAt), wireToInstant(key.expiresAt)];
  const now = new Date();
  if (!createdAt || !expiresAt || !endsSoon({ createdAt, expiresAt }, now)) return null;
  const dayOf = (instant: Date) => Date.parse(formatDay(instant, zone) ?? "");
  const days = (dayOf(expiresAt) - dayOf(now)) / DAY_MS;
  if (days > 1) return t("api-keys:endsSoon.days", { days });
  return t(days === 1 ? "api-keys:endsSoon.tomorrow" : "api-keys:endsSoon.today");
}

/** The button of a key. */
export async function revokeKey(visit: Visit, form: FormData) {
  const requestId = String(form.get("requestId"));
  const id = addressId.catch("0").parse(String(form.get("revoke")));
  const result = await visit.write(apiKeyRevoke, { id }, { key: `${requestId}:${id}` });
  if (result.isDone) visit.session.flash({ kind: "success", key: "api-keys:revoked" });
  // Otherwise it was revoked in another browser meanwhile.
  else if (result.fault.code !== CODE_NOT_FOUND) return refusedPress(result.fault, requestId);
  return redirect(href("/account/apiKeys"));
}

const schema = z.object({
  name: z
    .string({ error: "shell:form.empty" })
    .trim()
    .min(1, "shell:form.empty")
    .max(API_KEY_NAME_LENGTH, tooLong(API_KEY_NAME_LENGTH)),
  days: z.coerce.number().pipe(z.literal([...apiKeyDays], "shell:form.format")),
  scopes: z.array(z.enum(apiScopes)).min(1, "api-keys:form.scopesMissing").max(apiScopes.length),
});

export function makingView({ visit: { t }, user }: SignedIn) {
  return {
    required: requiredFields(schema),
    days: apiKeyDays.map((days) => [String(days), t("api-keys:form.daysOf", { days })] as const),
    scopes: scopesFor(user.companyInfo).map((value) => ({ value, label: t(`api-keys:scope.${value}`) })),
  };
}
export type MakingView = ReturnType<typeof makingView>;

/** Makes the key, which is in the answer to the form itself, since nothing keeps it: a repeated form gets the same one. */
export async function makeKey(visit: Visit, form: FormData) {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return withoutKey(invalid(submission));
  const result = await visit.write(apiKeyMake, submission.value, { key: String(form.get("requestId")) });
  if (!result.isDone) return withoutKey(faulty(submission, result.fault));
  return data({ reply: undefined, requestId: null, key: result.data?.key ?? null });
}

function withoutKey({ data: answer, init }: ReturnType<typeof invalid> | ReturnType<typeof faulty>) {
  return data({ reply: answer.reply, requestId: answer.requestId, key: null }, init ?? undefined);
}
