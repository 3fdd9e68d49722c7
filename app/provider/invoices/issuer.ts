import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { invoiceIssuer, invoiceIssuerSave, Party } from "#app/contract/invoice-issuer.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { partyOf } from "./party.ts";
import { requireVersion, settingsLog } from "./settings-log.ts";

type Answer = z.input<typeof invoiceIssuer.response>;

/** Changes that a page shows. */
const SHOWN = 100;

/** The issuer as it is today, and how it is paid, with line feeds; "" where nothing is known. */
export async function issuerOf(db: Kysely<Database>): Promise<Party & { payment: string }> {
  const [saved] = await changesOf(db, 1);
  if (saved)
    return {
      name: saved.name,
      address: saved.address,
      countryCode: null,
      taxNumber: saved.tax_number,
      payment: saved.payment,
    };
  const company = await db
    .selectFrom("company")
    .selectAll()
    .where("is_forwarder", "=", true)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  const none = { name: "", address: "", countryCode: null, taxNumber: "" };
  return { ...(company ? partyOf(company) : none), payment: "" };
}

export async function readIssuer(_: unknown, { db, language }: CallerContext): Promise<Answer> {
  const { name, address, taxNumber, payment } = await issuerOf(db);
  return {
    name,
    address,
    taxNumber,
    payment,
    ...settingsLog(await changesOf(db, SHOWN), language, {
      action: "invoice.issuerSaved",
      changesOf: (after, before) => differences(before, after),
    }),
  };
}

/** @throws Refusal CODE_CONFLICT for whoever has not seen the last change */
export async function saveIssuer(
  { version, name, address, taxNumber: tax_number, payment }: z.output<typeof invoiceIssuerSave.request>,
  { db, caller, now, language }: CallerContext,
): Promise<null> {
  await sql`lock table invoice_issuer in exclusive mode`.execute(db);
  const [last] = await changesOf(db, 1);
  requireVersion(last, version, { refusal: "issuerChanged", language });
  const row = { name, address, tax_number, payment };
  if (last && differences(last, row).length === 0) return null;
  await db
    .insertInto("invoice_issuer")
    .values({ ...row, at: now, actor_id: caller.userId, actor_name: caller.name })
    .execute();
  return null;
}

const changesOf = (db: Kysely<Database>, limit: number) =>
  db.selectFrom("invoice_issuer").selectAll().orderBy("id", "desc").limit(limit).execute();

type Row = Record<"name" | "address" | "tax_number" | "payment", string>;
const paths = [
  ["name", "name"],
  ["address", "address"],
  ["taxNumber", "tax_number"],
  ["payment", "payment"],
] as const;

function differences(before: Row | undefined, after: Row): Answer["log"][number]["changes"] {
  return paths.flatMap(([path, column]) => {
    const [was, is] = [before?.[column] ?? "", after[column]];
    return was === is ? [] : [{ path, before: was || null, after: is || null }];
  });
}
