import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import {
  type TariffTyped,
  tariffEnd,
  tariffList,
  tariffSave,
  tariffTyped,
} from "#app/contract/tariff-desk.ts";
import { addressId } from "#app/contract/wire.ts";
import { isDay } from "#app/lib/date-time.ts";
import { withQuery } from "#app/lib/with-query.ts";

const tariffFieldNames = [
  "code",
  "type",
  "carrierCode",
  "placeCode",
  "sizeType",
  "startEvent",
  "dayOne",
  "freeDays",
  "unit",
  "tiers",
  "currency",
  "validFrom",
  "validTo",
  "source",
  "contractNumber",
] as const satisfies readonly (keyof TariffTyped)[];
type FieldName = (typeof tariffFieldNames)[number];

export interface TariffsView {
  companies: [id: string, name: string][];
  company: string;
  rows: {
    key: string;
    code: string;
    cells: string[];
    changeHref: string | null;
    endHref: string | null;
  }[];
  /** What the form starts with: a new tariff, or the next version of one. */
  form: { fields: Record<FieldName, string>; replaces: { code: string; version: string } | null };
  /** The tariff that is to end. */
  ends: { code: string; version: string } | null;
}

const companyIn = (search: URLSearchParams) => {
  const id = search.get("company") ?? "";
  return addressId.safeParse(id).success ? id : "";
};
const pageHref = (company: string, more: Record<string, string> = {}) =>
  withQuery(href("/freightForwarder/tariffs"), { company: company || null, ...more });

const empty: Record<FieldName, string> = {
  code: "",
  type: "DEM",
  carrierCode: "",
  placeCode: "",
  sizeType: "",
  startEvent: "discharge",
  dayOne: "next-day",
  freeDays: "",
  unit: "calendar",
  tiers: "",
  currency: "USD",
  validFrom: "",
  validTo: "",
  source: "",
  contractNumber: "",
};

export async function loadTariffs(visit: Visit, search: URLSearchParams): Promise<TariffsView> {
  const { t } = visit;
  const company = companyIn(search);
  const answer = await visit.read(tariffList, company ? { companyId: company } : {});
  const named = (name: string | null) =>
    answer.tariffs.find(({ fields, isOver }) => fields.code === name && !isOver);
  const changed = named(search.get("change"));
  const ended = named(search.get("end"));
  const seen = (tariff: (typeof answer.tariffs)[number] | undefined) =>
    tariff ? { code: tariff.fields.code, version: tariff.version } : null;
  return {
    companies: answer.companies.map(({ id, name }) => [id, name]),
    company: answer.companies.some(({ id }) => id === company) ? company : "",
    rows: answer.tariffs.map(({ fields, isOver, changedBy }) => ({
      key: fields.code,
      code: fields.code,
      cells: [
        t(`desk-tariffs:type.${fields.type}`),
        [fields.carrierCode, fields.placeCode, fields.sizeType]
          .map((text) => text || t("desk-tariffs:all"))
          .join(" · "),
        t("desk-tariffs:free", { days: fields.freeDays, unit: t(`desk-tariffs:unit.${fields.unit}`) }),
        `${fields.tiers} ${fields.currency}`,
        t("desk-tariffs:days", { from: fields.validFrom, to: fields.validTo || "…" }),
        changedBy ?? "",
      ],
      changeHref: isOver ? null : `${pageHref(company, { change: fields.code })}#tariff`,
      endHref: isOver ? null : `${pageHref(company, { end: fields.code })}#end`,
    })),
    form: {
      fields: changed ? { ...changed.fields, code: "", validFrom: "", validTo: "" } : empty,
      replaces: seen(changed),
    },
    ends: seen(ended),
  };
}

export interface TariffReply {
  intent: "save" | "end";
  fault: string | null;
  faults: Record<string, string>;
  typed: Record<string, string>;
  requestId: string | null;
}

export async function handleTariffs(visit: Visit, search: URLSearchParams, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const company = companyIn(search);
  if (company === "") return redirect(pageHref(""));
  const typed: Record<string, string> = {};
  for (const name of [...tariffFieldNames, "lastDay"]) typed[name] = text(name);
  const seen = { code: text("oldCode").slice(0, 60), version: text("oldVersion").slice(0, 40) };
  const input = { company, typed, seen, key: text("requestId") };
  return text("intent") === "end" ? end(visit, input) : save(visit, input);
}

interface TypedTariff {
  company: string;
  typed: Record<string, string>;
  seen: { code: string; version: string };
  key: string;
}

function refused(
  intent: TariffReply["intent"],
  { typed, key }: TypedTariff,
  fault: WriteFault | Record<string, string>,
) {
  const reply: TariffReply = { intent, fault: null, faults: {}, typed, requestId: null };
  if (!isFault(fault)) return data({ ...reply, faults: fault }, { status: 400 });
  const { status, requestId } = standingOf(fault, key);
  const faults = Object.fromEntries(fault.fields.map(({ path, message }) => [path, message]));
  return data(
    { ...reply, faults, fault: fault.fields.length > 0 ? null : fault.message, requestId },
    { status },
  );
}

const isFault = (fault: WriteFault | Record<string, string>): fault is WriteFault =>
  Array.isArray((fault as WriteFault).fields);

async function save(visit: Visit, typedTariff: TypedTariff) {
  const { company, typed, seen, key } = typedTariff;
  const read = tariffTyped.safeParse(typed);
  if (!read.success) {
    const faults = read.error.issues.map(({ path, code }): [string, string] => [
      String(path[0]),
      visit.t(code === "too_big" ? "desk-tariffs:long" : "shell:form.format"),
    ]);
    return refused("save", typedTariff, Object.fromEntries(faults));
  }
  const replaces = seen.code && seen.version ? seen : null;
  const result = await visit.write(tariffSave, { companyId: company, fields: read.data, replaces }, { key });
  if (!result.isDone) return refused("save", typedTariff, result.fault);
  visit.session.flash({ kind: "success", key: "desk-tariffs:saved" });
  return redirect(pageHref(company));
}

async function end(visit: Visit, typedTariff: TypedTariff) {
  const { company, typed, seen, key } = typedTariff;
  const lastDay = typed.lastDay ?? "";
  if (!isDay(lastDay)) return refused("end", typedTariff, { lastDay: visit.t("shell:form.format") });
  const result = await visit.write(tariffEnd, { companyId: company, tariff: seen, lastDay }, { key });
  if (!result.isDone) return refused("end", typedTariff, result.fault);
  visit.session.flash({ kind: "success", key: "desk-tariffs:ended" });
  return redirect(pageHref(company));
}
