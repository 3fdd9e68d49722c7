import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { Boxes } from "#app/components/begun-form.tsx";
import { type LogView, logView } from "#app/components/operation-log.server.ts";
import { type ResourceCode, resourceCodes } from "#app/contract/access.ts";
import {
  CUSTOMER_LIMITS,
  type CustomerDetail,
  customerAccess,
  customerClose,
  customerDepartment,
  customerDetail,
  customerMake,
  customerSave,
  departmentActs,
} from "#app/contract/customer.ts";
import { addressId } from "#app/contract/wire.ts";
import { isAccountName } from "#app/lib/account-name.ts";
import { countryCodeOf, countryName, countryNames, isCountryCode } from "#app/lib/country-code.ts";
import type { Line } from "#app/lib/moment.ts";
import { type TreeNode, treeOf } from "#app/lib/tree.ts";
import { customerHref, placeText } from "./list.server.ts";
import { again, answerOf, hasFaults, lineIn, type Sent, saidAt, saveSent, sentIn } from "./reply.server.ts";
import { rightName } from "./right.server.ts";

type Choice = readonly [value: string, label: string];

/** Keys of `customer-pages`. */
type FactLabel =
  | "code"
  | "address"
  | "state"
  | "taxNumber"
  | `column.${"place" | "members" | "openShipments" | "lastSignIn" | "created"}`;

export interface CompanyView {
  id: string;
  version: number;
  isClosed: boolean;
  /** With the reason, while it is closed. */
  state: Line;
  /** A text is empty where the company has none. */
  facts: [label: FactLabel, text: Line][];
  fields: CompanyFields;
  begunAccess: { tick: Boxes };
  access: { code: ResourceCode; isGiven: boolean }[];
  departments: { id: string; name: string; path: string; people: string; isEmpty: boolean }[];
  log: LogView;
}

/** A record's id in an address; leads to /404 for anything else. */
export function idIn(params: { id?: string | undefined }): string {
  const id = params.id ?? "";
  if (!addressId.safeParse(id).success || !/^\d{1,18}$/.test(id)) throw redirect(href("/404"));
  return id;
}

export const countryChoices = ({ language }: Visit) =>
  countryNames(language).map((name): Choice => [countryCodeOf(name), name]);

/** Throws as `visit.read`. */
export const readCompany = (visit: Visit, id: string) => visit.read(customerDetail, { id });

export function companyView(visit: Visit, company: CustomerDetail): CompanyView {
  const { t, time, dated, language } = visit;
  const isClosed = company.closedAt !== null;
  return {
    id: company.id,
    version: company.version,
    isClosed,
    state: isClosed
      ? dated(company.closedAt, (time) =>
          t("customers:closedBecause", { time, reason: company.closedReason ?? "" }),
        )
      : t("customers:state.OPEN"),
    facts: [
      ["code", company.code],
      ["address", company.address ?? ""],
      ["state", company.state ?? ""],
      ["taxNumber", company.taxNumber ?? ""],
      ["column.place", placeText(visit, company)],
      [
        "column.members",
        t("customers:people", { count: company.members, administrators: company.administrators }),
      ],
      ["column.openShipments", company.openShipments.toLocaleString(language)],
      ["column.lastSignIn", time(company.lastSignInAt) || t("customers:never")],
      ["column.created", time(company.createdAt)],
    ],
    fields: companyFields(company),
    begunAccess: begunAccess(company),
    access: resourceCodes.map((code) => ({
      code,
      isGiven: company.access.includes(code),
    })),
    departments: treeOf(company.departments).flatMap((node) => departmentsOf(visit, company, node, "")),
    log: logView(company.log, { t, zone: visit.zone, fieldOf: fieldOf(visit) }),
  };
}

type CompanyFields = Record<(typeof factNames)[number], string>;
const factNames = ["name", "code", "address", "city", "state", "taxNumber", "countryCode"] as const;

const companyFields = (company: CustomerDetail) =>
  Object.fromEntries(factNames.map((name) => [name, company[name] ?? ""])) as CompanyFields;

const begunAccess = ({ access }: CustomerDetail) => ({ tick: { ticked: access } });

function departmentsOf(
  visit: Visit,
  company: CustomerDetail,
  { id, label, children = [] }: TreeNode<string>,
  above: string,
): CompanyView["departments"] {
  const path = above ? `${above} / ${label}` : label;
  const count = company.departments.find((each) => each.id === id)?.members ?? 0;
  const people = visit.t("customers:peopleHere", { count });
  return [
    { id, name: label, path, people, isEmpty: count === 0 && children.length === 0 },
    ...children.flatMap((child) => departmentsOf(visit, company, child, path)),
  ];
}

/** Names of fields and codes that only the record of a company has. */
const fieldOf = (visit: Visit) => (path: string) => {
  const { t } = visit;
  if (path === "rightsGiven" || path === "rightsTaken")
    return {
      label: t(`customers:log.${path}`),
      value: (text: string) =>
        text
          .split(", ")
          .map((right) => rightName(visit, right))
          .join(t("customers:comma")),
    };
  const known = logged.find((name) => name === path);
  if (!known) return null;
  const isStatus = path === "memberStatus";
  return {
    label: t(`customers:log.${known}`),
    value: (text: string) => (isStatus ? t(`members:status.${text as "ACTIVE"}`) : text),
  };
};
const logged = [
  "code",
  "city",
  "taxNumber",
  "administrator",
  "member",
  "role",
  "roleName",
  "roleNameZh",
  "copyOf",
  "department",
  "memberStatus",
] as const;

function factsIn(sent: Sent) {
  const { typed, faults, visit } = sent;
  const line = (name: "address" | "city" | "state" | "taxNumber") =>
    lineIn(sent, name, CUSTOMER_LIMITS[name], { isNeeded: false });
  const code = lineIn(sent, "code", CUSTOMER_LIMITS.code);
  if (!faults.code && !/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(code))
    faults.code = visit.t("customers:fault.code");
  const countryCode = typed.countryCode || null;
  if (countryCode !== null && !isCountryCode(countryCode))
    faults.countryCode = visit.t("customers:fault.choice");
  return {
    name: lineIn(sent, "name", CUSTOMER_LIMITS.name),
    code,
    address: line("address"),
    city: line("city"),
    state: line("state"),
    taxNumber: line("taxNumber"),
    countryCode,
  };
}

/** Makes the company of the posted form. */
export async function makeCompany(visit: Visit, form: FormData) {
  const sent = sentIn(visit, form);
  const { faults, typed, key } = sent;
  const facts = factsIn(sent);
  const personName = lineIn(sent, "personName", 100);
  const userName = lineIn(sent, "userName", 200);
  if (!faults.userName && !isAccountName(userName.normalize("NFKC")))
    faults.userName = visit.t("members:accountName");
  const email = typed.email ?? "";
  if (email.length > 254 || !/^\S+@\S+\.\S+$/.test(email)) faults.email = visit.t("customers:fault.email");
  if (hasFaults(sent)) return again(sent);
  const result = await visit.write(customerMake, { ...facts, personName, userName, email }, { key });
  return answerOf(sent, result, "made", (made) =>
    made ? customerHref(made.id) : href("/freightForwarder/customers"),
  );
}

/** The pressed button of a company's page. A refusal keeps what was typed, and what was not touched stays as it is. */
export async function actOnCompany(visit: Visit, id: string, form: FormData) {
  const company = await readCompany(visit, id);
  const intent = String(form.get("intent") ?? "");
  const department = company.departments.find((each) => intent === `rename-${each.id}`);
  if (intent === "facts") return saveFacts(visit, company, form);
  if (intent === "access") return saveAccess(visit, company, form);
  if (department) return renameDepartment(visit, company, department, form);
  const sent = sentIn(visit, form);
  const { version } = sent;
  const key = keyOf(form);
  const [verb = "", departmentId = ""] = intent.split("-");
  if (verb === "close" || verb === "open") {
    const reason = lineIn(sent, "reason", CUSTOMER_LIMITS.reason);
    if (hasFaults(sent)) return again(sent);
    const isClosed = verb === "close";
    const result = await visit.write(customerClose, { id, version, isClosed, reason }, { key });
    return answerOf(sent, result, isClosed ? "closed" : "opened", () => customerHref(id));
  }
  return changeDepartments(sent, id, verb, departmentId);
}

/** All forms of the page were made with one request id. */
const keyOf = (form: FormData) => `${form.get("requestId") ?? ""}:${form.get("intent") ?? ""}`;

async function saveFacts(visit: Visit, company: CustomerDetail, form: FormData) {
  const { t, language } = visit;
  const labels: Record<string, string> = {
    name: t("customer-pages:name"),
    code: t("customer-pages:code"),
    address: t("customer-pages:address"),
    city: t("customer-pages:city"),
    state: t("customer-pages:state"),
    taxNumber: t("customer-pages:taxNumber"),
    countryCode: t("customer-pages:country"),
  };
  const saved = await saveSent(visit, form, {
    stored: companyFields(company),
    version: company.version,
    read: factsIn,
    write: (facts, version) =>
      visit.write(customerSave, { id: company.id, version, ...facts }, { key: keyOf(form) }),
    field: (name) => ({
      label: labels[name] ?? name,
      shown: (text) => (name === "countryCode" && text ? countryName(text, language) : text),
    }),
  });
  return "answer" in saved ? saved.answer : saidAt(visit, "saved", customerHref(company.id));
}

async function saveAccess(visit: Visit, company: CustomerDetail, form: FormData) {
  const saved = await saveSent(visit, form, {
    stored: begunAccess(company),
    version: company.version,
    read: ({ ticked }) => resourceCodes.filter((code) => ticked.includes(code)),
    write: (codes, version) =>
      visit.write(customerAccess, { id: company.id, version, codes }, { key: keyOf(form) }),
    field: (label) => ({ label }),
  });
  return "answer" in saved ? saved.answer : saidAt(visit, "given", customerHref(company.id));
}

async function renameDepartment(
  visit: Visit,
  company: CustomerDetail,
  department: CustomerDetail["departments"][number],
  form: FormData,
) {
  const renamed = { id: company.id, act: "rename" as const, departmentId: department.id };
  const saved = await saveSent(visit, form, {
    stored: { name: department.name },
    version: company.version,
    read: (sent) => lineIn(sent, "name", 100),
    write: (name, version) =>
      visit.write(customerDepartment, { ...renamed, version, name }, { key: keyOf(form) }),
    field: () => ({ label: visit.t("customer-pages:departments.name") }),
  });
  return "answer" in saved ? saved.answer : saidAt(visit, "departmentSaved", customerHref(company.id));
}

async function changeDepartments(sent: Sent, id: string, verb: string, named: string) {
  const act = departmentActs.find((each) => each === verb);
  const departmentId = (act === "add" ? sent.typed.above : named) || null;
  const isKnown = departmentId === null ? act === "add" : /^\d{1,18}$/.test(departmentId);
  if (!act || !isKnown) throw redirect(customerHref(id));
  const name = act === "remove" ? "" : lineIn(sent, "name", 100);
  if (hasFaults(sent)) return again(sent);
  const { visit, version } = sent;
  const key = `${sent.key}:${sent.intent}`;
  const result = await visit.write(customerDepartment, { id, version, act, departmentId, name }, { key });
  return answerOf(sent, result, "departmentSaved", () => customerHref(id));
}
