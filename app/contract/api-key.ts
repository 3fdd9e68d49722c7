import { z } from "zod";
import { API_KEY_NAME_LENGTH, apiKeyDays, apiKeyStates, apiScopes } from "./api-key-code.ts";
import { endpoint } from "./endpoint.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

const scopes = z.array(z.enum(apiScopes)).min(1).max(apiScopes.length);

export const apiKey = z.object({
  id: wireId,
  name: z.string(),
  /** The last characters, by which its owner recognises it. */
  hint: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Those that open nothing any more, since the maker has lost the right. */
  closedScopes: z.array(z.enum(apiScopes)).default([]),
  state: z.enum(apiKeyStates),
  /** Whose rights it has. */
  madeBy: z.string(),
  createdAt: wireDateTime,
  expiresAt: wireDateTime,
  lastUsedAt: wireDateTime.nullable(),
  lastUsedFrom: z.string().nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

export const apiKeyList = endpoint({
  name: "apiKey.list",
  summary: "Keys of the company's programs: those that work, and those that ended in the last 90 days",
  neededBy: ["/account/apiKeys"],
  path: "/apiKey/list",
  body: "none",
  request: noFields,
  response: z.object({ rows: z.array(apiKey) }),
});

export const apiKeyMake = endpoint({
  name: "apiKey.make",
  summary: "Make a key with the caller's rights, as far as its scopes go; the key is answered once",
  usedBy: ["/account/apiKeys"],
  path: "/apiKey/make",
  body: "json",
  isWrite: true,
  request: z.object({
    name: z.string().trim().min(1).max(API_KEY_NAME_LENGTH),
    scopes,
    days: z.literal([...apiKeyDays]),
  }),
  response: z.object({ id: wireId, key: z.string() }),
});

export const apiKeyRevoke = endpoint({
  name: "apiKey.revoke",
  summary: "End a key of the company at once",
  usedBy: ["/account/apiKeys"],
  path: "/apiKey/revoke",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});
