import { sql } from "kysely";
import type { AskedNames, ReportGroup } from "#app/contract/analytics.ts";
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
    // The issuer's words, of the last line with the code: looked up for each, since there are millions of lines.
    const { rows } = await sql<{ code: string; description: string }>`
      select code, description from unnest(${keys}::text[]) as code cross join lateral (
        select l.description from invoice_line l join invoice i on i.id = l.invoice_id
        where l.charge_code = code and ${seenRows(scope, "i.company_id")} order by l.id desc limit 1) latest`.execute(
      db,
    );
    return new Map(rows.map(({ code, description }) => [code, `${code} ${description}`]));
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
): Promise<AskedNames> {
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
