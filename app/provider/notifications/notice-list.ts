import type { z } from "zod";
import type * as contract from "#app/contract/notification.ts";
import { ownNoticeKinds } from "#app/contract/notification-code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { message } from "../texts/message.ts";
import { freeDayText } from "./free-day-text.ts";
import { tellNews } from "./notice.ts";

/** Shipments that a line is shown with. */
const SHIPMENTS_SHOWN = 8;

/** What the caller was told, the latest first; what was dropped for a lost right is left out. */
export async function listNotices(
  { page, pageSize }: z.output<typeof contract.noticeList.request>,
  { db, caller, language }: CallerContext,
): Promise<z.input<typeof contract.noticeList.response>> {
  const own = db
    .selectFrom("notice")
    .where("user_id", "=", caller.userId)
    .where("company_id", "=", caller.companyId)
    .where("state", "<>", "DROPPED");
  const { total, unread } = await own
    .select((eb) => [
      eb.fn.countAll<string>().as("total"),
      eb.fn.countAll<string>().filterWhere("read_at", "is", null).as("unread"),
    ])
    .executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    rows: rows.map(({ id, kind, content, created_at, state, read_at }) => {
      const shipments = content.shipments ?? [];
      return {
        id,
        kind,
        title: message(`notice${kind}`, language, { number: content.title }),
        path: content.path ?? "/",
        at: instantToWire(created_at)!,
        isMailed: state === "MAILED",
        isRead: read_at !== null,
        shipments: shipments.slice(0, SHIPMENTS_SHOWN).map(({ shipmentId, houseNumber, freeDays = [] }) => ({
          id: shipmentId,
          houseNumber,
          changes: freeDays.map((each) => freeDayText(each, language)),
        })),
        more: Math.max(0, shipments.length - SHIPMENTS_SHOWN) + (content.more ?? 0),
      };
    }),
    total: Number(total),
    isTotalCapped: false,
    unread: Number(unread),
  };
}

/** News that came after the one seen last stays unread. */
export async function markRead(
  { lastId }: z.output<typeof contract.noticeRead.request>,
  { db, caller, now }: CallerContext,
): Promise<null> {
  await db
    .updateTable("notice")
    .set({ read_at: now })
    .where("user_id", "=", caller.userId)
    .where("read_at", "is", null)
    .where("id", "<=", lastId)
    .execute();
  await tellNews(db, [caller.userId]);
  return null;
}

export async function readSettings(
  _: unknown,
  { db, caller }: CallerContext,
): Promise<z.input<typeof contract.noticeSettings.response>> {
  const rows = await db
    .selectFrom("notice_off")
    .select("kind")
    .where("user_id", "=", caller.userId)
    .execute();
  const off = new Set(rows.map(({ kind }) => kind));
  return { off: ownNoticeKinds.filter((kind) => off.has(kind)) };
}

export async function saveSettings(
  { off }: z.output<typeof contract.saveNoticeSettings.request>,
  { db, caller }: CallerContext,
): Promise<null> {
  const { userId } = caller;
  await db
    .deleteFrom("notice_off")
    .where("user_id", "=", userId)
    .where("kind", "in", [...ownNoticeKinds])
    .execute();
  if (off.length > 0)
    await db
      .insertInto("notice_off")
      .values([...new Set(off)].map((kind) => ({ user_id: userId, kind })))
      .execute();
  return null;
}
