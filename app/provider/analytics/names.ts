import { sql } from "kysely";
import type { ReportGroup, ReportNames } from "#app/contract/analytics.ts";
import { chargeName } from "#app/lib/charge-names.ts";
import type { CallerContext } from "../call/context.ts";
import { seenRows } from "../call/scope.ts";
import { placeNames } from "../reference/place-names.ts";

/** Names of groups by their keys; a key without a name is left out. */
export async function namesOf(
  groupBy: ReportGroup,
  keys: string[],
  { db, language, scope }: CallerContext,
): Promise<Map<string, string>> {
  if (groupBy === "lane") {
    const places = await placeNames(
      db,
      language,
      keys.flatMap((key) => key.split("-")),
    );
    return new Map(
      keys.map((key) => [
        key,
        key
          .split("-")
          .map((code) => places.of(code).name)
          .join(" → "),
      ]),
    );
  }
  if (groupBy === "carrier") {
    const rows = await db
      .selectFrom("carrier")
      .select(["code", "name"])
      .where("code", "in", ["", ...keys])
      .execute();
    return new Map(rows.map(({ code, name }) => [code, name]));
  }
  if (groupBy === "shipper" || groupBy === "consignee") {
    const rows = await db
      .selectFrom("party")
      .select(["id", "name"])
      .where("id", "in", ["0", ...keys])
      .where(seenRows(scope, "company_id"))
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
  if (groupBy === "charge") {
    // In the issuer's words, unless the charge is a usual one.
    const { rows } = await sql<{ code: string; description: string }>`
      select distinct on (code) code, description from charge_name
      where code = any(${keys}::text[]) and ${seenRows(scope, "company_id")} order by code, company_id`.execute(
      db,
    );
    return new Map(
      rows.map(({ code, description }) => [code, `${code} ${chargeName(description, language)}`]),
    );
  }
  return new Map();
}

type Narrowing = Partial<
  Record<"from" | "to" | "carrierCode" | "shipperId" | "consigneeId", string | null | undefined>
>;

/** Names of what a question is narrowed to; parties that the caller does not see have none. */
export async function askedNames(
  { from, to, carrierCode, shipperId, consigneeId }: Narrowing,
  context: CallerContext,
): Promise<ReportNames> {
  const places = await placeNames(context.db, context.language, [from ?? null, to ?? null]);
  const one = async (groupBy: ReportGroup, key: string | null | undefined) =>
    key && (groupBy === "carrier" || /^\d{1,18}$/.test(key))
      ? ((await namesOf(groupBy, [key], context)).get(key) ?? null)
      : null;
  return {
    from: from ? places.of(from).name : null,
    to: to ? places.of(to).name : null,
    carrier: await one("carrier", carrierCode),
    shipper: await one("shipper", shipperId),
    consignee: await one("consignee", consigneeId),
  };
}
