import { sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { customerDepartment } from "#app/contract/customer.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { countVersion, fieldFault, lockCustomer, mustBeCurrent, note, tellCompany } from "./store.ts";

type Input = z.output<typeof customerDepartment.request>;
interface Department {
  id: string;
  parent_id: string | null;
  name: string;
}

const DEPARTMENTS_MAX = 200;

/** Adds, renames or removes a department; one with people or departments in it stays. */
export async function changeDepartment(input: Input, context: CallerContext): Promise<null> {
  const { db } = context;
  const company = await lockCustomer(context, input.id);
  await mustBeCurrent(context, company, input.version);
  const departments = await db
    .selectFrom("department")
    .select(["id", "parent_id", "name"])
    .where("company_id", "=", input.id)
    .execute();
  const named = departments.find(({ id }) => id === input.departmentId);
  if (!named && (input.departmentId !== null || input.act !== "add"))
    throw new Refusal(CODE_NOT_FOUND, "notFound");
  await acts[input.act](input, named, departments, context);
  const before = input.act === "add" ? null : (named?.name ?? null);
  const after = input.act === "remove" ? null : input.name;
  if (before === after) return null;
  await countVersion(db, input.id);
  await note(context, input.id, "department", [{ path: "department", before, after }]);
  await tellCompany(context, input.id, "department.changed");
  return null;
}

type Act = (
  input: Input,
  named: Department | undefined,
  departments: readonly Department[],
  context: CallerContext,
) => Promise<void>;

const acts: Record<Input["act"], Act> = {
  add: async (input, above, departments, context) => {
    if (departments.length >= DEPARTMENTS_MAX) throw new Refusal(CODE_CONFLICT, "tooManyDepartments");
    checkName(input.name, above?.id ?? null, departments, context);
    await context.db
      .insertInto("department")
      .values({ company_id: input.id, parent_id: above?.id ?? null, name: input.name })
      .execute();
  },
  rename: async ({ name }, named, departments, context) => {
    const others = departments.filter(({ id }) => id !== named!.id);
    checkName(name, named!.parent_id, others, context);
    await context.db.updateTable("department").set({ name }).where("id", "=", named!.id).execute();
  },
  remove: async (_, named, departments, { db }) => {
    const { rows } = await sql`select from app_user where department_id = ${named!.id} limit 1`.execute(db);
    if (rows.length > 0 || departments.some(({ parent_id }) => parent_id === named!.id))
      throw new Refusal(CODE_CONFLICT, "departmentInUse");
    await db.deleteFrom("department").where("id", "=", named!.id).execute();
  },
};

function checkName(
  name: string,
  above: string | null,
  others: readonly Department[],
  context: CallerContext,
): void {
  if (name === "") throw fieldFault(CODE_INVALID, "name", "cannotBeEmpty", context);
  const isTaken = others.some(
    (other) => other.parent_id === above && other.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw fieldFault(CODE_CONFLICT, "name", "departmentTaken", context);
}
