import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import {
  type MergeSide,
  shipmentDoubles,
  shipmentMerge,
  shipmentMergeLook,
} from "#app/contract/shipment-merge.ts";
import type { Line } from "#app/lib/moment.ts";
import { deskShipmentHref, mergeHref } from "./paths.ts";

const NUMBER_MAX = 50;
const REASON_MAX = 500;

export interface MergeView {
  keep: string;
  go: string;
  /** By the field of the form that names them. */
  faults: Partial<Record<"keep" | "go", string>>;
  chosen: {
    keep: { id: string; houseNumber: string; version: number; href: string };
    go: { id: string; houseNumber: string; version: number; href: string };
    rows: { name: MergeFact; first: Line; second: Line }[];
    parts: string[];
    against: string[];
    turned: string;
  } | null;
  doubles: { href: string; title: string; shared: string }[];
}

/** The shipments that the address names side by side, or those that are likely the same. */
export async function loadMerge(visit: Visit, search: URLSearchParams): Promise<MergeView> {
  const { t } = visit;
  const typed = (name: string) => (search.get(name) ?? "").trim();
  const [keep, go] = [typed("keep"), typed("go")];
  const view: MergeView = { keep, go, faults: {}, chosen: null, doubles: [] };
  if (keep === "" && go === "") {
    const { pairs } = await visit.read(shipmentDoubles, {});
    view.doubles = pairs.map(({ one, other, shared }) => ({
      href: mergeHref(one.houseNumber, other.houseNumber),
      title: t("desk-merge:pair", { one: one.houseNumber, other: other.houseNumber, company: one.company }),
      shared: shared
        .map(({ kind, number }) => t(`desk-merge:shared.${kind}`, { number }))
        .join(t("desk-merge:comma")),
    }));
    return view;
  }
  for (const [name, number] of [
    ["keep", keep],
    ["go", go],
  ] as const)
    if (number === "") view.faults[name] = t("shell:form.empty");
    else if (number.length > NUMBER_MAX) view.faults[name] = t("shell:form.tooLong", { max: NUMBER_MAX });
  if (Object.keys(view.faults).length > 0) return view;
  const mergeLook = await visit.read(shipmentMergeLook, { keep, go });
  for (const name of ["keep", "go"] as const)
    if (!mergeLook[name]) view.faults[name] = t("desk-merge:unknown");
  if (!mergeLook.keep || !mergeLook.go) return view;
  const side = ({ id, houseNumber, version }: MergeSide) => ({
    id,
    houseNumber,
    version,
    href: deskShipmentHref(id),
  });
  const [first, second] = [factsOf(mergeLook.keep, visit), factsOf(mergeLook.go, visit)];
  view.chosen = {
    keep: side(mergeLook.keep),
    go: side(mergeLook.go),
    rows: mergeFacts.map((name) => ({ name, first: first[name], second: second[name] })),
    parts: mergeLook.parts.map(({ part, count }) => t(`desk-merge:part.${part}`, { count })),
    against: mergeLook.against,
    turned: mergeHref(mergeLook.go.houseNumber, mergeLook.keep.houseNumber),
  };
  return view;
}

const mergeFacts = [
  "company",
  "status",
  "master",
  "carrierBooking",
  "booking",
  "lane",
  "etd",
  "eta",
  "containers",
  "cargo",
  "created",
] as const;
type MergeFact = (typeof mergeFacts)[number];

function factsOf(side: MergeSide, visit: Visit): Record<MergeFact, Line> {
  const { t } = visit;
  const day = (at: string | null) => visit.time(at) || "–";
  return {
    company: side.company,
    status: t(`shipments:status.${side.status}`),
    master: side.masterNumber ?? "–",
    carrierBooking: side.carrierBookingNumber ?? "–",
    booking: side.bookingNumber ?? "–",
    lane: `${side.from} → ${side.to}`,
    etd: day(side.etd),
    eta: day(side.eta),
    containers: side.containers.join(", ") || "–",
    cargo: t("desk-merge:cargo", { pieces: side.pieces, weight: side.grossWeightKg }),
    created: visit.time(side.createdAt),
  };
}

export interface MergeReply {
  fault: string | null;
  reasonFault: string | null;
  reason: string;
  requestId: string | null;
}

export async function handleMerge(visit: Visit, form: FormData) {
  const { t } = visit;
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const [key, reason] = [text("requestId"), text("reason")];
  const reply: MergeReply = { fault: null, reasonFault: null, reason, requestId: null };
  if (reason === "" || reason.length > REASON_MAX) {
    const reasonFault = reason === "" ? t("shell:form.empty") : t("shell:form.tooLong", { max: REASON_MAX });
    return data({ ...reply, reasonFault }, { status: 400 });
  }
  const version = (name: string) => (/^\d{1,9}$/.test(text(name)) ? Number(text(name)) : -1);
  const id = (name: string) => (/^\d{1,18}$/.test(text(name)) ? text(name) : "0");
  const ids = { keep: id("keepId"), go: id("goId") };
  const input = { ...ids, keepVersion: version("keepVersion"), goVersion: version("goVersion"), reason };
  const result = await visit.write(shipmentMerge, input, { key });
  if (!result.isDone) {
    const { status, requestId } = standingOf(result.fault, key);
    const reason = result.fault.fields.map(({ message }) => message).join(" ");
    return data({ ...reply, fault: reason || result.fault.message, requestId }, { status });
  }
  const number = result.data?.houseNumber ?? "";
  visit.session.flash({ kind: "success", key: "desk-merge:merged", number });
  return redirect(result.data ? deskShipmentHref(result.data.id) : href("/freightForwarder/shipmentMerge"));
}
