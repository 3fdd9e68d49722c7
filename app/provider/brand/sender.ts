import { type Kysely, sql } from "kysely";
import { productName } from "#app/contract/product-look.ts";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";

export interface BrandOfMail {
  senderName: string;
  senderAddress: string;
  host: string | null;
}

/** What people of a company know the portal by. @param own the operator's name for it */
export async function portalNameFor(
  db: Kysely<Database>,
  companyId: string,
  language: Language,
  own = productName.parse(undefined),
): Promise<string> {
  const brand = await db
    .selectFrom("company_brand")
    .select(["name_en", "name_zh"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  const names = [language === "zh" && brand?.name_zh, brand?.name_en, brand?.name_zh];
  return names.find(Boolean) || own;
}

/**
 * The sender and the host name of a mail to people of a company. Without a company it is that of the recipient, where
 * the address belongs to people of one company only. Null: the operator's own.
 */
export async function brandOfMail(
  db: Kysely<Database>,
  { recipient, companyId }: { recipient: string; companyId: string | null },
): Promise<BrandOfMail | null> {
  const { rows } = await sql<BrandOfMail>`
    with person as (
      select company_id, language_preference from app_user where lower(email) = ${recipient.trim().toLowerCase()}),
    reader as (
      select coalesce(${companyId}::bigint, case when count(distinct company_id) = 1 then min(company_id) end) as company_id,
        coalesce(bool_and(language_preference = 'zh'), false) as is_zh
      from person)
    select b.sender_address as "senderAddress", b.host, coalesce(nullif(b.sender_name, ''),
        nullif(case when r.is_zh then b.name_zh end, ''), nullif(b.name_en, ''), b.name_zh) as "senderName"
    from reader r join company_brand b on b.company_id = r.company_id`.execute(db);
  return rows[0] ?? null;
}
