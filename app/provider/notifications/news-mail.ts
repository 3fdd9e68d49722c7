import type { Kysely, Selectable } from "kysely";
import type { CutOffCode } from "#app/contract/cut-off-code.ts";
import type { ShipmentNews } from "#app/contract/notification-code.ts";
import type { Language } from "#app/contract/user.ts";
import { PLACE_CLOCK, zoneOnClock } from "#app/lib/clock.ts";
import { needOf } from "#app/lib/cut-off.ts";
import { type KnownTime, parseWire, type TimeReader, writeTime } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { type PlaceNames, placeNames } from "../reference/place-names.ts";
import { nextSteps, type PlacedStep } from "../shipments/next-step.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { freeDayText } from "./free-day-text.ts";
import type { MailSection } from "./mail-page.ts";

export type NoticeRow = Selectable<Database["notice"]>;
type Text = (key: MessageKey, values?: Parameters<typeof message>[2]) => string;
type Drawn = Omit<MailSection, "end">;
type MailReader = Pick<TimeReader, "language" | "now">;

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
  const sections = notices.map((notice) =>
    drawNotice(notice, shipments, places, { language, now }, publicUrl),
  );
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
  reader: MailReader,
  publicUrl: string,
): Drawn {
  const { language } = reader;
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
      lines: linesOf(news, shipment, places, reader),
    })),
    more: more > 0 ? message("newsMailMore", language, { count: more }) : null,
  };
}

const arrivalOf = (shipment: Shipment) => shipment.port_of_final_arrival ?? shipment.port_of_arrival;

/** Number and route line: the same in every mail of the shipment, so that they are one thread. */
function headOf(shipment: Shipment, places: PlaceNames): string {
  const [from, to] = [places.of(shipment.port_of_departure), places.of(arrivalOf(shipment))];
  return `${shipment.house_number} · ${from.name} → ${to.name}`;
}

function linesOf(news: ShipmentNews, shipment: Shipment, places: PlaceNames, reader: MailReader): string[] {
  const { language } = reader;
  const t: Text = (key, values = {}) => message(key, language, values);
  const arrival = places.of(shipment.port_of_arrival);
  const reached = news.gained.map((key) => t(`newsAt${key}` as MessageKey));
  const lines = [t("newsStatus", { status: t(`newsStatus${shipment.status}`) })];
  if (news.isNowDelayed) lines.push(t("newsDelayed"));
  if (reached.length > 0) lines.push(t("newsReached", { names: reached.join(t("newsComma")) }));
  if (shipment.eta && shipment.status !== "COMPLETED") {
    const [time, before] = etaTexts(news, shipment, {
      ...reader,
      zone: zoneOnClock(PLACE_CLOCK, arrival.timeZone),
    });
    lines.push(t(before ? "newsEtaBefore" : "newsEta", { time, place: arrival.name, before }));
  }
  lines.push(...(news.freeDays ?? []).map((each) => freeDayText(each, language)));
  const next = shipment.next && nextLine(shipment.next, places, { ...reader, t });
  return next ? [...lines, next] : lines;
}

/** The ETA and the one before, empty where there was none; with hours where both are on one day. */
function etaTexts(
  { etaBefore }: ShipmentNews,
  { eta, day_only }: Shipment,
  reader: TimeReader,
): [string, string] {
  const isDay = etaBefore?.length === "YYYY-MM-DD".length;
  const before = etaBefore ? (isDay ? parseWire(etaBefore) : timeOf(new Date(etaBefore))) : null;
  const present = eta && { at: eta, isDayOnly: day_only.includes("eta") };
  const texts = (format: "lasting" | "column"): [string, string] => [
    writeTime(present, reader, format)?.text ?? "",
    writeTime(before, reader, format)?.text ?? "",
  ];
  const [day, dayBefore] = texts("lasting");
  return day === dayBefore ? texts("column") : [day, dayBefore];
}

const timeOf = (at: Date): KnownTime => ({ at, isDayOnly: false });

/** Who has to act, on what day of the place, and what is to be handed in. */
function nextLine(
  { kind, code, turn, due, placeCode }: PlacedStep,
  places: PlaceNames,
  { t, ...reader }: MailReader & { t: Text },
): string | null {
  const zone = zoneOnClock(PLACE_CLOCK, places.orNull(placeCode)?.timeZone ?? null);
  const isCutOff = kind === "cutOff" || kind === "missedCutOff";
  // Of a cut-off the hour counts.
  const time = writeTime(due, { ...reader, zone }, isCutOff ? "column" : "lasting")?.text;
  if (!time) return null;
  const need = isCutOff ? needOf(code as CutOffCode) : null;
  const what = t(need ? `newsNeed${need}` : `newsTurn${turn}`);
  return t(kind === "overdue" || kind === "missedCutOff" ? "newsNextSince" : "newsNextUntil", { what, time });
}
