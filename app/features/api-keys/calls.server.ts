import { href, redirect } from "react-router";
import type { SignedIn } from "#app/access/guard.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { words } from "#app/components/list/query.server.ts";
import {
  apiScopes,
  CUSTOMER_OPENAPI_PATH,
  callsOfScope,
  STAFF_OPENAPI_PATH,
} from "#app/contract/api-key-code.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { type DescribedCall, readDescription } from "#app/upstream/description.server.ts";
import { fieldsOf, type SchemaField } from "./schema-fields.ts";

export type CallLine = ReturnType<typeof lineOf>;
export type CallView = Awaited<ReturnType<typeof loadCall>>;
export type FieldLine = ReturnType<typeof fieldLine>;

const keywords = words(100);
const known: ReadonlySet<string> = new Set(Object.values(callsOfScope).flat());

/** The calls that keys of the company open, by what they are about; those with a word, or all. Null when nobody describes them now. */
export async function loadCalls(signedIn: SignedIn, search: URLSearchParams) {
  const keyword = keywords.parse(search.get("keyword") ?? undefined);
  const calls = await readCalls(signedIn);
  if (!calls) return { keyword, groups: null };
  const wanted = keyword?.toLowerCase();
  const lines = calls
    .map((call) => lineOf(signedIn.visit, call))
    .filter((line) => !wanted || Object.values(line).some((text) => text.toLowerCase().includes(wanted)));
  const groups = [...Map.groupBy(lines, ({ name }) => name.replace(/\..*$/, ""))];
  return { keyword, groups: groups.map(([name, inside]) => ({ name, calls: inside })) };
}

/** One call with the fields and examples of its request and answer. Throws a redirect to the list when there is none. */
export async function loadCall(signedIn: SignedIn, name: string | null) {
  const { visit } = signedIn;
  const { t } = visit;
  const call = (await readCalls(signedIn))?.find(({ operationId }) => operationId === name);
  if (!call) throw redirect(href("/account/apiCalls"));
  const request = Object.values(call.requestBody?.content ?? {})[0];
  const answers = call.responses["200"]?.content ?? {};
  const answer = answers["application/json"];
  const scopes = apiScopes.filter((scope) => call["x-scopes"].includes(scope));
  return {
    ...lineOf(visit, call),
    title: t("api-calls:titleOf", { name: call.operationId }),
    scopes: scopes.map((scope) => t(`api-keys:scope.${scope}`)),
    isWrite: call.parameters.some(({ $ref }) => $ref?.endsWith("/idempotencyKey")),
    isFile: "application/octet-stream" in answers,
    fields: [...addressFields(visit, call), ...fieldLines(visit, request?.schema)],
    request: exampleText(request?.example),
    answerFields: fieldLines(visit, dataOf(answer?.schema)),
    answer: exampleText(answer?.example),
  };
}

function readCalls({ visit, user }: SignedIn): Promise<DescribedCall[] | null> {
  const path = user.companyInfo.isForwarder ? STAFF_OPENAPI_PATH : CUSTOMER_OPENAPI_PATH;
  return readDescription(path, visit.session.token);
}

function lineOf({ t }: Visit, { operationId: name, method, path, summary }: DescribedCall) {
  return {
    name,
    address: `${method} ${path}`,
    // A provider of the operator's own may have calls that nobody here has put into words.
    summary: known.has(name) ? (t as (key: string) => string)(`api-calls:summary.${name}`) : summary,
    href: withQuery(href("/account/apiCall"), { name }),
  };
}

function addressFields({ t }: Visit, { parameters }: DescribedCall) {
  return parameters.flatMap(({ name, in: place, required, schema }) => {
    if (!name || (place !== "path" && place !== "query")) return [];
    const [field] = fieldsOf({ properties: { [name]: schema }, required: required ? [name] : [] });
    return field ? [{ ...fieldLine(t, field), name: `${name} (${t("api-calls:inAddress")})` }] : [];
  });
}

const fieldLines = ({ t }: Visit, schema: unknown) => fieldsOf(schema).map((field) => fieldLine(t, field));

function fieldLine(t: Visit["t"], { name, type, isNeeded, isNullable, choices, maxLength }: SchemaField) {
  const word = t(`api-calls:type.${type}`);
  return {
    name,
    type: isNullable ? t("api-calls:orNull", { type: word }) : word,
    needed: isNeeded ? t("api-calls:needed") : "",
    about:
      choices.length > 0 ? choices.join(", ") : maxLength ? t("api-calls:most", { count: maxLength }) : "",
  };
}

/** The schema of the envelope's data. */
function dataOf(schema: unknown): unknown {
  return (schema as { properties?: { data?: unknown } } | undefined)?.properties?.data;
}

const exampleText = (example: unknown) => (example === undefined ? null : JSON.stringify(example, null, 2));
