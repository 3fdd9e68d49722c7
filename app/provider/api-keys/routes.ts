import * as contract from "#app/contract/api-key.ts";
import { MANAGES_MEMBERS, type Needs } from "../call/needs.ts";
import { handle, type Route } from "../call/route.ts";
import { listApiKeys, makeApiKey, revokeApiKey } from "./key.ts";

/** For those who manage the company's members, since a key reads what they read. */
const manage = { reach: "company", ...MANAGES_MEMBERS } as const satisfies Needs;

/**
 * Everything under /apiKey: keys of programs (app/decisions/programs.md).
 * @param routes all calls of the provider, which keys may open
 */
export const apiKeyRoutes = (routes: () => readonly Route[]): Route[] => [
  handle(contract.apiKeyList, manage, (_, context) => listApiKeys(context, routes())),
  handle(contract.apiKeyMake, { ...manage, proof: "always" }, makeApiKey, { isAnswerSecret: true }),
  handle(contract.apiKeyRevoke, manage, revokeApiKey),
];
