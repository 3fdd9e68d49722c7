import { href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import {
  notificationDetail,
  removeNotification,
  type StoredNotification,
  selectNotificationList,
  switchNotification,
} from "#app/contract/notification.ts";
import { addressId } from "#app/contract/wire.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { SETTINGS } from "./edit.server.ts";
import { recipientRemarks } from "./recipient-remarks.server.ts";
import { sentenceOf } from "./sentence.server.ts";

const PAGE_SIZE = 25;

export interface NotificationRowView {
  id: string;
  name: string;
  isOn: boolean;
  sentence: string;
  /** Next sends, the last one, and recipients with a remark. */
  facts: Line[];
  editHref: string;
  removeHref: string;
}

/** The reader's notifications, each as a sentence. */
export async function loadList(visit: Visit, search: URLSearchParams) {
  const page = pageIn(search);
  const notifications = await visit.read(selectNotificationList, { page, pageSize: PAGE_SIZE });
  const lost = visit.lostText(notifications.rows);
  const rows = notifications.rows.map((row) => rowOf(visit, row));
  return {
    rows,
    lost,
    page,
    pageSize: PAGE_SIZE,
    total: notifications.total,
    isTotalCapped: notifications.isTotalCapped,
  };
}

/** The page of a list's query; anything that is no page is the first. */
function pageIn(search: URLSearchParams): number {
  return z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .catch(1)
    .parse(search.get("page") ?? 1);
}

function rowOf(visit: Visit, row: StoredNotification): NotificationRowView {
  const { t } = visit;
  const recipients = row.recipients.map(({ email }) => email);
  const remarks = recipientRemarks(visit, row);
  const times = row.nextSends.map((at) => visit.stamp(at)).join(t("notifications:comma"));
  return {
    id: row.id,
    name: row.name,
    isOn: row.isOn,
    sentence: sentenceOf(visit, { ...row, recipients }),
    facts: [
      ...(times ? [t("notifications:next", { times })] : []),
      row.lastSentAt
        ? visit.dated(row.lastSentAt, (time) => t("notifications:last", { time }))
        : t("notifications:neverSent"),
      ...remarks,
    ],
    editHref: withQuery(href("/account/notificationEdit"), { id: row.id }),
    removeHref: withQuery(href("/account/notificationRemove"), { id: row.id }),
  };
}

/** The buttons of the list: `on` or `off` with the notification's id. */
export async function handleSwitch(visit: Visit, form: FormData) {
  const isOn = form.has("on");
  const id = addressId.safeParse(form.get(isOn ? "on" : "off")).data;
  if (!id) throw redirect(SETTINGS);
  const key = `${form.get("requestId")}:${id}:${isOn}`;
  const result = await visit.write(switchNotification, { id, isOn: isOn ? "true" : "false" }, { key });
  if (!result.isDone) return refusedPress(result.fault, String(form.get("requestId")));
  visit.session.flash({
    kind: "success",
    key: isOn ? "notifications:switchedOn" : "notifications:switchedOff",
  });
  return redirect(SETTINGS);
}

export async function loadRemoval(visit: Visit, search: URLSearchParams) {
  const id = addressId.safeParse(search.get("id")).data;
  if (!id) throw redirect(SETTINGS);
  const { name } = await visit.read(notificationDetail, { id });
  return { id, name };
}

export async function handleRemoval(visit: Visit, search: URLSearchParams, form: FormData) {
  const id = addressId.safeParse(search.get("id")).data;
  if (!id) throw redirect(SETTINGS);
  const key = String(form.get("requestId"));
  const result = await visit.write(removeNotification, { id }, { key });
  if (!result.isDone) return refusedPress(result.fault, key);
  visit.session.flash({ kind: "success", key: "notifications:removed" });
  return redirect(SETTINGS);
}
