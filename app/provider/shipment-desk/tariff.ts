import type { Kysely } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  type TariffTyped,
  type tariffEnd,
  type tariffList,
  type tariffSave,
  tariffTyped,
} from "#app/contract/tariff-desk.ts";
import { daysBefore, formatDay, WIRE_ZONE } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { saveTariffs, type TariffFields, tariffFields } from "../free-time/tariff.ts";
import { placeOf } from "../reference/place-names.ts";
import { refreshCompany } from "../shipments/free-time-refresh.ts";
import { type MessageKey, message, personName } from "../texts/message.ts";
import { invalid } from "./record.ts";

/** The command of operators replaces rows without counting. */
const versionOf = ({ version, updated_at }: { version: number; updated_at: Date }) =>
  `${version}-${updated_at.getTime()}`;
const today = (now: Date) => formatDay(now, WIRE_ZONE)!;

export async function listTariffs(
  { companyId }: z.output<typeof tariffList.request>,
  { db, language, now }: CallerContext,
): Promise<z.input<typeof tariffList.response>> {
  const companies = await db
    .selectFrom("company")
    .select(["id", "name"])
    .where("is_forwarder", "=", false)
    .orderBy("name")
    .execute();
  const rows = await db
    .selectFrom("free_time_tariff")
    .selectAll()
    .where("company_id", "=", companyId ?? "0")
    .orderBy("valid_from", "desc")
    .orderBy("code")
    .execute();
  return {
    companies,
    tariffs: rows.map((row) => ({
      fields: tariffTyped.parse({
        code: row.code,
        type: row.type,
        carrierCode: row.carrier_code ?? "",
        placeCode: row.place_code ?? "",
        sizeType: row.size_type ?? "",
        startEvent: row.start_event,
        dayOne: row.day_one,
        freeDays: String(row.free_days),
        unit: row.unit,
        currency: row.currency.trim(),
        tiers: row.tiers.map(({ days, perDay }) => `${days ?? "*"}:${perDay}`).join(" "),
        validFrom: row.valid_from,
        validTo: row.valid_to ?? "",
        source: row.source,
        contractNumber: row.contract_number ?? "",
      }),
      isOver: row.valid_to !== null && row.valid_to < today(now),
      version: versionOf(row),
      changedBy: row.changed_by_name === null ? null : personName(row.changed_by_name, language),
    })),
  };
}

/** @throws Refusal 400 with the faulty fields, 409 when somebody has changed the one that is replaced */
export async function saveTariff(
  { companyId, fields, replaces }: z.output<typeof tariffSave.request>,
  context: CallerContext,
): Promise<null> {
  const { db, now } = context;
  await findCustomer(db, companyId);
  const old = replaces ? await lockTariff(companyId, replaces, context) : null;
  const read = await readTyped(fields, { companyId, old }, context);
  if (old) await endTariff(old.id, daysBefore(read.validFrom, 1)!, context);
  await saveTariffs(db, companyId, [read], now);
  await sign(db, companyId, read.code, context);
  await refreshCompany(db, companyId, now);
  return null;
}

/** What cannot be said of a field in general. */
const ownTexts: Partial<Record<string, MessageKey>> = { tiers: "tariffTiers", startEvent: "tariffStart" };

async function readTyped(
  fields: TariffTyped,
  { companyId, old }: { companyId: string; old: Awaited<ReturnType<typeof lockTariff>> | null },
  { db, now, language }: CallerContext,
): Promise<TariffFields> {
  const faults = new Map<string, string>();
  const fault = (path: string, key: MessageKey, values = {}) => {
    if (!faults.has(path)) faults.set(path, message(key, language, values));
  };
  const { carrierCode, placeCode } = fields;
  // Free time runs at ports and depots; no tariff is of an airport.
  const typed = await placeOf(db, placeCode, "OCEAN");
  const place = "code" in typed ? typed.code : null;
  if (placeCode !== "" && "fault" in typed) fault("placeCode", typed.fault, typed.values);
  const carrier = await db
    .selectFrom("carrier")
    .select("code")
    .where("code", "=", carrierCode)
    .executeTakeFirst();
  if (carrierCode !== "" && !carrier) fault("carrierCode", "carrierUnknown");
  const whole = wholeOf(fields, { place, holidays: old?.holidays, restDays: old?.rest_days });
  const { data, error } = tariffFields.safeParse(whole);
  for (const { path } of error?.issues ?? []) {
    const name = String(path[0]);
    const isEmpty = fields[name as keyof TariffTyped] === "";
    fault(name, isEmpty ? "cannotBeEmpty" : (ownTexts[name] ?? "formatError"));
  }
  const from = data?.validFrom ?? "9999";
  if (from < today(now)) fault("validFrom", "tariffFromToday");
  if (old && from <= old.valid_from) fault("validFrom", "tariffAfterOld", { day: old.valid_from });
  const twin = await db
    .selectFrom("free_time_tariff")
    .select("id")
    .where("company_id", "=", companyId)
    .where("code", "=", fields.code)
    .executeTakeFirst();
  if (twin) fault("code", "tariffCodeTaken");
  if (faults.size > 0 || !data) throw invalid([...faults].map(([path, text]) => ({ path, message: text })));
  return data;
}

/** @throws Refusal 400 for a day that is over already, 409 when somebody has changed it */
export async function endTariffAfter(
  { companyId, tariff, lastDay }: z.output<typeof tariffEnd.request>,
  context: CallerContext,
): Promise<null> {
  const { db, now, language } = context;
  const row = await lockTariff(companyId, tariff, context);
  const day = today(now);
  if (lastDay < daysBefore(day, 1)! || lastDay < row.valid_from)
    throw invalid([{ path: "lastDay", message: message("tariffFromToday", language) }]);
  await endTariff(row.id, lastDay, context);
  await refreshCompany(db, companyId, now);
  return null;
}

async function findCustomer(db: Kysely<Database>, id: string): Promise<void> {
  const customer = await db
    .selectFrom("company")
    .select("id")
    .where("id", "=", id)
    .where("is_forwarder", "=", false)
    .forUpdate()
    .executeTakeFirst();
  if (!customer) throw new Refusal(CODE_NOT_FOUND, "notFound");
}

async function lockTariff(
  companyId: string,
  { code, version }: { code: string; version: string },
  { db, language }: CallerContext,
) {
  const row = await db
    .selectFrom("free_time_tariff")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("code", "=", code)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (versionOf(row) !== version)
    throw new Refusal(CODE_CONFLICT, "tariffChanged", {
      values: { actor: personName(row.changed_by_name ?? "", language) },
    });
  return row;
}

async function endTariff(id: string, lastDay: string, { db, caller, now }: CallerContext): Promise<void> {
  await db
    .updateTable("free_time_tariff")
    .set(({ eb }) => ({
      valid_to: lastDay,
      updated_at: now,
      changed_by: caller.userId,
      changed_by_name: caller.name,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}

async function sign(
  db: Kysely<Database>,
  companyId: string,
  code: string,
  { caller }: CallerContext,
): Promise<void> {
  await db
    .updateTable("free_time_tariff")
    .set({ changed_by: caller.userId, changed_by_name: caller.name })
    .where("company_id", "=", companyId)
    .where("code", "=", code)
    .execute();
}

function wholeOf(
  fields: TariffTyped,
  {
    place,
    ...rest
  }: { place: string | null; holidays: string[] | undefined; restDays: number[] | undefined },
): Partial<Record<keyof TariffFields, unknown>> {
  const { freeDays, tiers, validTo, contractNumber, carrierCode, sizeType, ...same } = fields;
  return {
    ...same,
    ...rest,
    carrierCode: carrierCode || null,
    placeCode: place,
    sizeType: sizeType.toUpperCase() || null,
    freeDays: /^\d{1,3}$/.test(freeDays) ? Number(freeDays) : Number.NaN,
    tiers: tiers
      .split(/[\s,;，；]+/)
      .filter(Boolean)
      .map((each) => {
        const [days = "", perDay = ""] = each.split(/[:：]/);
        return { days: days === "*" ? null : /^\d{1,4}$/.test(days) ? Number(days) : Number.NaN, perDay };
      }),
    validTo: validTo || null,
    contractNumber: contractNumber || null,
  };
}
