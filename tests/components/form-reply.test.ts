import { parse } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { fieldName, pathSteps } from "#app/components/field-name.server.ts";
import { requiredConstraint } from "#app/components/form.tsx";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { CODE_CONFLICT, CODE_TOO_MANY } from "#app/contract/code.ts";

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const typed = (fields: Record<string, string>) =>
  parse<Record<string, unknown>, string[]>(formOf(fields), { resolve: (value) => ({ value }) });
const refused = (given: Partial<WriteFault> = {}): WriteFault =>
  ({ kind: "refused", code: 400, message: "No", fields: [], ...given }) as WriteFault;

describe("a form with invalid fields", () => {
  const schema = z.object({ name: z.string(), password: z.string().min(8, "too short") });

  test("comes back with what was typed, without its passwords, and says what is wrong", () => {
    const submission = parseWithZod(formOf({ name: "Ann", password: "secret" }), { schema });
    const answer = invalid(submission as never, ["password"]);
    expect(answer.init?.status).toBe(400);
    expect(answer.data.reply).toMatchObject({
      status: "error",
      initialValue: { name: "Ann" },
      error: { password: ["too short"] },
    });
    expect(JSON.stringify(answer.data)).not.toContain("secret");
  });
});

describe("a write that was refused", () => {
  test("shows each fault at its field, by the form's field name", () => {
    const fields = [
      { path: "cargo.0.weight", message: "too heavy" },
      { path: "cargo.0.weight", message: "no number" },
      { path: "shipper.name", message: "missing" },
    ];
    const { data, init } = faulty(typed({ "cargo[0].weight": "x" }), refused({ fields }));
    expect(init?.status).toBe(400);
    expect(data.reply.error).toEqual({
      "cargo[0].weight": ["too heavy", "no number"],
      "shipper.name": ["missing"],
    });
    expect(data.reply.initialValue).toMatchObject({ cargo: [{ weight: "x" }] });
    expect(data.requestId).toBeNull();
  });

  test("shows a fault without a field at the top", () => {
    const { data } = faulty(typed({ name: "Ann" }), refused({ message: "Not today" }));
    expect(data.reply.error).toEqual({ "": ["Not today"] });
  });

  test("passes an account state on, and shows nothing else", () => {
    const account = { state: "locked", minutes: 5 } as unknown as NonNullable<WriteFault["account"]>;
    const { data, init } = faulty(typed({}), refused({ kind: "accountState", account } as never));
    expect(init?.status).toBe(401);
    expect(data.account).toBe(account);
    expect(data.reply.error?.[""] ?? []).toEqual([]);
  });

  test.each([
    [CODE_CONFLICT, 409],
    [CODE_TOO_MANY, 429],
    [8_123, 400],
  ])("by code %i is answered by %i", (code, status) => {
    expect(faulty(typed({}), refused({ code })).init?.status).toBe(status);
  });

  test("keeps the passwords to itself", () => {
    const { data } = faulty(typed({ name: "Ann", password: "secret-1" }), refused(), ["password"]);
    expect(data.reply.initialValue).toEqual({ name: "Ann" });
  });
});

test("a write without an answer is retried with the same key", () => {
  const { data, init } = faulty(typed({ requestId: "abc.def" }), refused({ kind: "unavailable" } as never));
  expect(init?.status).toBe(503);
  expect(data.requestId).toBe("abc.def");
  expect(faulty(typed({}), refused({ kind: "unavailable" } as never)).data.requestId).toBeNull();
});

test.each([
  ["origin", "origin"],
  ["shipper.name", "shipper.name"],
  ["cargo.0.weight", "cargo[0].weight"],
  ["cargo.12", "cargo[12]"],
])("the field %s of a request is %s of its form", (path, name) => {
  expect(fieldName(path)).toBe(name);
  expect(pathSteps(path).join(".")).toBe(path);
});

test("what a schema requires is marked in every row, and nothing is cut to a length", () => {
  const schema = z.object({
    name: z.string().max(3),
    note: z.string().default(""),
    rows: z.array(z.object({ weight: z.string(), length: z.string().optional() })),
  });
  const required = requiredFields(schema);
  expect(required).toEqual(["name", "rows", "rows[]", "rows[].weight"]);
  const constraint = requiredConstraint(required);
  expect(constraint.name).toEqual({ required: true });
  expect(constraint["rows[11].weight"]).toEqual({ required: true });
  expect(constraint.note).toBeUndefined();
  expect(constraint["rows[11].length"]).toBeUndefined();
});
