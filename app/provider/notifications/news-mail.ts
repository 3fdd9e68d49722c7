import type { Kysely, Selectable } from "kysely";
import type { CutOffCode } from "#app/contract/cut-off-code.ts";
import type { ShipmentNews } from "#app/contract/notification-code.ts";
import type { Language } from "#app/contract/user.ts";
import { PLACE_CLOCK, zoneOnClock } from "#app/lib/clock.ts";
import { needOf } from "#app/lib/cut-off.ts";
import { dayToWire, formatInstant, formatTime } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { type PlaceNames, placeNames } from "../reference/place-names.ts";
import { nextSteps, type PlacedStep } from "../shipments/next-step.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { freeDayText } from "./free-day-text.ts";
import type { MailSection } from "./mail-page.ts";

export type NoticeRow = Selectable<Database["notice"]>;
type Text = (key: MessageKey, values?: Parameters<typeof message>[2]) => string;
type Drawn = Omit<MailSection, "end">;

/** Shipments in one section of a mail; the others are counted. */
const SHIPMENTS_IN_MAIL = 25;

const shipmentColumns = [
  "id",
  "company_id",
  "house_number",
  "status",
  "eta",
  "day_only",
  "port_of_departure",
  "port_of_arrival",
  "port_of_final_arrival",
  "service_type",
  "booking_at",
  "heard_at",
  "last_milestone",
  "next_milestone",
] as const;
type Shipment = Pick<Selectable<Database["shipment"]>, (typeof shipmentColumns)[number]> & {
  next?: PlacedStep | undefined;
};

/** The sections of a mail, its subject, and the thread that it belongs to: that of a shipment, or none. */
export async function drawMail(
  db: Kysely<Database>,
  notices: readonly NoticeRow[],
  language: Language,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<{ subject: string; thread: string | null; sections: Drawn[] }> {
  const wanted = notices.flatMap(({ content }) =>
    (content.shipments ?? []).map(({ shipmentId }) => shipmentId),
  );
  const rows = wanted.length
    ? await db
        .selectFrom("shipment")
        .select(shipmentColumns)
        .where("id", "in", [...new Set(wanted)])
        .where("company_id", "=", notices[0]!.company_id)
        .execute()
    : [];
  const steps = await nextSteps(db, rows, now);
  const shipments = new Map(rows.map((row) => [row.id, { ...row, next: steps.get(row.id) }]));
  const codes = rows.flatMap((row) => [
    row.port_of_departure,
    arrivalOf(row),
    steps.get(row.id)?.placeCode ?? null,
  ]);
  const places = await placeNames(db, language, codes);
  const sections = notices.map((notice) => drawNotice(notice, shipments, places, language, publicUrl));
  const [only] = new Set(wanted);
  const single = new Set(wanted).size === 1 && notices.length === 1 ? shipments.get(only!) : undefined;
  const subject = single
    ? headOf(single, places)
    : notices.length === 1
      ? sections[0]!.title
      : message("newsMailSubject", language);
  // A rule's mails are one thread as well; its name does not change with what happens.
  const [notice] = notices;
  const thread = single
    ? `shipment-${single.id}`
    : notices.length === 1 && notice!.notification_id
      ? `notification-${notice!.notification_id}`
      : null;
  return { subject, thread, sections };
}

function drawNotice(
  { kind, content }: NoticeRow,
  shipments: ReadonlyMap<string, Shipment>,
  places: PlaceNames,
  language: Language,
  publicUrl: string,
): Drawn {
  const text = message(`notice${kind}`, language, { number: content.title });
  if (!content.shipments) {
    const href = `${publicUrl}${content.path ?? "/"}`;
    return {
      title: message(`noticeKind${kind}`, language),
      items: [{ head: text, href, lines: [] }],
      more: null,
    };
  }
  const known = content.shipments.flatMap((news) => {
    const shipment = shipments.get(news.shipmentId);
    return shipment ? [{ news, shipment }] : [];
  });
  const more = known.length - SHIPMENTS_IN_MAIL + (content.more ?? 0);
  return {
    title: text,
    items: known.slice(0, SHIPMENTS_IN_MAIL).map(({ news, shipment }) => ({
      head: headOf(shipment, places),
      href: `${publicUrl}/shipments/detail/${shipment.id}`,
      lines: linesOf(news, shipment, places, language),
    })),
    more: more > 0 ? message("newsMailMore", language, { count: more }) : null,
  };
}

const arrivalOf = (shipment: Shipment) => shipment.port_of_final_arrival ?? shipment.port_of_arrival;

/** Of "2026-12-04". */
const DAY_LENGTH = 10;

/** Number and route line: the same in every mail of the shipment, so that they are one thread. */
function headOf(shipment: Shipment, places: PlaceNames): string {
  const [from, to] = [places.of(shipment.port_of_departure), places.of(arrivalOf(shipment))];
  return `${shipment.house_number} · ${from.name} → ${to.name}`;
}

function linesOf(news: ShipmentNews, shipment: Shipment, places: PlaceNames, language: Language): string[] {
  const t: Text = (key, values = {}) => message(key, language, values);
  const arrival = places.of(shipment.port_of_arrival);
  const local = (at: Date) => formatInstant(at, zoneOnClock(PLACE_CLOCK, arrival.timeZone))?.slice(0, 16);
  const reached = news.gained.map((key) => t(`newsAt${key}` as MessageKey));
  const lines = [t("newsStatus", { status: t(`newsStatus${shipment.status}`) })];
  if (news.isNowDelayed) lines.push(t("newsDelayed"));
  if (reached.length > 0) lines.push(t("newsReached", { names: reached.join(t("newsComma")) }));
  if (shipment.eta && shipment.status !== "COMPLETED") {
    const { etaBefore } = news;
    const before = etaBefore?.length === DAY_LENGTH ? etaBefore : etaBefore && local(new Date(etaBefore));
    const time = shipment.day_only.includes("eta") ? dayToWire(shipment.eta) : local(shipment.eta);
    const values = { time: time ?? "", place: arrival.name, before: before ?? "" };
    lines.push(t(before ? "newsEtaBefore" : "newsEta", values));
  }
  lines.push(...(news.freeDays ?? []).map((each) => freeDayText(each, language)));
  const next = shipment.next && nextLine(shipment.next, places, t);
  return next ? [...lines, next] : lines;
}

/** Who has to act, on what day of the place, and what is to be handed in. */
function nextLine(
  { kind, code, turn, due, placeCode }: PlacedStep,
  places: PlaceNames,
  t: Text,
): string | null {
  const zone = zoneOnClock(PLACE_CLOCK, places.orNull(placeCode)?.timeZone ?? null);
  const time = due && formatTime(due, zone)?.slice(0, 16);
  if (!time) return null;
  const need = kind === "cutOff" || kind === "missedCutOff" ? needOf(code as CutOffCode) : null;
  const what = t(need ? `newsNeed${need}` : `newsTurn${turn}`);
  return t(kind === "overdue" || kind === "missedCutOff" ? "newsNextSince" : "newsNextUntil", { what, time });
}
