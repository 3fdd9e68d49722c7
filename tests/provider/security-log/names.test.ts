import { expect, test } from "vitest";
import en from "#app/locales/en/members.ts";
import zh from "#app/locales/zh/members.ts";
import { securityEventKinds } from "#app/provider/security-log/record.ts";

const named = (texts: object, kind: string) =>
  kind
    .split(".")
    .reduce<unknown>((level, key) => (level as Record<string, unknown> | undefined)?.[key], texts);

test.each(securityEventKinds)("%s has a name in the list of a company's activity", (kind) => {
  expect([named(en.action, kind), named(zh.action, kind)]).toEqual([expect.any(String), expect.any(String)]);
});
