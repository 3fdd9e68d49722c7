import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import type * as contract from "#app/contract/brand.ts";
import { hostName } from "#app/lib/host-name.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { beginChange, customerOf, noteChange, readWork, refuseField } from "./change.ts";

export async function readBrand(
  { companyId }: z.output<typeof contract.brandDetail.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.brandDetail.response>> {
  const { db, mailDomains = [] } = context;
  const company = await customerOf(db, companyId);
  const brand = await db
    .selectFrom("company_brand")
    .selectAll()
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  const logos = await db
    .selectFrom("company_logo")
    .select(["scheme", "drawing"])
    .where("company_id", "=", companyId)
    .execute();
  const pages = await db
    .selectFrom("company_page")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("place")
    .orderBy("id")
    .execute();
  const drawingOf = (scheme: contract.LogoScheme) =>
    logos.find((logo) => logo.scheme === scheme)?.drawing ?? null;
  return {
    companyId,
    companyName: company.name,
    version: brand?.version ?? 0,
    nameEn: brand?.name_en ?? "",
    nameZh: brand?.name_zh ?? "",
    color: brand?.color ?? "",
    senderName: brand?.sender_name ?? "",
    senderAddress: brand?.sender_address ?? "",
    host: brand?.host ?? "",
    logo: drawingOf("light"),
    darkLogo: drawingOf("dark"),
    pages: pages.map((page) => ({
      id: page.id,
      path: page.path,
      title: { en: page.title_en, zh: page.title_zh },
      menu: page.menu,
      address: page.address,
    })),
    senderDomains: [...mailDomains],
    log: await readWork(context, companyId),
  };
}

/** Host names are unique among all customers: one change of a host name after the other, so that none fails halfway. */
const HOSTS_LOCK = 7_700_077;

/** @throws Refusal 400 for a sender of another domain, or a host name that is none, the operator's or another customer's */
export async function saveBrand(
  input: z.output<typeof contract.brandSave.request>,
  context: CallerContext,
): Promise<null> {
  const { db, publicUrl, mailDomains = [] } = context;
  const { companyId } = input;
  const senderAddress = input.senderAddress.toLowerCase();
  if (senderAddress !== "" && !mailDomains.includes(senderAddress.split("@").at(-1)!))
    refuseField("senderAddress", "brandSenderDomain", context);
  const host = input.host === "" ? null : hostName(input.host);
  if (input.host !== "" && host === null)
    refuseField("host", "brandHostForm", context, { example: "freight.example.com" });
  if (host !== null) {
    if (host === new URL(publicUrl).hostname) refuseField("host", "brandHostOfOperator", context);
    await sql`select pg_advisory_xact_lock(${HOSTS_LOCK})`.execute(db);
    const other = await db
      .selectFrom("company_brand")
      .select("company_id")
      .where("host", "=", host)
      .where("company_id", "<>", companyId)
      .executeTakeFirst();
    if (other) refuseField("host", "brandHostTaken", context);
  }
  const before = await beginChange(context, input);
  const after = {
    name_en: input.nameEn,
    name_zh: input.nameZh,
    color: input.color.toLowerCase(),
    sender_name: input.senderName,
    sender_address: senderAddress,
    host,
  };
  await db.updateTable("company_brand").set(after).where("company_id", "=", companyId).execute();
  await noteChange(context, companyId, "look", [toldOf(before), toldOf(after)]);
  return null;
}

type LoggedBrand = Pick<
  Selectable<Database["company_brand"]>,
  "name_en" | "name_zh" | "color" | "sender_name" | "sender_address" | "host"
>;

/** The fields by the names that the contract gives them. */
const toldOf = (row: LoggedBrand) => ({
  nameEn: row.name_en,
  nameZh: row.name_zh,
  color: row.color,
  senderName: row.sender_name,
  senderAddress: row.sender_address,
  host: row.host,
});
