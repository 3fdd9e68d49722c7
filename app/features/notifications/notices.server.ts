import { href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { noticeList, noticeRead, noticeSettings, saveNoticeSettings } from "#app/contract/notification.ts";
import { noticeKindsOf } from "#app/contract/notification-code.ts";
import { addressId } from "#app/contract/wire.ts";
import type { Line } from "#app/lib/moment.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";

const NOTICES = href("/account/notifications");
const PAGE_SIZE = 25;

export interface NoticeView {
  id: string;
  title: string;
  kind: string;
  at: Line;
  isMailed: boolean;
  isRead: boolean;
  /** Null: the shipments are the links. */
  href: string | null;
  shipments: { id: string; houseNumber: string }[];
  /** What has changed of the shipments, each with its number. */
  changes: string[];
  more: string | null;
}

/** What the reader was told, and which kinds are switched off. */
export async function loadNotices(visit: Visit, search: URLSearchParams) {
  const page = z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .catch(1)
    .parse(search.get("page") ?? 1);
  const [notices, settings] = await Promise.all([
    visit.read(noticeList, { page, pageSize: PAGE_SIZE }),
    visit.readOptional(noticeSettings, {}),
  ]);
  const rows = notices.rows.map(
    (row): NoticeView => ({
      id: row.id,
      title: row.title,
      kind: visit.t(`notices:kind.${row.kind}`),
      at: visit.time(row.at),
      isMailed: row.isMailed,
      isRead: row.isRead,
      href: row.kind === "rule" ? null : sameSitePath(row.path, "/"),
      shipments: row.shipments,
      changes: row.shipments.flatMap(({ houseNumber, changes }) =>
        (changes ?? []).map((text) => `${houseNumber} · ${text}`),
      ),
      more: row.more > 0 ? visit.t("notices:more", { number: row.more }) : null,
    }),
  );
  return {
    rows,
    lost: visit.lostText(notices.rows),
    unreadNews: notices.unread,
    /** What came after the page was made stays unread. */
    lastId:
      notices.rows
        .map(({ id }) => id)
        .sort(byNumber)
        .at(-1) ?? null,
    page,
    pageSize: PAGE_SIZE,
    total: notices.total,
    isTotalCapped: notices.isTotalCapped,
    kinds: settings && (await kindsFor(visit)).map((kind) => ({ kind, isOn: !settings.off.includes(kind) })),
  };
}

async function kindsFor(visit: Visit) {
  const { companyInfo } = await visit.user();
  return noticeKindsOf(companyInfo.isForwarder);
}

const byNumber = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1);

/** The page's two forms: everything shown was read, or which kinds are told. */
export async function handleNotices(visit: Visit, form: FormData) {
  const key = String(form.get("requestId"));
  const lastId = addressId.safeParse(form.get("read")).data;
  const kinds = await kindsFor(visit);
  const off = kinds.filter((kind) => !form.getAll("kind").includes(kind));
  const result = lastId
    ? await visit.write(noticeRead, { lastId }, { key: `${key}:read:${lastId}` })
    : await visit.write(saveNoticeSettings, { off }, { key: `${key}:${off.join()}` });
  if (!result.isDone) return refusedPress(result.fault, key);
  visit.session.flash({ kind: "success", key: lastId ? "notices:read" : "notices:saved" });
  return redirect(NOTICES);
}
