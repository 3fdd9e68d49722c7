import type { Kysely } from "kysely";
import type { z } from "zod";
import type { brandPageRemove, brandPageSave } from "#app/contract/brand.ts";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { EMBEDDED_PAGES_MAX } from "#app/contract/embedded-page.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { beginChange, noteChange, refuseField } from "./change.ts";

const pagesOf = (db: Kysely<Database>, companyId: string) =>
  db
    .selectFrom("company_page")
    .select(["id", "path", "title_en", "title_zh", "menu", "address", "place"])
    .where("company_id", "=", companyId)
    .orderBy("place")
    .orderBy("id")
    .execute();
type PageRow = Awaited<ReturnType<typeof pagesOf>>[number];

const toldOf = (row: Omit<PageRow, "id"> | undefined) =>
  row && {
    path: row.path,
    titleEn: row.title_en,
    titleZh: row.title_zh,
    menu: row.menu,
    address: row.address,
    place: row.place,
  };

/** @throws Refusal 400 for a path that another page has, or more pages than a company may have; 404 for a page that is gone */
export async function savePage(
  { companyId, version, id, page, place }: z.output<typeof brandPageSave.request>,
  context: CallerContext,
): Promise<null> {
  const { db } = context;
  await beginChange(context, { companyId, version });
  const all = await pagesOf(db, companyId);
  const before = all.find((each) => each.id === id);
  if (id !== null && !before) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (id === null && all.length >= EMBEDDED_PAGES_MAX)
    throw new Refusal(CODE_INVALID, "brandPagesFull", { values: { most: EMBEDDED_PAGES_MAX } });
  if (all.some((each) => each.path === page.path && each.id !== id))
    refuseField("path", "brandPathTaken", context);
  const row = {
    path: page.path,
    title_en: page.title.en,
    title_zh: page.title.zh,
    menu: page.menu,
    address: page.address,
  };
  // The others make room, so that each has a place of its own.
  const others = all.filter((each) => each.id !== id).map((each) => each.id);
  const at = Math.min(place, others.length + 1);
  const after = { ...row, place: at };
  for (const [index, other] of others.entries())
    await db
      .updateTable("company_page")
      .set({ place: index + 1 + (index + 1 >= at ? 1 : 0) })
      .where("id", "=", other)
      .execute();
  if (before) await db.updateTable("company_page").set(after).where("id", "=", before.id).execute();
  else
    await db
      .insertInto("company_page")
      .values({ company_id: companyId, ...after })
      .execute();
  await noteChange(context, companyId, before ? "page" : "pageAdded", [toldOf(before), toldOf(after)]);
  return null;
}

/** @throws Refusal 404 for a page that is gone */
export async function removePage(
  { companyId, version, id }: z.output<typeof brandPageRemove.request>,
  context: CallerContext,
): Promise<null> {
  const { db } = context;
  await beginChange(context, { companyId, version });
  const all = await pagesOf(db, companyId);
  const page = all.find((each) => each.id === id);
  if (!page) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await db.deleteFrom("company_page").where("id", "=", id).execute();
  await db
    .updateTable("company_page")
    .set((eb) => ({ place: eb("place", "-", 1) }))
    .where("company_id", "=", companyId)
    .where("place", ">", page.place)
    .execute();
  await noteChange(context, companyId, "pageRemoved", [toldOf(page), undefined]);
  return null;
}
