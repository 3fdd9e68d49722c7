import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { FormValues } from "#app/components/begun-form.tsx";
import { buttonCodes, grantedCalls, menuNames } from "#app/contract/access.ts";
import {
  type CustomerRole,
  customerRights,
  customerRole,
  customerRoleMake,
  customerRoleRemove,
  customerRoleSave,
  customerRoles,
  ROLE_NAME_MAX,
} from "#app/contract/customer-role.ts";
import { again, answerOf, hasFaults, lineIn, type Sent, saidAt, saveSent, sentIn } from "./reply.server.ts";
import { rightName } from "./right.server.ts";

export const rolesHref = (id: string) => href("/freightForwarder/customerRoles/:id", { id });
const roleHref = (id: string) => href("/freightForwarder/customerRole/:id", { id });

export interface RolesView {
  company: { id: string; name: string };
  roles: {
    id: string;
    name: string;
    people: string;
    /** Null for a shared one, which is copied instead. */
    href: string | null;
    copyHref: string;
  }[];
  /** A right, and by role whether it holds it. */
  table: { right: string; held: boolean[] }[];
  fields: { fromId: string };
  choices: [value: string, label: string][];
}

const nameIn = ({ language }: Visit, { name, nameZh }: CustomerRole) => (language === "zh" ? nameZh : name);

/** Throws as `visit.read`. */
export async function loadRoles(
  visit: Visit,
  companyId: string,
  search: URLSearchParams,
): Promise<RolesView> {
  const { company, roles } = await visit.read(customerRoles, { companyId });
  const { t } = visit;
  const from = search.get("from");
  return {
    company,
    roles: roles.map((role) => ({
      id: role.id,
      name: nameIn(visit, role),
      people: t("customers:peopleHere", { count: role.members }),
      href: role.isShared ? null : roleHref(role.id),
      copyHref: `${rolesHref(companyId)}?from=${role.id}#role-make`,
    })),
    table: customerRights.flatMap((right) => {
      const held = roles.map(({ rights }) => rights.includes(right));
      return held.some(Boolean) ? [{ right: rightName(visit, right), held }] : [];
    }),
    fields: { fromId: roles.find(({ id }) => id === from)?.id ?? roles[0]?.id ?? "" },
    choices: roles.map((role) => [role.id, nameIn(visit, role)]),
  };
}

function namesIn(sent: Sent) {
  return { name: lineIn(sent, "name", ROLE_NAME_MAX), nameZh: lineIn(sent, "nameZh", ROLE_NAME_MAX) };
}

/** Makes a role as a copy; its own page says then what it holds. */
export async function makeRole(visit: Visit, companyId: string, form: FormData) {
  const sent = sentIn(visit, form);
  const names = namesIn(sent);
  const { fromId = "" } = sent.typed;
  if (!/^\d{1,18}$/.test(fromId)) sent.faults.fromId = visit.t("customers:fault.choice");
  if (hasFaults(sent)) return again(sent);
  const result = await visit.write(customerRoleMake, { companyId, fromId, ...names }, { key: sent.key });
  return answerOf(sent, result, "roleMade", (made) => (made ? roleHref(made.id) : rolesHref(companyId)));
}

export interface RoleView {
  company: { id: string; name: string };
  version: number;
  title: string;
  fields: { name: string; nameZh: string };
  begun: FormValues;
  groups: {
    name: "menus" | "buttons" | "calls";
    rights: { code: string; label: string; isHeld: boolean }[];
  }[];
  /** How many have the role: whom a change meets. */
  people: number;
}

/** Throws as `visit.read`. */
export async function loadRole(visit: Visit, id: string): Promise<RoleView> {
  const { company, role } = await visit.read(customerRole, { id });
  const rightsOf = (codes: readonly string[]) =>
    codes.map((code) => ({
      code,
      label: rightName(visit, code),
      isHeld: role.rights.some((right) => right === code),
    }));
  return {
    company,
    version: role.version,
    title: visit.t("customers:title.role", { role: nameIn(visit, role), company: company.name }),
    fields: { name: role.name, nameZh: role.nameZh },
    begun: begunRole(role),
    groups: [
      { name: "menus", rights: rightsOf(menuNames) },
      { name: "buttons", rights: rightsOf(buttonCodes) },
      { name: "calls", rights: rightsOf(grantedCalls) },
    ],
    people: role.members,
  };
}

/** Saves or removes the role, by the pressed button. What was not touched stays as it is. */
export async function changeRole(visit: Visit, id: string, form: FormData) {
  const { company, role } = await visit.read(customerRole, { id });
  const sent = sentIn(visit, form);
  const { version, key, intent } = sent;
  if (intent === "remove") {
    const result = await visit.write(customerRoleRemove, { id, version }, { key: `${key}:remove` });
    return answerOf(sent, result, "roleRemoved", () => rolesHref(company.id));
  }
  if (intent !== "save") throw redirect(roleHref(id));
  const labels: Record<string, string> = {
    name: visit.t("customer-pages:roleName"),
    nameZh: visit.t("customer-pages:roleNameZh"),
  };
  const saved = await saveSent(visit, form, {
    stored: begunRole(role),
    version: role.version,
    read: (posted) => ({
      ...namesIn(posted),
      rights: customerRights.filter((right) => posted.ticked.includes(right)),
    }),
    write: (value, of) => visit.write(customerRoleSave, { id, version: of, ...value }, { key }),
    field: (name) => ({ label: labels[name] ?? name }),
  });
  return "answer" in saved ? saved.answer : saidAt(visit, "roleSaved", rolesHref(company.id));
}

const begunRole = ({ name, nameZh, rights }: CustomerRole) => ({ name, nameZh, tick: { ticked: rights } });
