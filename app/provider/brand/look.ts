import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { brandOfHost, CompanyBrand, HostBrand } from "#app/contract/brand.ts";
import { hostName } from "#app/lib/host-name.ts";
import type { CallContext } from "../call/context.ts";
import { cachedPlan } from "../db/kept-plan.ts";
import type { Database } from "../db/schema.ts";

const lookOf = (companyId: RawBuilder<unknown>) => sql`
  'nameEn', nullif(b.name_en, ''), 'nameZh', nullif(b.name_zh, ''), 'color', nullif(b.color, ''),
  'logo', (select drawing from company_logo where company_id = ${companyId} and scheme = 'light'),
  'darkLogo', (select drawing from company_logo where company_id = ${companyId} and scheme = 'dark')`;

/** A column with the look and the pages of a company; null where the operator's own are all there is. */
export const brandColumn = (companyId: RawBuilder<unknown>) => sql<CompanyBrand | null>`
  (select json_build_object(${lookOf(companyId)}, 'pages', coalesce((
      select json_agg(json_build_object('path', p.path, 'title', json_build_object('en', p.title_en, 'zh', p.title_zh),
        'menu', p.menu, 'address', p.address) order by p.place, p.id)
      from company_page p where p.company_id = ${companyId}), '[]'))
    from company_brand b where b.company_id = ${companyId})`;

/** `brand/ofHost`: what strangers see at the address of a customer. It tells nothing that the page there does not. */
export async function findHostBrand(
  { host }: z.output<typeof brandOfHost.request>,
  { db }: CallContext,
): Promise<z.input<typeof brandOfHost.response>> {
  const name = hostName(host);
  const { rows } = await sql<{ brand: HostBrand }>`
    ${cachedPlan} select json_build_object(${lookOf(sql`b.company_id`)}) as brand
    from company_brand b where b.host = ${name}`.execute(db);
  return { brand: rows[0]?.brand ?? null };
}

/** Whether pages of this origin are a customer's view of the portal: its host name, by TLS. */
export async function isOriginOfBrand(db: Kysely<Database>, origin: string): Promise<boolean> {
  const url = URL.parse(origin);
  const name = url?.protocol === "https:" && url.port === "" ? hostName(url.hostname) : null;
  if (name === null) return false;
  const row = await db
    .selectFrom("company_brand")
    .select("company_id")
    .where("host", "=", name)
    .executeTakeFirst();
  return row !== undefined;
}
