import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  ASK_WORDS_MAX,
  type DeliveryDetail,
  deliveryAsk,
  deliveryDetail,
  deliveryProof,
} from "#app/contract/delivery.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { addressId } from "#app/contract/wire.ts";
import { daysBefore, formatDay, isDay, WIRE_ZONE } from "#app/lib/date-time.ts";
import { aroundTime, type Line } from "#app/lib/moment.ts";
import { badges, dueText, statusText, timeAt, windowText } from "./words.server.ts";

export interface DeliveryView {
  title: string;
  badge: { status: ListRow["status"]; label: string };
  appointment: { label: string; text: Line };
  failed: Line | null;
  due: ListRow["notice"];
  shipment: { text: string; href: string | null };
  facts: { label: string; value: string }[];
  steps: { title: string; rows: { key: string; label: string; text: Line; isReached: boolean }[] };
  proof: {
    title: string;
    texts: string[];
    files: { id: string; href: string; label: string }[];
  };
  asked: { key: string; text: Line; state: string; isOpen: boolean }[];
  ask: { title: string; labels: Record<AskField, string>; hint: string; send: string; max: number } | null;
}

const askFields = ["day", "timeFrom", "timeTo", "text"] as const;
type AskField = (typeof askFields)[number];

export interface AskReply {
  fault: { field: AskField | null; text: string };
  typed: Record<AskField, string>;
  /** Id of a write without an answer, which the next press repeats. */
  requestId: string | null;
}

async function read(visit: Visit, id: string): Promise<DeliveryDetail> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return visit.read(deliveryDetail, { id });
}

/** The page of a delivery. `may`: what the person's role and company allow. */
export async function deliveryView(
  visit: Visit,
  id: string,
  may: { seePrices: boolean; download: boolean; ask: boolean; openShipment: boolean },
): Promise<DeliveryView> {
  const { t } = visit;
  const delivery = await read(visit, id);
  const time = (wire: string | null) => timeAt(visit, wire, delivery.timeZone);
  const fact = (name: "place" | "address" | "container" | "driver" | "vehicle", value: string | null) =>
    value ? [{ label: t(`deliveries:facts.${name}`), value }] : [];
  const { failReason } = delivery;
  return {
    title: t("deliveries:title.detail", { number: delivery.number }),
    badge: { status: badges[delivery.status], label: statusText(visit, delivery.status) },
    appointment: { label: t("deliveries:column.window"), text: windowText(visit, delivery) },
    failed:
      delivery.status === "failed" && failReason
        ? aroundTime(time(delivery.statusAt), (failedAt) =>
            t("deliveries:failed", { time: failedAt, reason: t(`deliveries:reason.${failReason}`) }),
          )
        : null,
    due: dueText(visit, delivery.emptyReturnDue, may.seePrices),
    shipment: {
      text: t("deliveries:shipment", { houseNumber: delivery.houseNumber }),
      href:
        may.openShipment && visit.offers(shipmentDetail)
          ? href("/shipments/detail/:id", { id: delivery.shipmentId })
          : null,
    },
    facts: [
      ...fact("place", delivery.placeName),
      ...fact("address", delivery.address),
      ...fact("container", delivery.containerNumber),
      ...fact("driver", delivery.driverName),
      ...fact("vehicle", delivery.vehicle),
    ],
    steps: {
      title: t("deliveries:steps"),
      rows: delivery.steps.map(({ step, planned, actual }) => ({
        key: step,
        label: t(`deliveries:step.${step}`),
        isReached: actual !== null,
        text: aroundTime(time(actual ?? planned), (at) =>
          actual
            ? t("deliveries:actual", { time: at })
            : planned
              ? t("deliveries:planned", { time: at })
              : t("deliveries:open"),
        ),
      })),
    },
    proof: proofView(visit, delivery, may.download),
    asked: (delivery.asked ?? []).map((each) => ({
      key: each.id,
      text: visit.dated(each.askedAt, (time) =>
        t("deliveries:ask.asked", {
          day: each.day,
          from: each.timeFrom,
          to: each.timeTo,
          name: each.askedBy,
          time,
        }),
      ),
      state: t(each.isOpen ? "deliveries:ask.awaiting" : "deliveries:ask.answered"),
      isOpen: each.isOpen,
    })),
    ask: may.ask && delivery.status !== "delivered" && visit.offers(deliveryAsk) ? askWords(visit) : null,
  };
}

function proofView({ t }: Visit, delivery: DeliveryDetail, canDownload: boolean): DeliveryView["proof"] {
  const proofs = delivery.proofs ?? [];
  const texts = [
    ...(delivery.signedBy ? [t("deliveries:proof.signedBy", { name: delivery.signedBy })] : []),
    ...(proofs.length > 0 && !canDownload ? [t("deliveries:proof.notOpen")] : []),
  ];
  return {
    title: t("deliveries:proof.title"),
    texts: texts.length > 0 || proofs.length > 0 ? texts : [t("deliveries:proof.none")],
    files: (canDownload ? proofs : []).map((file) => ({
      id: file.id,
      href: href("/last-mile/proof/:id/:proofId", { id: delivery.id, proofId: file.id }),
      label: t("deliveries:proof.download", { name: file.fileName }),
    })),
  };
}

const askWords = ({ t }: Visit): DeliveryView["ask"] => ({
  title: t("deliveries:ask.title"),
  labels: {
    day: t("deliveries:ask.day"),
    timeFrom: t("deliveries:ask.timeFrom"),
    timeTo: t("deliveries:ask.timeTo"),
    text: t("deliveries:ask.text"),
  },
  hint: t("deliveries:ask.hint"),
  send: t("deliveries:ask.send"),
  max: ASK_WORDS_MAX,
});

/** Sends the wish; 400 keeps what was typed, a success leads back to the page. */
export async function askAppointment(visit: Visit, id: string, form: FormData) {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  const { t } = visit;
  const typed = Object.fromEntries(
    askFields.map((name) => [name, String(form.get(name) ?? "").trim()]),
  ) as Record<AskField, string>;
  const again = (fault: AskReply["fault"], status: number, requestId: string | null = null) =>
    data<AskReply>({ fault, typed, requestId }, { status });
  const { day, timeFrom, timeTo, text } = typed;
  const isTime = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
  if (!isDay(day)) return again({ field: "day", text: t("deliveries:ask.badDay") }, 400);
  // The place may be a day behind the wire's zone.
  if (day < daysBefore(formatDay(new Date(), WIRE_ZONE)!, 1)!)
    return again({ field: "day", text: t("deliveries:ask.pastDay") }, 400);
  if (!isTime(timeFrom)) return again({ field: "timeFrom", text: t("deliveries:ask.badTime") }, 400);
  if (!isTime(timeTo)) return again({ field: "timeTo", text: t("deliveries:ask.badTime") }, 400);
  if (timeTo <= timeFrom) return again({ field: "timeTo", text: t("deliveries:ask.order") }, 400);
  if (text.length > ASK_WORDS_MAX)
    return again({ field: "text", text: t("shell:form.tooLong", { max: ASK_WORDS_MAX }) }, 400);
  const key = String(form.get("requestId"));
  const result = await visit.write(deliveryAsk, { id, day, timeFrom, timeTo, text }, { key });
  if (!result.isDone) {
    const { kind, code, message } = result.fault;
    if (code === CODE_NOT_FOUND) throw redirect(href("/404"));
    const isUnknown = kind === "unavailable";
    const status = isUnknown ? 503 : code === CODE_CONFLICT ? CODE_CONFLICT : 400;
    return again({ field: null, text: message }, status, isUnknown ? key : null);
  }
  visit.session.flash({ kind: "success", key: "appointmentAsked" });
  return redirect(`${href("/last-mile/detail/:id", { id })}#asked`);
}

/** One proof as a stream; browsers save it and never display it. */
export async function proofFile(visit: Visit, id: string, proofId: string): Promise<Response> {
  if (![id, proofId].every((each) => addressId.safeParse(each).success)) throw redirect(href("/404"));
  return visit.file(deliveryProof, { id, proofId });
}
