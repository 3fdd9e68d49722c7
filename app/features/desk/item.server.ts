import type { Visit } from "#app/access/visit.server.ts";
import type { Choice } from "#app/components/list/list-view.ts";
import { deskLook } from "#app/contract/desk.ts";
import { type DeskKind, deskKinds } from "#app/contract/desk-code.ts";
import type { Line } from "#app/lib/moment.ts";
import { snoozeChoices } from "./inbox.server.ts";
import { type ItemView, itemView } from "./item-view.server.ts";

/** The inbox's item of the record that a page of the desk shows. */
export interface ItemBarView {
  kind: DeskKind;
  subjectId: string;
  /** Null where the record never waited for the desk. */
  item: ItemView | null;
  log: { at: Line; text: string; note: string }[];
  colleagues: Choice[];
  snoozes: Choice[];
  /** Where the buttons lead back to. */
  back: string;
}

/** Notes that the person looks at the record as well. Throws as `visit.read`. */
export async function loadItemBar(
  visit: Visit,
  { kind, subjectId, userId, back }: { kind: DeskKind; subjectId: string; userId: string; back: string },
): Promise<ItemBarView> {
  const { t, time } = visit;
  const now = new Date();
  const { item, log, colleagues } = await visit.read(deskLook, { kind, subjectId });
  return {
    kind,
    subjectId,
    back,
    item: item && itemView(item, visit, { userId, now }),
    log: log.map((entry) => ({
      at: time(entry.at, "full"),
      text: [t(`inbox:log.${entry.action}`, { name: entry.to ?? "" }), entry.actor]
        .filter(Boolean)
        .join(" · "),
      note: entry.note,
    })),
    colleagues: colleagues.map(({ userId: id, name, awayUntil }) => [
      id,
      awayUntil ? t("inbox:away", { name, day: awayUntil }) : name,
    ]),
    snoozes: snoozeChoices(visit, now),
  };
}

/** For the script of an open page: notes that the person still looks, and tells who else does. */
export async function lookAnswer(visit: Visit, form: FormData): Promise<Response> {
  const kind = deskKinds.find((each) => each === form.get("kind"));
  const subjectId = String(form.get("subjectId"));
  if (!kind || !/^\d{1,18}$/.test(subjectId)) return Response.json({ watchers: "" }, { status: 400 });
  const { item } = await visit.read(deskLook, {
    kind,
    subjectId,
    isTyping: form.get("isTyping") === "true",
  });
  return Response.json({
    watchers: item ? itemView(item, visit, { userId: "", now: new Date() }).watchers : "",
  });
}
